// nginx and Caddy as Debian has them, with the configuration of examples/proxy, before a server of a test.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCertificate } from './certificate.js';
import { freePort } from './free-port.js';

export interface ReverseProxy extends AsyncDisposable {
  readonly url: string;
}

export type ProxyName = 'nginx' | 'caddy';

/** Whether `name` is installed here. */
export function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: pathOfServers } }).status === 0;
}

const pathOfServers = `${process.env.PATH}:/usr/sbin`;

/** Starts a proxy before the server at `upstream` (host and port). Resolves once it answers. */
export async function startProxy(name: ProxyName, upstream: string): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-proxy-'));
  const port = await freePort();
  const child =
    name === 'nginx' ? await startNginx(folder, { upstream, port }) : startCaddy(folder, { upstream, port });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${said}`);
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

interface Place {
  readonly upstream: string;
  readonly port: number;
}

/** The site as it is, but for its addresses and certificate; a second address without TLS is for the client of the test. */
async function startNginx(folder: string, { upstream, port }: Place): Promise<ChildProcess> {
  makeCertificate(folder, 'DNS:sightline.example.com');
  const site = (await readFile('examples/proxy/nginx.conf', 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${await freePort()} ssl http2;\n    listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:4000;', `server ${upstream};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, 'key.pem')};`);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { access_log off; ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include site.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  return spawn('nginx', args, { env: { PATH: pathOfServers } });
}

function startCaddy(folder: string, { upstream, port }: Place): ChildProcess {
  const env = { SIGHTLINE_HOST: `http://127.0.0.1:${port}`, SIGHTLINE_UPSTREAM: upstream, HOME: folder };
  const args = ['run', '--adapter', 'caddyfile', '--config', resolve('examples/proxy/Caddyfile')];
  return spawn('caddy', args, { env: { PATH: pathOfServers, CADDY_ADMIN: `unix/${folder}/admin.sock`, ...env } });
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
