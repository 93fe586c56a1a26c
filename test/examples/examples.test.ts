// The examples do what they say, as processes of their own against a server on a port.

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { restErrorBody } from '../../src/server/context/http-response.js';
import { fillTables } from '../support/rows.js';
import { shared, sharedApp } from '../support/shared.js';

const runs = Array.from({ length: 130 }, (_, index) => ({
  at: new Date(Date.now() - (index + 1) * 3_600_000).toISOString(),
  model: `model-${1 + (index % 2)}`,
  names: index % 4 === 0 ? [] : ([[0, 1, 1]] as const),
}));

const { app } = await sharedApp((db) => fillTables(db, runs));
const server = await shared(app.listen({ host: '127.0.0.1', port: 0 }));

/** What an example prints. */
async function run(command: string, args: readonly string[], url = server.url, key = app.adminKey) {
  const env = { ...process.env, SIGHTLINE_URL: url, SIGHTLINE_KEY: key };
  return promisify(execFile)(command, [...args], { env });
}

const node = (file: string, ...where: readonly string[]) => run(process.execPath, ['--import', 'tsx', file], ...where);

/** A front to the server that refuses the second request, as the limit of a minute does, but for a second. */
async function openFront() {
  let asked = 0;
  const front = createServer(async ({ url, headers }, response) => {
    asked += 1;
    if (asked === 2) {
      response.writeHead(429, { 'Retry-After': '1' }).end(JSON.stringify(restErrorBody(refusal)));
      return;
    }
    const answer = await fetch(`${server.url}${url}`, { headers: { authorization: headers.authorization ?? '' } });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo; // safe because it listens on a port
  const close = () => {
    front.closeAllConnections();
    return new Promise<void>((resolve) => front.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

const refusal = { code: 'rate_limited', message: 'The rate limit is exceeded.' } as const;

describe('the REST client', () => {
  it('reads every page', async () => {
    const { stdout } = await node('examples/rest-client.ts');
    expect(stdout).toBe('"best crm": who names Acme CRM\nmodel-1: 32 of 65 runs\nmodel-2: 65 of 65 runs\n');
  });

  it('waits as long as Retry-After says where a limit is used up', async () => {
    await using front = await openFront();
    const { stdout, stderr } = await node('examples/rest-client.ts', front.url);
    expect(stderr).toBe('429: waiting 1 s\n');
    expect(stdout).toContain('model-1: 32 of 65 runs');
  });

  it('says what is wrong where waiting does not help', async () => {
    const failure = await node('examples/rest-client.ts', server.url, 'wrong').catch(
      (error: { stderr: string }) => error,
    );
    expect(failure.stderr).toContain('401 unauthorized: The API key is invalid.');
  });
});

describe('the curl script', () => {
  it("prints a brand's analytics as JSON", async () => {
    const { stdout } = await run('bash', ['examples/summary.sh', 'acme-crm']);
    expect(JSON.parse(stdout).totals.runs).toBe(130);
  });

  it('prints what is wrong, and fails', async () => {
    const failure = await run('bash', ['examples/summary.sh', 'nope']).catch(
      (error: { stdout: string; code: number }) => error,
    );
    expect(JSON.parse(failure.stdout).code).toBe('not_found');
    expect('code' in failure && failure.code).not.toBe(0);
  });
});
