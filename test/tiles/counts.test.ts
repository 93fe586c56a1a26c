import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/tiles/packed/bytes.js';
import { type Cited, Counts, skipCited, writeCited } from '../../src/tiles/packed/counts.js';

const additions = fc.oneof(
  fc.array(fc.tuple(fc.nat(300_000), fc.integer({ min: 1, max: 5_000_000_000 }))),
  fc.array(fc.tuple(fc.nat(40), fc.constant(1)), { maxLength: 500 }),
);
type Additions = readonly (readonly [id: number, times: number])[];

function countsOf(list: Additions): Counts {
  const counts = new Counts();
  for (const [id, times] of list) counts.add(id, times);
  return counts;
}

/** The same by a plain map. */
function expected(list: Additions): readonly (readonly number[])[] {
  const sums = new Map<number, number>();
  for (const [id, times] of list) sums.set(id, (sums.get(id) ?? 0) + times);
  return [...sums].sort(([a], [b]) => a - b);
}

const pairs = ({ ids, times }: Cited) => Array.from(ids, (id, at) => [id, times[at]]);

describe('Counts', () => {
  it('add up by id, ascending', () => {
    fc.assert(
      fc.property(additions, (list) => {
        expect(pairs(countsOf(list).all())).toEqual(expected(list));
      }),
    );
  });

  it('unite with what others stored, and skip what is not wanted', () => {
    fc.assert(
      fc.property(additions, additions, additions, (mine, skipped, theirs) => {
        const to = new ByteWriter();
        writeCited(to, countsOf(skipped).all());
        writeCited(to, countsOf(theirs).all());
        const from = new ByteReader(to.seal());
        const counts = countsOf(mine);
        skipCited(from);
        counts.unite(from);
        expect(from.done).toBe(true);
        expect(pairs(counts.all())).toEqual(expected([...mine, ...theirs]));
      }),
    );
  });

  it('are whole again from the set of their ids and the repeats', () => {
    fc.assert(
      fc.property(additions, (list) => {
        const to = new ByteWriter();
        writeCited(to, countsOf(list).repeats());
        const counts = countsOf([...new Set(list.map(([id]) => id))].map((id) => [id, 1]));
        counts.unite(new ByteReader(to.seal()));
        expect(pairs(counts.all())).toEqual(expected(list));
      }),
    );
  });
});
