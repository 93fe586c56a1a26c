import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptBlock } from '../../../src/tiles/packed/bytes.js';
import { chunkOf, firstOf, maxChunkItems } from '../../../src/tiles/packed/items/chunks.js';
import { ChunkCounts, encodeCounts } from '../../../src/tiles/packed/items/counts.js';
import { ChunkSums } from '../../../src/tiles/packed/items/sums.js';

/** By place the runs of each outcome, and the citations beyond one a run. */
type Counted = ReadonlyMap<number, readonly number[]>;

const count = fc.oneof({ weight: 6, arbitrary: fc.nat(6) }, fc.nat(300), fc.nat(5_000_000_000));
const few = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(200));
const counted: fc.Arbitrary<Counted> = fc
  .oneof(
    fc.array(fc.tuple(fc.nat(maxChunkItems - 1), fc.tuple(count, count, count), fc.tuple(few, few, few))),
    fc.array(fc.tuple(fc.nat(40), fc.tuple(count, count, count), fc.tuple(few, few, few))),
  )
  .map((items) => {
    const occurring = items.filter(([, runs]) => runs.some((each) => each > 0));
    return new Map(
      occurring.map(([place, runs, extra]) => [place, [...runs, ...extra.map((each, of) => (runs[of] ? each : 0))]]),
    );
  });

function chunkOfMap(items: Counted): ChunkCounts {
  const chunk = new ChunkCounts();
  for (const [place, values] of [...items].sort(([a], [b]) => a - b)) {
    for (let of = 0; of < 3; of++) {
      chunk.runs[chunk.size * 3 + of] = values[of] ?? 0;
      chunk.extra[chunk.size * 3 + of] = values[3 + of] ?? 0;
      chunk.hasExtra ||= (values[3 + of] ?? 0) > 0;
    }
    chunk.places[chunk.size++] = place;
  }
  return chunk;
}

const toList = ({ size, places, runs, extra }: ChunkCounts) =>
  Array.from({ length: size }, (_, index) => [
    places[index],
    [...runs.subarray(index * 3, index * 3 + 3), ...extra.subarray(index * 3, index * 3 + 3)],
  ]);

const expected = (items: Counted) => [...items].sort(([a], [b]) => a - b);

describe('chunks of items', () => {
  it('divide all numbers into ranges', () => {
    const ids = Array.from({ length: 5 * maxChunkItems }, (_, id) => id);
    const outside = ids.filter((id) => id < firstOf(chunkOf(id)) || id >= firstOf(chunkOf(id) + 1));
    expect(outside).toEqual([]);
    expect(chunkOf(2 ** 31 - 1)).toBeGreaterThan(chunkOf(2 ** 31 - 1 - maxChunkItems));
  });

  it('hold no more items than a chunk may', () => {
    for (let chunk = 0; chunk < 20; chunk++)
      expect(firstOf(chunk + 1) - firstOf(chunk)).toBeLessThanOrEqual(maxChunkItems);
  });
});

describe('counts of a chunk', () => {
  it.each([
    ['one byte an item where most items occur', Array.from({ length: 100 }, (_, place) => place), 100 + 2 + 5],
    ['two where few do', [0, 100, 200, 300], 2 * 4 + 2 + 5],
  ])('take %s', (_, places, bytes) => {
    const items = new Map(places.map((place) => [place, [2, 1, 0, 0, 0, 0]]));
    expect(encodeCounts(chunkOfMap(items)).length).toBe(bytes);
  });

  it('are refused where a bit of them changed', () => {
    const block = encodeCounts(chunkOfMap(new Map([[3, [1, 0, 0, 0, 0, 0]]])));
    block[block.length - 1] = (block.at(-1) ?? 0) ^ 1;
    expect(() => new ChunkSums().add(block)).toThrow(CorruptBlock);
  });

  it('come back as they were stored, and add up, one chunk after the other', () => {
    const [sums, into] = [new ChunkSums(), new ChunkCounts()];
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 4 }), (parts) => {
        const totals = new Map<number, number[]>();
        for (const part of parts) {
          sums.add(encodeCounts(chunkOfMap(part)));
          for (const [place, values] of part)
            totals.set(
              place,
              values.map((value, at) => value + (totals.get(place)?.[at] ?? 0)),
            );
        }
        sums.moveTo(into);
        expect(toList(into)).toEqual(expected(totals));
      }),
    );
  });
});
