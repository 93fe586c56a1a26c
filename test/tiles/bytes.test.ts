import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, CorruptBlock } from '../../src/tiles/packed/bytes.js';

const numbers = fc.array(fc.maxSafeNat(), { maxLength: 2_000 });

function sealed(values: readonly number[]): Buffer {
  const to = new ByteWriter();
  for (const value of values) to.varint(value);
  return to.seal();
}

describe('blocks', () => {
  it('give back the numbers that were written, up to 2^53 − 1', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const from = new ByteReader(sealed(values));
        expect(values.map(() => from.varint())).toEqual(values);
        expect(from.done).toBe(true);
      }),
    );
  });

  it('refuse to be read when one bit of them changed', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.nat(7), (values, place, bit) => {
        const block = sealed(values);
        const at = place % block.length;
        block[at] = (block[at] ?? 0) ^ (1 << bit);
        expect(() => new ByteReader(block)).toThrow(CorruptBlock);
      }),
    );
  });

  it('refuse to be read when they are cut short', () => {
    const block = sealed([1, 2, 3]);
    for (let length = 0; length < block.length; length++) {
      expect(() => new ByteReader(block.subarray(0, length))).toThrow(CorruptBlock);
    }
  });
});
