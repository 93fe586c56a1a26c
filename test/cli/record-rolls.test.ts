// A recording ends with tiles that are up to date, and does not wait for what others recorded.

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { recordInput } from '../../src/cli/record/record.js';
import { brandsToRoll } from '../../src/tiles/roll/due.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

it('updates the tiles of the brands that it recorded, and leaves those of others to the server', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  const { brand, otherBrand } = smallWorldIds;
  expect(await brandsToRoll(db)).toEqual([brand, otherBrand].sort());
  const again = smallWorld().find((record) => record.type === 'prompt' && record.brandId === otherBrand);
  const bytes = [Buffer.from(`${JSON.stringify(again)}\n`)];
  const input = { bytes: toStream(bytes), size: null, rejectsPath: '/dev/null/no-line-is-rejected' };
  const terminal = { ...silent, writeErr: (text: string) => expect.fail(text) };
  expect(await recordInput(db, input, { terminal, stream: quiet() })).toBe(0);
  expect(await brandsToRoll(db)).toEqual([brand]);
});

const silent = { writeOut: () => {}, hasColors: false };

async function* toStream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

// safe because nothing but writing is asked of it
const quiet = () => new PassThrough() as unknown as NodeJS.WriteStream;
