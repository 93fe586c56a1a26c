// Webhooks lead into no private network: not when they are added, and not later, when their host leads elsewhere.

import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it } from 'vitest';
import { isInner, parseUrl } from '../../src/notify/address.js';
import { runCommand } from '../support/command.js';
import { addHook, notifyOnce, runsOn } from '../support/notifying.js';
import { openReceiver } from '../support/receiver.js';
import { fillTables } from '../support/rows.js';
import { shared, sharedDatabase } from '../support/shared.js';

const addressOf = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('an address', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', 'fc00::1'],
    ...['fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:a00:1::1'],
  ])('%s is an inner one', (address) => {
    expect(isInner(addressOf(address))).toBe(true);
  });

  it.each(['8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is not',
    (address) => {
      expect(isInner(addressOf(address))).toBe(false);
    },
  );
});

describe('a URL', () => {
  it.each([
    ...['ftp://example.com/x', 'file:///etc/passwd', 'javascript:alert(1)', 'not a url', '//example.com', ''],
    ...['https://me:hidden@example.com/', 'https://hidden@example.com/', `https://example.com/${'x'.repeat(2_000)}`],
  ])('%s is refused, without a word of it', (url) => {
    const fault = parseUrl(url);
    expect(fault).toMatchObject({ field: 'url' });
    expect(JSON.stringify(fault)).not.toMatch(/hidden|passwd|alert|xxx/);
  });
});

describe('a webhook', async () => {
  const db = await sharedDatabase((db) => fillTables(db, [...runsOn(3, true), ...runsOn(10, false)]));
  const receiver = await shared(openReceiver());
  // Each test sends to its own webhooks alone.
  afterEach(() => db.pool.query('delete from webhook; delete from notice'));

  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]', 'localhost'],
    ...['①②⑦.⓪.⓪.①', '127。0。0。1', '0x7f000001', '127.0.1', 'LOCALHOST', '[::]', '[0:0:0:0:0:ffff:7f00:1]'],
    ...['[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '[fd00:ec2::254]', '%31%32%37.0.0.1'],
    ...['127.0.0.1.', '0177.0.0.1', '169.254.169.254', '2852039166', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
  ])('of %s is refused unless that is allowed', async (host) => {
    const argv = ['webhooks', 'add', '--brand', 'acme-crm', '--url', `http://${host}:9/hidden`];
    const { status, out, stderr } = await runCommand(argv, { DATABASE_URL: db.url });
    expect([status, out]).toEqual([2, '']);
    expect(stderr).toMatch(/private network.*--allow-private/);
    expect(stderr).not.toContain('hidden');
    expect((await runCommand([...argv, '--allow-private'], { DATABASE_URL: db.url })).status).toBe(0);
  });

  it('of a host that is not known is refused', async () => {
    const url = 'https://no-such-host.invalid/';
    await expect(addHook(db, url, { allowPrivate: false })).rejects.toThrow(/cannot be found/);
  });

  it('whose host leads to an inner address by the time it is sent, or to one among others, is not connected to', async () => {
    const port = new URL(receiver.url).port;
    const url = `http://hooks.example:${port}/`;
    const outer = async () => [addressOf('8.8.8.8')];
    await addHook(db, url, { allowPrivate: false, resolve: outer });
    const inner = async () => [addressOf('8.8.8.8'), addressOf('127.0.0.1')];
    const { status, said } = await notifyOnce(db, { resolve: inner });
    expect(status).toBe(1);
    expect(said).toMatch(/private network/);
    expect(receiver.received).toEqual([]);
  });

  it('is looked up once, and connected to where that led', async () => {
    const port = new URL(receiver.url).port;
    await addHook(db, `http://hooks.example:${port}/x`, { allowPrivate: true });
    let lookUps = 0;
    const resolve = async () => {
      lookUps += 1;
      return [addressOf(lookUps === 1 ? '127.0.0.1' : '8.8.8.8')];
    };
    expect((await notifyOnce(db, { resolve })).status).toBe(0);
    expect([lookUps, receiver.received[0]?.headers.host]).toEqual([1, `hooks.example:${port}`]);
  });
});
