// The client address of a request, by which failed authentication attempts are counted. Pure.

import ipaddr from 'ipaddr.js';

interface Origin {
  /** The remote address of the connection; `null` if unknown. */
  readonly address: string | null;
  /** The `X-Forwarded-For` header. */
  readonly forwardedFor: string | null;
}

/**
 * The client's address, behind `proxies` proxies that each append the address of their own client. With 0 it is the remote address of
 * the connection, because any client can send the header. An IPv6 /64 network, the usual assignment to one customer, is one address.
 */
export function clientOf({ address, forwardedFor }: Origin, proxies: number): string {
  const forwarded = (forwardedFor ?? '').split(',').map((item) => item.trim());
  const reported = proxies === 0 ? undefined : forwarded[forwarded.length - proxies];
  return (reported && canonical(reported)) || (address && canonical(address)) || 'unknown';
}

function canonical(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return ipaddr.fromByteArray(network).toString();
}
