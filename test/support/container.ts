// A container by Debian's buildah, which needs no daemon and runs inside another container as well: a command at a time, in the host's network.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const storage = ['--storage-driver', process.env.STORAGE_DRIVER ?? 'vfs'];

/** Runs buildah to its end and returns what it printed. */
export function buildah(...args: readonly string[]): string {
  return execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', maxBuffer: 1e9 }).trim();
}

export function hasImage(name: string): boolean {
  return spawnSync('buildah', [...storage, 'inspect', '--type', 'image', name]).status === 0;
}

export interface ContainerOptions {
  /** The folder of the host that is mounted at /data. */
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Container extends Disposable {
  /** Runs a command in the container to its end: its exit status and what it printed. */
  readonly run: (...command: readonly string[]) => Promise<{ readonly status: number | null; readonly text: string }>;
  /** Starts a command in the container; what it says on standard error is shown. */
  readonly start: (...command: readonly string[]) => ChildProcess;
  /** Sends SIGTERM to the server in it, and waits until `server`, which `start` returned, has ended. */
  readonly stop: (server: ChildProcess) => Promise<void>;
}

/** A new container of `image`. Disposal removes it. */
export function createContainer(image: string, { data, env }: ContainerOptions): Container {
  const name = buildah('from', image);
  const given = Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
  const within = (command: readonly string[]) => [
    ...[...storage, 'run', '--isolation', 'chroot', '--network', 'host', '--volume', `${data}:/data`],
    ...[...given, name, '--', ...command],
  ];
  const run: Container['run'] = async (...command) => {
    const child = spawn('buildah', within(command), { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { status, text: out + stderr };
  };
  return {
    run,
    start: (...command) => spawn('buildah', within(command), { stdio: ['ignore', 'ignore', 'inherit'] }),
    stop: async (server) => {
      if (server.exitCode !== null) return;
      const ended = once(server, 'exit');
      await run('node', '-e', stopServer);
      await ended;
    },
    [Symbol.dispose]: () => void buildah('rm', name),
  };
}

/** Finds the server by the port in its environment, because buildah does not pass signals on. */
const stopServer = `const { readdirSync, readFileSync } = require('node:fs');
  const isServer = (pid) => readFileSync('/proc/' + pid + '/cmdline', 'utf8').endsWith('sightline\\0serve\\0')
    && readFileSync('/proc/' + pid + '/environ', 'utf8').includes('PORT=' + process.env.PORT + '\\0');
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    try { if (isServer(pid)) process.kill(Number(pid)); } catch {}`;
