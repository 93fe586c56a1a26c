// PostgreSQL servers of tests, from the programs that are installed on the machine. Where PostgreSQL refuses root, they run as `postgres`.

import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);

export interface InstalledServer {
  /** Of the database `postgres`, as a superuser. */
  readonly url: string;
  readonly port: number;
  /** Starts the server where it does not run. */
  readonly start: () => Promise<void>;
  /** Ends the server at once, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Stops its processes where they are, all or the postmaster alone: connections are still accepted and stay open, and new ones are not answered. */
  readonly suspend: (which?: 'all' | 'postmaster') => Promise<void>;
  /** Lets all of them go on. */
  readonly resume: () => Promise<void>;
}

interface Layout {
  /** The folder of `initdb` and `pg_ctl`. */
  readonly programs: string;
  readonly data: string;
  readonly port: number;
}

const locale = ['--locale=C.UTF-8'];

/** That of a language, in which 'B' comes after 'a', and 'a' after 'A' alone. */
const linguisticLocale = [...locale, '--locale-provider=icu', '--icu-locale=en-US'];

/** Neither the locale nor the time zone is that of the embedded PostgreSQL: nothing may depend on either. */
const settingsOfTests = {
  ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 300, fsync: 'off' },
  ...{ timezone: 'America/New_York', log_timezone: 'America/New_York' },
};

/** Makes the data of a server, with these settings and options of `initdb`. */
export async function initialise(
  { programs, data, port }: Layout,
  settings: Readonly<Record<string, string | number>>,
  options: readonly string[] = locale,
): Promise<InstalledServer> {
  const account = accountOfServers();
  await mkdir(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const always = ['-D', data, '-U', 'sightline', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await run(join(programs, 'initdb'), [...always, ...options], { ...account });
  const lines = Object.entries({ ...settings, port }).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  return serverIn({ programs, data, port });
}

function accountOfServers(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function serverIn({ programs, data, port }: Layout): InstalledServer {
  const control = (...options: readonly string[]) =>
    run(join(programs, 'pg_ctl'), ['-D', data, '-w', ...options], {
      ...accountOfServers(),
      env: { HOME: data, PATH: process.env.PATH },
    });
  const signal = async (name: NodeJS.Signals, which: 'all' | 'postmaster' = 'all') => {
    const postmaster = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    // A process that has ended has none, and 0 would be this one with all of its own.
    const others = which === 'all' ? children.split(' ').map(Number).filter(Boolean) : [];
    const pids = [postmaster, ...others];
    // A postmaster that is stopped starts no process, and removes none that ended: it is the first to be stopped, and the last to go on.
    for (const pid of name === 'SIGCONT' ? pids.reverse() : pids) process.kill(pid, name);
  };
  return {
    url: `postgresql://sightline@127.0.0.1:${port}/postgres`,
    port,
    suspend: (which) => signal('SIGSTOP', which),
    resume: () => signal('SIGCONT'),
    start: async () => {
      await control('-l', join(data, 'log'), 'start');
    },
    kill: async () => {
      await control('-m', 'immediate', 'stop');
    },
  };
}

/** Starts a server whose programs are in the folder `programs`. Disposal ends and removes it. */
export async function startInstalled(programs: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  // The server may run as another user.
  await chmod(folder, 0o755);
  const layout = { programs, data: join(folder, 'data'), port: await freePort() };
  const server = await initialise(layout, settingsOfTests, linguisticLocale);
  await server.start();
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await rm(folder, { recursive: true });
    },
  };
}
