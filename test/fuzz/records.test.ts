// Whatever a line holds, it is either in the database or in the rejects file with its number and every fault: never neither, never both.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/recording/input/batches.js';
import { RecordingStopped, recordStream } from '../../src/recording/record.js';
import { rejectsFile } from '../../src/recording/rejects.js';
import { built, type Choices } from '../support/fuzz/choices.js';
import { chunksOf, type FuzzedInput, inputOf } from '../support/fuzz/input.js';
import { brands, foundation } from '../support/fuzz/records.js';
import { rounds, roundsOf, tellTotal, timeoutOf } from '../support/fuzz/rounds.js';
import { missingOf } from '../support/fuzz/stored.js';
import { differencesOf } from '../support/fuzz/tiles.js';
import { jsonLines } from '../support/json-lines.js';
import { recordAll } from '../support/records.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const db = await sharedDatabase((db) => recordAll(db, foundation));
const folder = await sharedFolder();

interface Rejected {
  readonly line: number;
  readonly faults: readonly { readonly field: string | null; readonly message: string }[];
  readonly text?: string;
  readonly base64?: string;
}

async function record({ chunks, limits }: Pick<FuzzedInput, 'chunks' | 'limits'>) {
  const path = join(folder, 'rejected.ndjson');
  await rm(path, { force: true });
  await using rejects = rejectsFile(path);
  const input = (async function* () {
    yield* chunks;
  })();
  const report = await recordStream(db, input, { rejects, limits });
  const text = await readFile(path, 'utf8').catch(() => '');
  const rejected: Rejected[] = jsonLines(text);
  return { report, rejected };
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);

/** Holds what became of an input against its lines. Resolves to how many there were. */
async function assertKept(input: Pick<FuzzedInput, 'chunks' | 'limits' | 'lines'>): Promise<number> {
  const { report, rejected } = await record(input);
  const byNumber = new Map(rejected.map((each) => [each.line, each]));
  expect(report.complete).toBe(true);
  expect(byNumber.size).toBe(rejected.length);
  expect([sum(report.rejected), sum(report.recorded)]).toEqual([rejected.length, input.lines.size - rejected.length]);
  for (const { line, faults, text, base64 } of rejected) {
    const kept = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    const given = input.lines.get(line);
    expect({ line, same: given && kept.equals(given.bytes), faults: faults.length > 0 }).toEqual({
      line,
      same: true,
      faults: true,
    });
    expect(faults.filter(({ message }) => message === '')).toEqual([]);
  }
  for (const [number, { wrong }] of input.lines) {
    const named = new Set(byNumber.get(number)?.faults.map(({ field }) => field));
    expect({ number, unnamed: wrong.filter((field) => !named.has(field)) }).toEqual({ number, unnamed: [] });
  }
  const accepted = [...input.lines].filter(([number]) => !byNumber.has(number)).map(([, { bytes }]) => bytes);
  expect(await missingOf(db, accepted)).toEqual([]);
  return input.lines.size;
}

describe('the recorder', () => {
  it(
    'loses no line, whatever it holds',
    async () => {
      let lines = 0;
      const property = fc.asyncProperty(built(inputOf, 800), async (input) => {
        lines += await assertKept(input);
      });
      const numRuns = Math.ceil(roundsOf(50) / 20);
      await fc.assert(property, { ...rounds(1), numRuns });
      tellTotal('records', lines);
      expect(await differencesOf(db, brands)).toEqual([]);
    },
    timeoutOf(50),
  );

  it(
    'records what was lost of a damaged file when the whole one comes',
    async () => {
      const property = fc.asyncProperty(built(damagedOf, 300), async ({ damaged, whole }) => {
        const stopped = await record(damaged).catch((error: unknown) => error);
        if (stopped instanceof Error) {
          expect(stopped).toBeInstanceOf(RecordingStopped);
          expect(stopped.message).toMatch(/gzip data is truncated or corrupt/);
        }
        await assertKept(whole);
      });
      await fc.assert(property, rounds(1));
    },
    timeoutOf(1),
  );

  it('takes a line of 50 MB, and keeps the head of one that is longer than any may be', async () => {
    const run = {
      type: 'run',
      id: 'f00d0003-0000-4000-8000-000000000001',
      promptId: foundation.at(-1)?.id,
      model: 'chatgpt',
    };
    const line = (bytes: number) =>
      Buffer.from(
        `${JSON.stringify({ ...run, provider: 'p', createdAt: '2026-03-01T00:00:00Z', answer: 'ä'.repeat(bytes / 2) })}\n`,
      );
    const chunks = [
      ...chunksOf(line(50_000_000), 1_000_000),
      ...chunksOf(line(66_000_000), 1_000_000),
      Buffer.from('{"type":"model","id":"m","label":"after"}'),
    ];
    const { report, rejected } = await record({ chunks, limits });
    expect(report).toMatchObject({ complete: true, lines: 3, recorded: { run: 1, model: 1 } });
    expect(rejected.map(({ line: number }) => number)).toEqual([2]);
    const { rows } = await db.pool.query('select length(text) as length from answer where run_id = $1', [run.id]);
    expect(rows).toEqual([{ length: 25_000_000 }]);
  });
});

function damagedOf(choices: Choices) {
  const { lines, limits: most } = inputOf(choices);
  const text = Buffer.concat([...lines.values()].flatMap(({ bytes }) => [bytes, Buffer.from('\n')]));
  const bytes = gzipSync(text);
  const cut = Buffer.from(bytes.subarray(0, choices.rarely(3) ? bytes.length : choices.below(bytes.length)));
  for (let left = choices.below(3); left > 0 && cut.length > 2; left--) {
    const at = 2 + choices.below(cut.length - 2);
    cut[at] = (cut[at] ?? 0) ^ (1 << choices.below(8));
  }
  const numbered = new Map([...lines.values()].map((line, index) => [index + 1, line]));
  const whole = { chunks: chunksOf(bytes, 65_536), lines: numbered, limits: most };
  return { damaged: { chunks: chunksOf(cut, 1_000), limits: most }, whole };
}
