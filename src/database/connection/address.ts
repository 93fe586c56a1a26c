// Reads an address of a database as libpq does where pg does not: several hosts, which of them will do, and whether a pooler answers there.

import type pg from 'pg';

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Which sessions will do, as libpq's `target_session_attrs`. */
const targets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type Target = (typeof targets)[number];

export interface Address {
  /** The same for pg, with the first host. */
  readonly config: pg.PoolConfig;
  /** The hosts to try in order; `null` where pg's own host is the only one and any session will do. */
  readonly hosts: readonly Host[] | null;
  readonly target: Target;
  /** Whether a pooler in transaction mode answers there: Prisma's `pgbouncer=true`. */
  readonly isPooled: boolean;
}

const defaultPort = 5432;

/** An address whose user or password has a character that ends them. */
const cutPassword = /^[a-z]+:\/\/[^/?#@]*[/?#][^=]*@/;
const cutText =
  'The address of the database cannot be read: in its user and password, write # as %23, / as %2F, ? as %3F and @ as %40.';

/** Throws a sentence for the operator where an address cannot be understood. */
export function parseAddress(where: string | pg.PoolConfig): Address {
  if (typeof where === 'string') return parseUrl(where);
  const { connectionString, ...config } = where;
  if (connectionString === undefined) return { config, hosts: null, target: 'any', isPooled: false };
  const parsed = parseUrl(connectionString);
  const options = [config.options, parsed.config.options].filter(Boolean).join(' ');
  return { ...parsed, config: { ...config, ...parsed.config, ...(options ? { options } : {}) } };
}

function parseUrl(url: string): Address {
  if (cutPassword.test(url)) throw new Error(cutText);
  const [place = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const take = (name: string): string | null => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  const isPooled = take('pgbouncer') === 'true';
  const target = targetOf(take('target_session_attrs'));
  // pg lets the address override every setting, so those are taken out of it that a pool decides on.
  const options = take('options');
  const name = take('application_name');
  if (isPooled && options)
    throw new Error('An address with pgbouncer=true cannot have options: set them for the role (alter role … set …).');
  const { hosts, address } = parseHosts(place, parameters);
  const connectionString = parameters.size > 0 ? `${address}?${parameters}` : address;
  const isPlain = hosts.length < 2 && target === 'any';
  return {
    config: { connectionString, ...(options ? { options } : {}), ...(name ? { application_name: name } : {}) },
    hosts: isPlain ? null : hosts,
    target,
    isPooled,
  };
}

function targetOf(text: string | null): Target {
  const target = targets.find((each) => each === (text ?? 'any'));
  if (!target)
    throw new Error(`target_session_attrs must be one of ${targets.join(', ')}, not ${JSON.stringify(text)}.`);
  return target;
}

/** The hosts of an address, and the address with the first of them where there are several: in the authority or, as for sockets, in `host` and `port`. */
function parseHosts(
  place: string,
  parameters: URLSearchParams,
): { readonly hosts: readonly Host[]; readonly address: string } {
  const [, scheme = '', user = '', authority = '', path = ''] = /^([a-z]+:\/\/)([^/]*@)?([^/]*)(.*)$/.exec(place) ?? [];
  const named = parameters.get('host');
  if (named === null) {
    const hosts = authority.split(',').map(parseHost);
    const address = hosts.length > 1 ? `${scheme}${user}${authority.split(',')[0]}${path}` : place;
    return { hosts, address };
  }
  const names = named.split(',');
  const ports = (parameters.get('port') ?? '').split(',').map((port) => portOf(port));
  if (ports.length > 1 && ports.length !== names.length)
    throw new Error(`The address of the database has ${names.length} hosts but ${ports.length} ports.`);
  const own = parseHost(authority.split(',')[0] ?? '').port;
  const hosts = names.map((host, index) => ({ host: host || 'localhost', port: ports[index] ?? ports[0] ?? own }));
  if (hosts.length > 1) {
    parameters.delete('port');
    parameters.set('host', names[0] ?? '');
  }
  return { hosts, address: place };
}

/** A host of the authority: a name, an IPv4 address, an IPv6 address in brackets or an encoded path of a socket's folder, and its port. */
function parseHost(text: string): Host {
  const [, inBrackets, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  return { host: inBrackets ?? (decodeURIComponent(name) || 'localhost'), port: portOf(port) ?? defaultPort };
}

function portOf(text: string): number | null {
  if (text === '') return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new Error(`The port ${JSON.stringify(text)} of the database is not a whole number from 1 to 65535.`);
  return port;
}
