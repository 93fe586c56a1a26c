import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkEntries, type EntryFilter, type StoredBlocks } from '../../../src/tiles/packed/items/chunk-entries.js';
import { firstOf } from '../../../src/tiles/packed/items/chunks.js';
import { ChunkCounts } from '../../../src/tiles/packed/items/counts.js';
import { DetailBits } from '../../../src/tiles/packed/items/details.js';
import { type Posting, Postings } from '../../../src/tiles/packed/items/postings.js';
import { CompactTotals, ItemTotals } from '../../../src/tiles/packed/items/totals.js';

const posting = (maxId: number, maxPrompt: number, maxModel: number): fc.Arbitrary<Posting> =>
  fc.record({
    id: fc.nat(maxId),
    outcome: fc.nat(2),
    prompt: fc.integer({ min: 1, max: maxPrompt }),
    channel: fc.integer({ min: 1, max: maxModel }),
    runs: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 300 })),
    extra: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(400)),
  });
const postings = fc.oneof(
  fc.array(posting(300_000, 500, 6)),
  fc.array(posting(200, 40, 3), { maxLength: 300 }),
  fc.array(posting(10, 50_000, 3_000)),
  fc.array(posting(2_000_000_000, 4_000_000, 65_000), { maxLength: 10 }),
);
const modelOf = (channel: number) => Math.floor(channel / 3);
const classes = fc.subarray([0, 1, 2]);

const everything: EntryFilter = {
  prompts: new Uint8Array(4_000_001).fill(1),
  channels: new Uint8Array(65_001).fill(1),
};

/** Only odd prompts, and channels below 3. */
const some: EntryFilter = {
  prompts: everything.prompts.map((_, prompt) => prompt % 2),
  channels: everything.channels.map((_, channel) => Number(channel < 3)),
};

function blocksOf(list: readonly Posting[]) {
  const gathered = new Postings();
  for (const each of list) gathered.add(each);
  return [...gathered.blocks(new ChunkCounts())];
}

/** Visits the chunks of what was stored. */
function eachChunk(list: readonly Posting[], visit: (blocks: StoredBlocks, chunk: number) => void) {
  for (const { chunk, ...blocks } of blocksOf(list)) visit(blocks, chunk);
}

/** Runs, citations and mentions by item of the postings that count, by plain maps. */
function expected(list: readonly Posting[], admits: (posting: Posting) => boolean) {
  const sums = new Map<number, [number, number, number]>();
  for (const each of list.filter(admits)) {
    const [runs, citations, mentioned] = sums.get(each.id) ?? [0, 0, 0];
    const named = each.outcome === 0 ? each.runs : 0;
    sums.set(each.id, [runs + each.runs, citations + each.runs + each.extra, mentioned + named]);
  }
  return [...sums].sort(([a], [b]) => a - b);
}

const newTotals = () => new ItemTotals([0, 1, 2]);

const toList = (totals: ItemTotals, among: Int32Array | null = null) => {
  const { ids, runs, citations, mentioned } = totals.counts({ allRuns: 0, searchedRuns: 0 }, among);
  return Array.from(ids, (id, at) => [id, [runs[at], citations[at], mentioned[at]]]);
};

const admitted = (filter: EntryFilter, of: readonly number[]) => (each: Posting) =>
  of.includes(each.outcome) && filter.prompts[each.prompt] === 1 && filter.channels[each.channel] === 1;

/** Arrays by number of two thousand million items would not fit into memory. */
const small = postings.filter((list) => list.every(({ id }) => id < 1_000_000));

