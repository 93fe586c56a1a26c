// The image: built from the sources, run without privileges, healthy when it serves, and with its data after a restart. Takes minutes, so it
// runs only with CONTAINER_TESTS=1, as root, where Debian's buildah is installed. CONTAINER_IMAGE names an image that is built already.

import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildah, type Container, createContainer, hasImage } from '../support/container.js';
import { testDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { proxyTo } from '../support/proxy.js';
import { isInstalled } from '../support/reverse-proxy.js';

const isWanted = process.env.CONTAINER_TESTS === '1' && process.getuid?.() === 0 && isInstalled('buildah');
const key = 'key-of-the-container-0123456789';
/** The user `node` of the base image. */
const nodeUser = 1000;
const records = [
  { type: 'organization', id: 'acme', name: 'Acme' },
  { type: 'brand', id: 'acme-crm', organizationId: 'acme', name: 'Acme CRM' },
];

describe.skipIf(!isWanted)('the image', () => {
  const built = process.env.CONTAINER_IMAGE;
  const image = built ?? `localhost/sightline-test:${process.pid}`;
  let check: readonly string[];
  let folder: string;

  beforeAll(async () => {
    if (!built) build(/^ARG NODE_IMAGE=(\S+)$/m.exec(await readFile('Dockerfile', 'utf8'))?.[1] ?? '', image);
    const [kind, ...command] = JSON.parse(buildah('inspect', '--type', 'image', image)).Docker.config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    check = command;
  }, 1_800_000);
  afterAll(() => {
    if (!built) buildah('rmi', image);
  });

  const inContainer = async (env: Readonly<Record<string, string>>, work: (served: Served) => Promise<void>) => {
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'sightline-container-'));
    await chown(folder, nodeUser, nodeUser);
    using container = createContainer(image, { data: folder, env: { PORT: `${port}`, ADMIN_API_KEYS: key, ...env } });
    await work({ container, url: `http://127.0.0.1:${port}` });
    await rm(folder, { recursive: true });
  };

  /** Serves until `work` is done. */
  const whileServing = async ({ container, url }: Served, work: () => Promise<void>) => {
    const server = container.start('sightline', 'serve');
    while (!(await isReady(url))) if (server.exitCode !== null) throw new Error(`It ended with ${server.exitCode}.`);
    await work().finally(() => container.stop(server));
    expect(server.exitCode).toBe(0);
  };

  it('runs as a user without privileges, who can write nothing but the data', async () => {
    await inContainer({}, async ({ container }) => {
      expect((await container.run('id', '--user')).text.trim()).toBe(`${nodeUser}`);
      expect((await container.run('sh', '-c', 'touch /data/x && ! touch /app/x && ! touch /app/dist/x')).status).toBe(
        0,
      );
      expect((await container.run('sightline', '--version')).status).toBe(0);
    });
  });

  it('passes its health check while it serves, and keeps what is recorded over a restart', async () => {
    await inContainer({}, async (served) => {
      const { container, url } = served;
      expect((await container.run(...check)).status).not.toBe(0);
      await whileServing(served, async () => {
        expect((await container.run(...check)).status).toBe(0);
        await writeFile(join(folder, 'records.ndjson'), records.map((record) => JSON.stringify(record)).join('\n'));
        const { status, text } = await container.run('sightline', 'record', '/data/records.ndjson');
        expect(status, text).toBe(0);
        const bad = await container.run('sh', '-c', 'echo bad | sightline record -');
        expect(bad.status, bad.text).toBe(1);
        expect(await readFile(join(folder, 'stdin.rejected.ndjson'), 'utf8')).toContain('"bad"');
      });
      expect((await container.run(...check)).status).not.toBe(0);
      await whileServing(served, async () => expect(await brandsOf(url)).toEqual(['acme-crm']));
    });
  }, 600_000);

  it('uses the PostgreSQL of DATABASE_URL, and then needs no data of its own', async () => {
    await using db = await testDatabase();
    await using proxy = await proxyTo(db.url);
    await inContainer({ DATABASE_URL: proxy.url }, async (served) => {
      await whileServing(served, async () => {
        expect((await served.container.run(...check)).status).toBe(0);
        expect(await brandsOf(served.url)).toEqual([]);
        expect((await served.container.run('ls', '-A', '/data')).text.trim()).toBe('');
      });
    });
  }, 600_000);
});

/** Builds `image` over `base`, which is made where there is none. Only the format of Docker has health checks. */
function build(base: string, image: string): void {
  if (!hasImage(base)) execFileSync('test/container/base-image.sh', [base], { stdio: 'inherit' });
  const options = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--network', 'host'];
  buildah('build', ...options, '--tag', image, resolve('.'));
}

interface Served {
  readonly container: Container;
  readonly url: string;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function brandsOf(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/v1/brands`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = await response.json();
  return data.map(({ id }: { id: string }) => id);
}
