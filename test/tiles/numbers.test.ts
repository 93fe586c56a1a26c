import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/tiles/packed/bytes.js';
import { NumberReader, skipNumbers, writeNumbers } from '../../src/tiles/packed/numbers.js';

const upTo = (max: number) => fc.array(fc.nat(max), { maxLength: 300 });
const list = fc.oneof(
  fc.integer({ min: 0, max: 53 }).chain((bits) => upTo(2 ** bits - 1)),
  fc.tuple(fc.nat(300), fc.nat(2 ** 53 - 1)).map(([length, each]) => new Array<number>(length).fill(each)),
  fc.array(fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(2 ** 31)), { maxLength: 300 }),
  upTo(3).map((all) => all.map((each) => each + 1_750_000_000_000)),
);

describe('lists of numbers', () => {
  it('are read as they were written, one after another into the same array', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
        const to = new ByteWriter();
        for (const each of lists) writeNumbers(to, each, each.length);
        const from = new ByteReader(to.seal());
        const reader = new NumberReader();
        const read = ({ length }: readonly number[]) => [...reader.read(from, length).subarray(0, length)];
        for (const each of lists) expect(read(each)).toEqual(each);
        from.rewind();
        for (const [index, each] of lists.entries()) {
          if (index % 2 === 0) skipNumbers(from, each.length);
          else expect(read(each)).toEqual(each);
        }
        expect(from.done).toBe(true);
        expect(from.done).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('take as few bits as their range, and next to none where they are alike or mostly zero', () => {
    const bytesOf = (numbers: readonly number[]) => {
      const to = new ByteWriter();
      writeNumbers(to, numbers, numbers.length);
      return to.bare().length;
    };
    expect(bytesOf(Array.from({ length: 800 }, (_, at) => 1_000 + (at % 8)))).toBeLessThan(310);
    expect(bytesOf(new Array<number>(800).fill(7))).toBeLessThan(5);
    expect(bytesOf(Array.from({ length: 800 }, (_, at) => Number(at === 5) * 1_000_000))).toBeLessThan(110);
  });
});
