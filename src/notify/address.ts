// Where webhooks may lead: http or https, and to no address inside a private network unless its owner allowed that.

import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList } from 'node:net';
import type { Fault } from '../errors.js';

/** Finds all addresses of a host. Rejects where there are none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const resolveHost: Resolve = (host) => dns.lookup(host, { all: true });

/** IPv4 for private, local, shared, reserved and documented use, and for many at once. */
const inner4 = subnets('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);
/** All other IPv6 is local, reserved, for many at once, or stands for an IPv4 address (`::ffff:0:0/96`, `64:ff9b::/96`). */
const global6 = subnets('ipv6', ['2000::/3']);
/** What of it is reserved, or leads to an IPv4 address: Teredo and others, documents, 6to4. */
const special6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function subnets(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const each of list) {
    const [net = '', bits] = each.split('/');
    blocks.addSubnet(net, Number(bits), family);
  }
  return blocks;
}

/** Whether an address is not one of the public internet. */
export function isInner({ address, family }: LookupAddress): boolean {
  if (family === 4) return inner4.check(address);
  const [bare = ''] = address.split('%');
  return !global6.check(bare, 'ipv6') || special6.check(bare, 'ipv6');
}

/** The host as it is resolved: IPv6 stands in brackets in a URL alone. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

const maxUrlLength = 2_000;

/** The URL of a webhook, or its fault; which does not repeat it, because its path may be a secret. */
export function parseUrl(text: string): URL | Fault {
  const fault = (message: string): Fault => ({ field: 'url', message });
  if (text.length > maxUrlLength || !URL.canParse(text))
    return fault('--url must be a URL such as https://example.com/hook.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fault('--url must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '') return fault('--url must not have a user name or a password.');
  return url;
}

/** All addresses of the host of a URL. Throws `InnerAddress` where one of them is inside a private network. */
export async function publicAddresses(url: URL, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostOf(url));
  if (addresses.some(isInner)) throw new InnerAddress();
  return addresses;
}

/** A host that leads into a private network. */
export class InnerAddress extends Error {
  override readonly message = 'it leads to an address inside a private network';
}
