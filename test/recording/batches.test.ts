import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Batch, batchesOf, limits } from '../../src/recording/input/batches.js';
import { prepare } from '../../src/recording/prepare/prepare.js';

const line = (id: string) => `{"type":"organization","id":"${id}","name":"n"}`;
const both = ['a', 'b'].map((id, index) => [index + 1, line(id)] as const);

/** What does not compress, the same every time. */
const noise = (index: number) => createHash('sha256').update(String(index)).digest('hex');

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(
  batches: AsyncIterable<Batch>,
): Promise<{ readonly batches: readonly Batch[]; readonly error: unknown }> {
  const all: Batch[] = [];
  try {
    for await (const batch of batches) all.push(batch);
    return { batches: all, error: null };
  } catch (error) {
    return { batches: all, error };
  }
}

/** Number and content of every line, and what went wrong at the end. */
async function read(text: string | Buffer, most = {}, pieceBytes = 7) {
  const bytes = Buffer.from(text);
  const { batches, error } = await collect(batchesOf(inPieces(bytes, pieceBytes), { ...limits, ...most }));
  const whole = batches.flatMap((batch) => batch.lines);
  return { batches, error, lines: whole.map((each) => [each.number, each.bytes.toString()]), whole };
}

describe('batchesOf', () => {
  it.each<[string, string | Buffer, readonly (readonly [number, string])[]]>([
    ['lines', `${line('a')}\n${line('b')}\n`, both],
    ['a last line without an end', `${line('a')}\n${line('b')}`, both],
    ['lines that end in CRLF', `${line('a')}\r\n${line('b')}\r\n`, both],
    ['a byte order mark', `\ufeff${line('a')}\n`, [[1, line('a')]]],
    [
      'blank lines, which count',
      `\n \t\r\n${line('a')}\n\n\n${line('b')}\n\n`,
      [
        [3, line('a')],
        [6, line('b')],
      ],
    ],
    ['characters of several bytes', `${line('日本😀é')}\n`, [[1, line('日本😀é')]]],
    ['gzip', gzipSync(`${line('a')}\n${line('b')}\n`), both],
    ['gzip of several members', Buffer.concat([gzipSync(`${line('a')}\n`), gzipSync(line('b'))]), both],
    ['nothing', '', []],
    ['one byte', '{', [[1, '{']]],
  ])('reads %s, in pieces of any size', async (_, text, expected) => {
    for (const pieceBytes of [1, 2, 7, 1_000]) {
      const { lines, error } = await read(text, {}, pieceBytes);
      expect(error).toBeNull();
      expect(lines).toEqual(expected);
    }
  });

  it('ends a batch by its records and by its bytes, and says where it ends', async () => {
    const text = Array.from({ length: 7 }, (_, index) => `${line(String(index))}\n`).join('');
    const byRecords = await read(text, { records: 3 });
    expect(byRecords.batches.map(({ lines, bytes }) => [lines.at(-1)?.number, bytes])).toEqual([
      [3, 3 * 44],
      [6, 6 * 44],
      [7, 7 * 44],
    ]);
    const byBytes = await read(text, { bytes: 80 });
    expect(byBytes.batches.map(({ lines }) => lines.at(-1)?.number)).toEqual([2, 4, 6, 7]);
  });

  it('refuses a line that is too long, keeps its head and goes on', async () => {
    const long = `{"text":"${'é'.repeat(100_000)}"}`;
    const { whole, lines } = await read(`${line('a')}\n${long}\n${line('b')}\n`, { lineBytes: 100_000 }, 5_000);
    expect(lines.map(([number]) => number)).toEqual([1, 2, 3]);
    expect(lines[1]?.[1]).toBe(long.slice(0, 9 + (65_536 - 10) / 2));
    const { entries } = prepare(whole, 100_000);
    expect(entries[1]).toMatchObject({
      faults: [
        {
          message: 'The line is 200011 bytes long; the maximum is 100000. Only its first 65535 bytes are kept here.',
        },
      ],
    });
    expect(entries[2]).toHaveProperty('record');
  });

  it('yields the whole lines of gzip data that is cut short, then fails', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `${line(noise(index))}\n`).join('');
    const zipped = gzipSync(text);
    const { lines, error } = await read(zipped.subarray(0, zipped.length / 2), {}, 10_000);
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.every(([, each]) => String(each).endsWith('"n"}'))).toBe(true);
    expect(String(error)).toMatch(/the gzip data is truncated or corrupt/);
  });

  it('yields the whole lines of gzip data that is damaged, then fails', async () => {
    const zipped = gzipSync(Array.from({ length: 5_000 }, (_, index) => `${line(noise(index))}\n`).join(''));
    const middle = Math.floor(zipped.length / 2);
    zipped.fill(0xff, middle, middle + 50);
    const { lines, error } = await read(zipped, {}, 10_000);
    expect(lines.length).toBeGreaterThan(100);
    expect(String(error)).toMatch(/the gzip data is truncated or corrupt/);
  });

  it('yields what came before the input failed', async () => {
    async function* failing() {
      yield Buffer.from(`${line('a')}\n${line('b')}\n{"type"`);
      throw new Error('the disk is gone');
    }
    const { batches, error } = await collect(batchesOf(failing(), limits));
    expect(batches.flatMap((batch) => batch.lines)).toHaveLength(2);
    expect(error).toEqual(new Error('the disk is gone'));
  });
});
