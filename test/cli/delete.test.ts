// `sightline delete` and `sightline retain` from the command line, beside an application that is running.

import { expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()));
const { brand, prompts, otherBrand } = smallWorldIds;

const sightline = (...argv: readonly string[]) => runCommand(argv, { DATABASE_URL: db.url });
const runsOf = async (id: string) =>
  (await app.graphql('query ($id: ID!) { brand(id: $id) { runs } }', { id })).body.data.brand?.runs ?? null;

it('says what it would delete, and deletes nothing without --yes', async () => {
  const { status, stderr } = await sightline('delete', '--brand', brand);
  expect([status, stderr]).toEqual([
    2,
    'This would delete 1 brand, 2 prompts and 10 runs, for good. Nothing was deleted; repeat the command with --yes.\n',
  ]);
  expect(await runsOf(brand)).toBe(10);
});

it('counts what is named twice once, and names what is not there', async () => {
  const none = '6f1f0000-0000-4000-8000-00000000dead';
  const whole = await sightline('delete', '--brand', brand, brand, 'acme-cmr', '--prompt', prompts.best, none);
  expect(whole.stderr).toBe(
    `Nothing here has the id ${none}, acme-cmr: deleted already, or mistyped.\nThis would delete 1 brand, 2 prompts and 10 runs, for good. Nothing was deleted; repeat the command with --yes.\n`,
  );
  const run = '0c9d0000-0000-4000-8000-000000000009';
  const runs = await sightline('delete', '--prompt', prompts.best, '--run', run, run.toUpperCase(), none);
  expect(runs.stderr).toMatch(`id ${none}:`);
  expect(runs.stderr).toMatch('would delete 0 brands, 0 prompts and 1 run,');
  const other = await sightline('delete', '--prompt', prompts.best, prompts.best);
  expect(other.stderr).toMatch('would delete 0 brands, 1 prompt and ');
});

it('refuses what it cannot understand, all of it at once', async () => {
  const { status, stderr } = await sightline('delete', '--run', 'x');
  expect(status).toBe(2);
  for (const part of [/Name what to delete/, /one --prompt/, /"x" is not a UUID/]) expect(stderr).toMatch(part);
  const bad = await sightline('retain', '--answers', 'soon', '--brand', 'none');
  expect(bad.stderr).toMatch(/--answers must be a duration.*There is no brand "none"/);
  expect((await sightline('retain')).stderr).toMatch(/--runs 400d/);
  const months = await sightline('retain', '--runs', '12m');
  expect([months.status, months.stderr]).toEqual([2, expect.stringMatching(/--runs must be a duration .*days \(d\)/)]);
});

it('removes the texts of older answers, and then older runs', async () => {
  // The runs are of 1 to 5 March 2026, two a day.
  const days = (date: string) => `${Math.floor((Date.now() - Date.parse(date)) / 3_600_000)}h`;
  const { status, out } = await sightline(
    'retain',
    ...['--answers', days('2026-03-04T00:00:00Z'), '--runs', days('2026-03-02T00:00:00Z'), '--brand', brand],
  );
  expect([status, out]).toEqual([0, 'acme-crm: removed the texts of 6 answers and 2 runs.\n']);
  expect(await runsOf(brand)).toBe(8);
  const { rows } = await db.pool.query('select count(text)::int as texts from answer where brand_id = $1', [brand]);
  expect(rows).toEqual([{ texts: 4 }]);
  const again = await sightline('retain', '--answers', '1d', '--brand', otherBrand);
  expect(again.out).toBe('other-brand: removed the texts of 1 answer and 0 runs.\n');
});

it('deletes runs, prompts and brands at once', async () => {
  const run = '0c9d0000-0000-4000-8000-000000000009';
  const one = await sightline('delete', '--prompt', prompts.best.toUpperCase(), '--run', run, '--yes');
  expect(one.out).toBe('Deleted 0 brands, 0 prompts and 1 run.\n');
  expect(await runsOf(brand)).toBe(7);
  const two = await sightline('delete', '--prompt', prompts.best, '--yes');
  expect(two.out).toBe('Deleted 0 brands, 1 prompt and 3 runs.\n');
  expect((await app.get(`/api/v1/prompts/${prompts.best}/runs?last=1y`)).status).toBe(404);
  const all = await sightline('delete', '--brand', brand, otherBrand, '--yes');
  expect(all.out).toBe('Deleted 2 brands, 2 prompts and 5 runs.\n');
  expect([await runsOf(brand), (await app.get('/api/v1/brands')).body.data]).toEqual([null, []]);
  const again = await sightline('delete', '--brand', brand, '--yes');
  expect([again.status, again.out]).toEqual([0, 'Deleted 0 brands, 0 prompts and 0 runs.\n']);
  expect(again.stderr).toBe('Nothing here has the id acme-crm: deleted already, or mistyped.\n');
});
