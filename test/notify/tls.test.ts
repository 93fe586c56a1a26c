// Receivers with TLS: a certificate that nobody vouches for is refused; one of an authority that the operator trusts by Node's own setting is not.

import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../support/certificate.js';
import { testDatabase } from '../support/database.js';
import { addHook } from '../support/notifying.js';
import { startProgram } from '../support/program.js';
import { fillTables } from '../support/rows.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();
let certificate: Certificate;
beforeAll(async () => {
  certificate = makeCertificate(folder, 'DNS:localhost');
});

it('refuses a certificate that nobody vouches for, and takes that of an authority which the operator trusts', async () => {
  const received: string[] = [];
  const server = createServer(certificate, async (request, response) => {
    received.push(await text(request));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe because it listens at a port
  await using db = await testDatabase();
  await fillTables(db, []);
  const { id } = await addHook(db, `https://localhost:${port}/hidden`);
  const tested = async (env: Readonly<Record<string, string>>) => {
    const child = startProgram(['webhooks', 'test', id], { cwd: folder, env: { DATABASE_URL: db.url, ...env } });
    const [said, told, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { status, said: `${said}${told}` };
  };
  const refused = await tested({});
  expect([refused.status, received]).toEqual([1, []]);
  expect(refused.said).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT/);
  expect(refused.said).not.toMatch(/hidden|whsec_/);
  const accepted = await tested({ NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') });
  expect([accepted.status, received.length], accepted.said).toEqual([0, 1]);
  server.close();
});
