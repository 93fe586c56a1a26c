import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchesOf, limits } from '../../src/recording/input/batches.js';
import type { Line } from '../../src/recording/input/lines.js';
import { openPreparer, openSharedPreparer } from '../../src/recording/prepare/preparer.js';
import { withOwnThreads } from '../support/own-threads.js';
import { base, run } from '../support/recorded.js';
import { manyLines } from '../support/recording-process.js';
import { seen } from '../support/seen.js';

const odd = [
  '{"type":"run"}\n',
  'no json\n',
  `${JSON.stringify(run({ answer: 'a\tb\\c\nd 😀', brandMentioned: null, competitorsMentioned: null }))}\n`,
  `${JSON.stringify({ ...base[6], text: 'é'.repeat(100_000) })}\n`,
  `${JSON.stringify(run({ assessments: { competitors: JSON.parse('{"__proto__": {"mentioned": true}}') } }))}\n`,
];

async function linesOf(texts: readonly string[]): Promise<readonly (readonly Line[])[]> {
  async function* bytes() {
    yield Buffer.from(texts.join(''));
  }
  const all: (readonly Line[])[] = [];
  for await (const { lines } of batchesOf(bytes(), { ...limits, records: 50, lineBytes: 100_000 })) all.push(lines);
  return all;
}

/** A line that takes long to prepare. */
function longLine(): readonly Line[] {
  const bytes = Buffer.from(JSON.stringify(run({ answer: 'Acme and others. '.repeat(3_000_000) })));
  return [{ number: 1, bytes, length: bytes.length, end: bytes.length }];
}

describe('openPreparer', () => {
  it('prepares the same in a thread of its own as here, in the order of the calls', async () => {
    const batches = await linesOf([...manyLines(150), ...odd]);
    await using here = openPreparer({ lineBytes: 100_000, inlineBytes: Number.POSITIVE_INFINITY });
    await using beside = openPreparer({ lineBytes: 100_000, inlineBytes: 0 });
    const expected = await Promise.all(batches.map((lines) => here.prepare(lines)));
    const found = await Promise.all(batches.map((lines) => beside.prepare(lines)));
    expect(found).toHaveLength(4);
    for (const [index, { entries, rows }] of found.entries()) {
      expect(entries).toEqual(expected[index]?.entries);
      expect(rows.pages).toEqual(expected[index]?.rows.pages);
      expect(rows.cited).toEqual(expected[index]?.rows.cited);
      for (const sheet of ['runs', 'answers', 'citations'] as const) {
        expect(Buffer.from(rows[sheet].bytes)).toEqual(expected[index]?.rows[sheet].bytes);
        expect(rows[sheet].ends).toEqual(expected[index]?.rows[sheet].ends);
      }
    }
  });

  it('leaves the lines to whoever gave them', async () => {
    const [lines = []] = await linesOf([...base].map((record) => `${JSON.stringify(record)}\n`));
    const before = lines.map(({ bytes }) => bytes.toString());
    await using beside = openPreparer({ lineBytes: limits.lineBytes, inlineBytes: 0 });
    await beside.prepare(lines);
    expect(lines.map(({ bytes }) => bytes.toString())).toEqual(before);
  });

  it('replaces a thread that fails', async () => {
    const [lines = []] = await linesOf([...base].map((record) => `${JSON.stringify(record)}\n`));
    await withOwnThreads(async (threads) => {
      await using beside = openPreparer({ lineBytes: limits.lineBytes, inlineBytes: 0 });
      const waiting = expect(beside.prepare(longLine())).rejects.toThrow('has exited.');
      await setImmediate();
      await threads[0]?.terminate();
      await waiting;
      expect((await beside.prepare(lines)).entries).toHaveLength(base.length);
      expect(threads).toHaveLength(2);
    });
  });

  it('refuses everything once its thread has ended', async () => {
    const [lines = []] = await linesOf([...base].map((record) => `${JSON.stringify(record)}\n`));
    const ended = openPreparer({ lineBytes: limits.lineBytes, inlineBytes: 0 });
    const waiting = expect(ended.prepare(lines)).rejects.toThrow('The worker thread prepare-thread has exited.');
    await ended[Symbol.asyncDispose]();
    await waiting;
    await expect(ended.prepare(lines)).rejects.toThrow('The worker thread prepare-thread has exited.');
  });
});

describe('openSharedPreparer', () => {
  it('lets no short lines wait for long ones', async () => {
    const [short = []] = await linesOf(manyLines(1));
    const long = longLine();
    await using shared = openSharedPreparer({ lineBytes: limits.lineBytes, inlineBytes: 0 });
    const order = async () => {
      const ended: string[] = [];
      await Promise.all([
        shared.prepare(long).then(() => ended.push('long')),
        shared.prepare(short).then(() => ended.push('short')),
      ]);
      return ended;
    };
    // On a busy machine the thread for short ones may start last.
    expect(await seen(order, ([first]) => first === 'short')).toEqual(['short', 'long']);
  });
});