describe('postings', () => {
  it('come back as they were added, in the order of items, outcomes, prompts and channels, as far as they are wanted', () => {
    const entries = new ChunkEntries();
    fc.assert(
      fc.property(postings, classes, fc.boolean(), (list, of, isEven) => {
        const found: Omit<Posting, 'extra'>[] = [];
        eachChunk(list, (blocks, chunk) => {
          const wants = (place: number, outcome: number) => of.includes(outcome) && !(isEven && place % 2 === 1);
          entries.eachGroup(blocks, wants, (place, outcome, runs) => {
            for (let at = 0; at < runs; at++) {
              const [prompt, channel] = [entries.prompts[at] ?? 0, entries.channels[at] ?? 0];
              found.push({ id: firstOf(chunk) + place, outcome, prompt, channel, runs: 1 });
            }
          });
        });
        const byKey = (a: Omit<Posting, 'extra'>, b: Omit<Posting, 'extra'>) =>
          a.id - b.id || a.outcome - b.outcome || a.prompt - b.prompt || a.channel - b.channel;
        const wanted = list.filter(({ id, outcome }) => of.includes(outcome) && !(isEven && id % 2 === 1));
        const single = wanted.flatMap(({ extra: _, ...each }) =>
          Array.from({ length: each.runs }, () => ({ ...each, runs: 1 })),
        );
        expect(found).toEqual(single.sort(byKey));
      }),
    );
  });

  it('count by item, from the counts alone or from the entries', () => {
    fc.assert(
      fc.property(small, small, classes, (mine, theirs, of) => {
        const [counted, entered, filtered] = [new ItemTotals(of), new ItemTotals(of), new ItemTotals(of)];
        for (const list of [mine, theirs]) {
          eachChunk(list, (blocks, chunk) => {
            counted.addCounts(blocks.counts, chunk);
            entered.addEntries(blocks, chunk, everything);
            filtered.addEntries(blocks, chunk, some);
          });
        }
        const all = [...mine, ...theirs];
        expect(toList(counted)).toEqual(expected(all, admitted(everything, of)));
        expect(toList(entered)).toEqual(toList(counted));
        expect(toList(filtered)).toEqual(expected(all, admitted(some, of)));
      }),
      { numRuns: 50 },
    );
  });

  it('count those of some items as those of all do, whatever was kept of them', () => {
    fc.assert(
      fc.property(small, small, fc.array(fc.nat(300_000), { maxLength: 20 }), (list, later, others) => {
        const whole = { allRuns: 7, searchedRuns: 3 };
        const ids = Int32Array.from(
          new Set([...others, ...list.filter((_, at) => at % 3 === 0).map(({ id }) => id)]),
        ).sort();
        const [all, listed] = [newTotals(), newTotals()];
        for (const each of [list, later]) {
          const kept = newTotals();
          eachChunk(each, ({ counts }, chunk) => kept.addCounts(counts, chunk));
          const compact = kept.compact() ?? new CompactTotals([]);
          all.addCompact(compact, null);
          listed.addCompact(compact, ids);
        }
        expect(toList(all)).toEqual(expected([...list, ...later], () => true));
        const wanted = new Set(ids);
        expect(toList(listed, ids)).toEqual(toList(all).filter(([id]) => wanted.has(Number(id))));
        expect(listed.counts(whole, ids)).toMatchObject(whole);
      }),
    );
  });

  it('give the distinct prompts and models of the items that are asked for', () => {
    fc.assert(
      fc.property(
        small,
        small,
        classes,
        fc.constantFrom(everything, some),
        fc.nat(80),
        (mine, theirs, of, filter, restarts) => {
          const all = [...mine, ...theirs].filter(admitted(filter, of));
          const ids = [...new Set([...mine, ...theirs].map(({ id }) => id).filter((id) => id % 3 !== 0))].sort(
            (a, b) => a - b,
          );
          // Bits by prompt and channel: as many as there are, not as there could be.
          const last = (key: 'prompt' | 'channel') => Math.max(0, ...[...mine, ...theirs].map((each) => each[key]));
          const narrow = {
            prompts: filter.prompts.subarray(0, last('prompt') + 1),
            channels: filter.channels.subarray(0, last('channel') + 1),
            // Three channels have the same model.
            modelOf: Int32Array.from({ length: last('channel') + 1 }, (_, channel) => modelOf(channel)),
            models: modelOf(last('channel')) + 1,
          };
          const bits = new DetailBits(Int32Array.from(ids.slice(0, restarts)), of, narrow);
          eachChunk(mine, (blocks, chunk) => bits.addEntries(blocks, chunk));
          bits.restart(Int32Array.from(ids.slice(0, 40)));
          eachChunk(mine, (blocks, chunk) => bits.addEntries(blocks, chunk));
          for (const { id, outcome, prompt, channel } of theirs) bits.add(id, outcome, prompt, channel);
          const distinct = (id: number, key: (posting: Posting) => number) =>
            new Set(all.filter((each) => each.id === id).map(key)).size;
          const found = ids.slice(0, 40).filter((id) => all.some((each) => each.id === id));
          const details = bits.all();
          expect([...details.ids]).toEqual(found);
          expect([...details.prompts]).toEqual(found.map((id) => distinct(id, ({ prompt }) => prompt)));
          expect([...details.models]).toEqual(found.map((id) => distinct(id, ({ channel }) => modelOf(channel))));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('take two bytes for one run of an item, beside its counts', () => {
    const entries = blocksOf([{ id: 5, outcome: 1, prompt: 480, channel: 6, runs: 1, extra: 0 }])[0]?.entries;
    expect(entries?.length).toBe(5 + 1 + 2);
  });

  it('refuse numbers that a key cannot hold', () => {
    expect(() => blocksOf([{ id: 1, outcome: 0, prompt: 2 ** 22, channel: 1, runs: 1, extra: 0 }])).toThrow(RangeError);
  });
});
