import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkBrands } from '../../src/cli/roll.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

it('says on a terminal which brand a check compares, and how much of it is done', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  // the bar draws what is new a few times a second: here a second passes whenever it looks
  let seconds = 0;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + 1_000 * seconds++);
  onTestFinished(() => now.mockRestore());
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  const { brand, otherBrand } = smallWorldIds;
  // safe because nothing but writing and `isTTY` is asked of it
  const reports = await checkBrands(db, [brand, otherBrand], stream as unknown as NodeJS.WriteStream);
  expect(reports.map(({ brandId, wrong }) => [brandId, wrong])).toEqual([
    [brand, []],
    [otherBrand, []],
  ]);
  const text = String(stream.read());
  expect(text).toMatch(new RegExp(`comparing ${brand} \\(1 of 2\\), \\d+ of ${reports[0]?.checked} figures`));
  expect(text).toMatch(new RegExp(`comparing ${otherBrand} \\(2 of 2\\), \\d+ of ${reports[1]?.checked} figures`));
});
