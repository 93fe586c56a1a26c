// Where a request comes from, as far as that can be known: the address that its failed keys are counted for. Pure.

import ipaddr from 'ipaddr.js';

interface Origin {
  /** The other end of the connection; `null`: it is not known. */
  readonly address: string | null;
  /** The header `X-Forwarded-For`. */
  readonly forwardedFor: string | null;
}

/**
 * The client's address, behind `proxies` proxies that each append the address they were asked from: with 0 the other end of the
 * connection, because anybody can send the header. One IPv6 network of 64 bits, which is what a customer has, is one address.
 */
export function clientOf({ address, forwardedFor }: Origin, proxies: number): string {
  const forwarded = (forwardedFor ?? '').split(',').map((each) => each.trim());
  const told = proxies === 0 ? undefined : forwarded[forwarded.length - proxies];
  return (told && canonical(told)) || (address && canonical(address)) || 'unknown';
}

function canonical(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return ipaddr.fromByteArray(network).toString();
}
