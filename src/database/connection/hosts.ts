// Several hosts in one address, as libpq takes them: each new connection goes to the first of them, in their order, that has a session of the
// kind that is asked for. What a host has is found by a connection of its own, which those that are opened at the same time share.

import pg from 'pg';
import type { Host, Target } from './address.js';
import type { Locate } from './client.js';

type Kind = Exclude<Target, 'prefer-standby'>;

/** Finds one of `hosts` for each new client. Throws where none has such a session now; one may in a moment, as after a failover. */
export function locateAmong(hosts: readonly Host[], target: Target): Locate {
  let finding: Promise<Host> | undefined;
  return (config) => {
    finding ??= findHost(config, hosts, target).finally(() => {
      finding = undefined;
    });
    return finding;
  };
}

async function findHost(config: pg.ClientConfig, hosts: readonly Host[], target: Target): Promise<Host> {
  const reasons: Error[] = [];
  // Each on all hosts before the next.
  const kinds: readonly Kind[] = target === 'prefer-standby' ? ['standby', 'any'] : [target];
  for (const kind of kinds) {
    for (const host of hosts) {
      try {
        if (await hasSession(config, host, kind)) return host;
        reasons.push(new Error(`${host.host}:${host.port} has no session that is ${kind}.`));
      } catch (error) {
        // As in libpq: who is refused by one server is not to try the next.
        if (isRefusal(error)) throw error;
        reasons.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
  const list = reasons.map(({ message }) => message).join('; ');
  throw new AggregateError(reasons, `No host of the address can be used: ${list}`);
}

async function hasSession(config: pg.ClientConfig, host: Host, kind: Kind): Promise<boolean> {
  const { connectionTimeoutMillis = 0 } = config;
  const probe = Object.assign(new pg.Client({ ...config, connectionTimeoutMillis: connectionTimeoutMillis / 3 }), host);
  probe.on('error', () => {});
  try {
    await probe.connect();
    if (kind === 'any') return true;
    const { rows } = await probe.query<{ standby: boolean; readonly: boolean }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as readonly`,
    );
    const [{ standby, readonly } = { standby: false, readonly: false }] = rows;
    return { standby, primary: !standby, 'read-only': readonly, 'read-write': !readonly }[kind];
  } finally {
    await probe.end();
  }
}

/** Whether the server answered that this role, password or database is not for it: classes 28 and 3D of SQLSTATE. */
function isRefusal(error: unknown): boolean {
  return /^(28|3D)/.test((error as { readonly code?: string }).code ?? ''); // safe because a missing field is undefined
}
