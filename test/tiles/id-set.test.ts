import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/tiles/packed/bytes.js';
import { IdSet, readSet } from '../../src/tiles/packed/id-set.js';

const ids = fc.oneof(
  fc.array(fc.nat(300_000)),
  fc.array(fc.nat(200), { maxLength: 400 }),
  fc.tuple(fc.nat(100_000), fc.nat(500)).map(([from, length]) => Array.from({ length }, (_, at) => from + at)),
);

function setOf(members: readonly number[]): IdSet {
  const set = new IdSet();
  for (const id of members) set.add(id);
  return set;
}

const ascending = (members: Iterable<number>) => [...new Set(members)].sort((a, b) => a - b);

describe('IdSet', () => {
  it('holds each id once, ascending', () => {
    fc.assert(
      fc.property(ids, (members) => {
        const set = setOf(members);
        expect([...set]).toEqual(ascending(members));
        expect(set.size).toBe(new Set(members).size);
      }),
    );
  });

  it('merges with what another set stored, and reads no more than that', () => {
    fc.assert(
      fc.property(ids, ids, ids, (mine, skipped, theirs) => {
        const to = new ByteWriter();
        setOf(skipped).write(to);
        setOf(theirs).write(to);
        const from = new ByteReader(to.seal());
        const set = setOf(mine);
        readSet(from);
        set.mergeDecoded(readSet(from));
        expect(from.done).toBe(true);
        expect([...set]).toEqual(ascending([...mine, ...theirs]));
      }),
    );
  });

  it('counts what it has in common with a mask', () => {
    fc.assert(
      fc.property(ids, ids, (mine, mask) => {
        expect(setOf(mine).sizeWithin(setOf(mask))).toBe([...new Set(mine)].filter((id) => mask.includes(id)).length);
      }),
    );
  });

  it('stores a dense set as a bitmap and a sparse one as gaps', () => {
    const stored = (members: readonly number[]) => {
      const to = new ByteWriter();
      setOf(members).write(to);
      return to.bare().length;
    };
    expect(stored(Array.from({ length: 8_000 }, (_, at) => at))).toBeLessThan(1_010);
    expect(stored([1, 250_000])).toBeLessThan(10);
  });
});
