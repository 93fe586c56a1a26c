// `sightline keys` from the command line, beside an application that is running.

import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, []));

const keys = (...argv: readonly string[]) => runCommand(['keys', ...argv], { DATABASE_URL: db.url });
const brands = async (key: string) => (await app.graphql('{ brands { id } }', {}, key)).body;

describe('sightline keys create', () => {
  it('prints the key alone, which works at once', async () => {
    const { status, out, stderr } = await keys('create', '--org', 'acme', '--name', 'script');
    expect(status).toBe(0);
    expect(out).toMatch(/^sightline_[0-9a-f]{16}_[0-9a-f]{64}\n$/);
    expect(stderr).toMatch(/shown only once/);
    expect((await brands(out.trim())).data.brands).toEqual([{ id: 'acme-crm' }, { id: 'acme-desk' }]);
  });

  it('narrows a key to the brands that are named, once or several at a time', async () => {
    const { out } = await keys('create', '--org', 'acme', '--name', 'x', '--brand', 'acme-desk', '--json');
    const { id, key, ...rest } = JSON.parse(out);
    expect(key).toContain(id);
    expect(rest).toEqual({
      ...{ organizationId: 'acme', name: 'x', brandIds: ['acme-desk'], expiresAt: null },
      record: false,
    });
    expect((await brands(key)).data.brands).toEqual([{ id: 'acme-desk' }]);
    const both = await keys('create', '--org', 'acme', '--name', 'x', '--brand', 'acme-desk', 'acme-crm', '--json');
    expect(JSON.parse(both.out).brandIds).toEqual(['acme-desk', 'acme-crm']);
  });

  it('lets a key expire at a moment or after a while', async () => {
    const expiry = async (when: string) => {
      const { out } = await keys('create', '--org', 'acme', '--name', 'x', '--expires', when, '--json');
      return new Date(JSON.parse(out).expiresAt).getTime();
    };
    expect(await expiry('2999-01-01T00:00:00+01:00')).toBe(Date.parse('2998-12-31T23:00:00Z'));
    const before = Date.now();
    const days = await expiry('90d');
    expect(days).toBeGreaterThanOrEqual(before + 90 * 86_400_000);
    expect(days).toBeLessThanOrEqual(Date.now() + 90 * 86_400_000);
  });

  it('prints an address that opens the dashboard, of this machine or of a server', async () => {
    const link = async (...more: readonly string[]) =>
      (await keys('create', '--org', 'acme', '--name', 'x', '--brand', 'acme-desk', '--link', ...more)).out.trim();
    const [address = '', key = ''] = (await link()).split('#key=');
    expect(address).toBe('http://localhost:4000/?brand=acme-desk');
    expect((await brands(key)).data.brands).toEqual([{ id: 'acme-desk' }]);
    expect(await link('https://sightline.example.com')).toMatch(
      /^https:\/\/sightline\.example\.com\/\?brand=acme-desk#key=/,
    );
    const page = 'https://sightline.example.com/prompts?from=2026-10-01&to=2026-10-31&tag=a%2Cb';
    expect(await link(page)).toMatch(new RegExp(`^${page.replaceAll(/[.?]/g, '\\$&')}&brand=acme-desk#key=`));
    expect(await link('https://a.example/?brand=acme-desk#key=x')).toMatch(
      /^https:\/\/a\.example\/\?brand=acme-desk#key=sightline_/,
    );
    for (const [given, why] of [
      [['javascript:alert(1)'], /no http or https address/],
      [
        ['https://a.example/?brand=acme-crm', '--brand', 'acme-desk'],
        /shows the brand "acme-crm", which the key cannot read/,
      ],
      [['https://a.example/?brand=other-brand'], /"acme" has no brand "other-brand"/],
      [['https://a.example', '--record'], /may record/],
    ] as const) {
      const { status, out, stderr } = await keys('create', '--org', 'acme', '--name', 'x', '--link', ...given);
      expect([status, out]).toEqual([2, '']);
      expect(stderr).toMatch(why);
    }
  });

  it('refuses with every fault at once', async () => {
    const { status, out, stderr } = await keys(
      ...['create', '--org', 'acme', '--name', ' ', '--brand', 'other-brand', 'none', '--expires', 'soon'],
    );
    expect([status, out]).toEqual([2, '']);
    for (const part of [
      /name must not be empty/,
      /expires must be.*90d/,
      /"acme" has no brand "other-brand"/,
      /no brand "none"/,
    ]) {
      expect(stderr).toMatch(part);
    }
  });

  it.each([
    ['an unknown organization', ['--org', 'nobody', '--name', 'x'], /no organization "nobody"/],
    [
      'a moment in the past',
      ['--org', 'acme', '--name', 'x', '--expires', '2001-01-01T00:00:00Z'],
      /must be in the future/,
    ],
    ['a bare date', ['--org', 'acme', '--name', 'x', '--expires', '2999-01-01'], /bare date/],
    ['no name', ['--org', 'acme'], /required option '--name/],
    ['no organization', ['--name', 'x'], /required option '--org/],
  ])('refuses %s', async (_, argv, message) => {
    const { status, stderr } = await keys('create', ...argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('sightline keys list and revoke', () => {
  it('shows every key without its secret, and refuses one from then on', async () => {
    const { id, key } = JSON.parse((await keys('create', '--org', 'other', '--name', 'old', '--json')).out);
    const listed = await keys('list');
    expect(listed.out).toMatch(new RegExp(`^${id} +other +old +all +read +\\S+ +valid$`, 'm'));
    expect(listed.out).not.toContain(key.split('_')[2]);
    expect((await keys('revoke', id)).status).toBe(0);
    expect((await brands(key)).errors[0].extensions.code).toBe('unauthorized');
    expect((await keys('list')).out).toMatch(new RegExp(`^${id} .* revoked `, 'm'));
    const asJson = JSON.parse((await keys('list', '--json')).out);
    expect(asJson.find((each: { id: string }) => each.id === id)).toMatchObject({ name: 'old', brandIds: null });
  });

  it('does not know a key that was never made', async () => {
    const { status, stderr } = await keys('revoke', 'nothing');
    expect(status).toBe(2);
    expect(stderr).toMatch(/no key "nothing"/);
  });
});
