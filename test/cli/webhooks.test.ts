// `sightline webhooks` and `sightline notify` from the command line: what is printed, and what never is.

import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { isSigned, openReceiver } from '../support/receiver.js';
import { fillTables } from '../support/rows.js';
import { shared, sharedApp } from '../support/shared.js';

const { db } = await sharedApp((db) => fillTables(db, []));
const receiver = await shared(openReceiver());

const env = { DATABASE_URL: db.url, LOG_LEVEL: 'trace' };
const webhooks = (...argv: readonly string[]) => runCommand(['webhooks', ...argv], env);
const url = `${receiver.url}/path-of-the-hook`;
const addOne = async (...argv: readonly string[]) => {
  const { out } = await webhooks('add', '--brand', 'acme-crm', '--url', url, '--allow-private', '--json', ...argv);
  return JSON.parse(out) as { readonly id: string; readonly secret: string }; // safe because it prints these
};

describe('sightline webhooks', () => {
  it('shows the secret when one is added, and neither it nor the path of the URL again', async () => {
    const added = await webhooks('add', '--brand', 'acme-crm', '--url', url, '--allow-private');
    expect(added.status).toBe(0);
    const [, id = '', secret = ''] = /^id {6}(\S+)\nsecret {2}(whsec_[\w-]{43})\n$/.exec(added.out) ?? [];
    receiver.answer = (response) => void response.writeHead(500).end();
    const later = [
      await webhooks('list'),
      await webhooks('list', '--json'),
      await webhooks('test', id),
      await runCommand(['notify'], env),
      await webhooks('remove', id),
      await webhooks('remove', id),
    ];
    expect(later.map(({ status }) => status)).toEqual([0, 0, 1, 1, 0, 2]);
    const said = later.map(({ out, stderr }) => out + stderr).join('');
    expect(said).toContain(id);
    expect(said).not.toContain(secret);
    expect(said).not.toContain('path-of-the-hook');
    expect(receiver.received).toHaveLength(2);
  });

  it('posts a signed sample, says the status, and how it went by its own', async () => {
    const { id, secret } = await addOne();
    receiver.answer = (response) => void response.writeHead(201).end();
    expect(await webhooks('test', id)).toEqual({ status: 0, out: 'Accepted: status 201.\n', stderr: '' });
    const request = receiver.received.at(-1);
    expect(request && isSigned(request, secret)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ kind: 'test', brandId: 'acme-crm', brand: 'Acme CRM' });
    receiver.answer = (response) => void response.writeHead(404).end();
    expect(await webhooks('test', id)).toMatchObject({ status: 1, out: 'Not accepted: status 404.\n' });
    const slack = await addOne('--format', 'slack');
    await webhooks('test', slack.id);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '').text).toMatch(
      /^A test, none of it is true: \*Acme CRM\*: 1 signal/,
    );
  });

  it('refuses with every fault at once', async () => {
    const { status, stderr } = await webhooks('add', '--brand', 'x', '--url', 'ftp://a.b', '--format', 'xml');
    expect(status).toBe(2);
    expect(stderr).toMatch(/--url must begin with https.*--format must be json or slack/);
    const unknown = await webhooks('add', '--brand', 'none', '--url', url, '--allow-private');
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringMatching(/no brand "none"/)]);
    expect((await webhooks('test', 'x')).stderr).toMatch(/no webhook "x"/);
  });
});

describe('sightline notify', () => {
  it('refuses windows and zones that are none', async () => {
    const { status, stderr } = await runCommand(['notify', '--window', 'week', '--time-zone', '+02:00'], env);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--window must be a number of days.*--time-zone must be an IANA time zone/);
  });

  it('says where nobody is to be told', async () => {
    const { status, out, stderr } = await runCommand(['notify', '--brand', 'other-brand'], env);
    expect([status, out, stderr]).toEqual([
      0,
      'Sent 0 notices; 0 left to be sent.\n',
      'other-brand has no webhook: see sightline webhooks add.\n',
    ]);
    const unknown = await runCommand(['notify', '--brand', 'none'], env);
    expect([unknown.status, unknown.out, unknown.stderr]).toEqual([2, '', expect.stringMatching(/no brand "none"/)]);
  });
});
