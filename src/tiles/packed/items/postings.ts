// By item, the prompts and channels of its runs on one day: what a filter is answered from, and what distinct prompts are counted from. A
// chunk of items is two blocks: its counts by outcome, and for each item and outcome as many entries as it has runs, ascending.
//
//   counts   │ item 0: 2 mentioned, 1 gap        │ item 4: 1 neither │ …      how many entries each item has
//   entries  │ (3, 1) (3, 2) │ (9, 1) + 1 cit.   │ (3, 1)            │ …      prompt and channel of each run

import { grown } from '../../../domain/counts/arrays.js';
import { made } from '../../../domain/counts/maps.js';
import { maxPromptNumber } from '../../../domain/limits.js';
import { ByteWriter } from '../bytes.js';
import type { StoredBlocks } from './chunk-entries.js';
import { chunkOf, firstOf } from './chunks.js';
import { type ChunkCounts, classCount, encodeCounts } from './counts.js';

/** The runs of one prompt, channel and outcome that cite or issue an item, and its citations beyond one for each of them. */
export interface Posting {
  readonly id: number;
  readonly outcome: number;
  readonly prompt: number;
  readonly channel: number;
  readonly runs: number;
  readonly extra: number;
}

/** The blocks of a chunk. */
export interface ChunkBlocks extends StoredBlocks {
  readonly chunk: number;
}

/** A key while postings are gathered: item and outcome, then prompt, then channel, in the 53 bits of a number. */
const channels = 2 ** 16;
const prompts = maxPromptNumber + 1;

/** Gathers postings in any order. */
export class Postings {
  private readonly chunks = new Map<number, ChunkKeys>();

  add(posting: Posting): void {
    const { id, outcome, prompt, channel } = posting;
    if (prompt >= prompts || channel >= channels)
      throw new RangeError(`too many prompts or channels: ${prompt}, ${channel}`);
    const number = chunkOf(id);
    const group = (id - firstOf(number)) * classCount + outcome;
    made(this.chunks, number, ChunkKeys).add((group * prompts + prompt) * channels + channel, posting);
  }

  /** The blocks of each chunk that has a posting, ascending; `scratch` is overwritten: one serves many days. */
  *blocks(scratch: ChunkCounts): Generator<ChunkBlocks> {
    for (const [chunk, keys] of [...this.chunks].sort(([a], [b]) => a - b)) yield { chunk, ...keys.encode(scratch) };
  }
}

/** The keys of the runs of a chunk, one for each run. */
class ChunkKeys {
  private keys = new Float64Array(64);
  private size = 0;
  private readonly extra = new Map<number, number>();
  private lastChannel = 0;

  add(key: number, { channel, runs, extra }: Posting): void {
    if (this.size + runs > this.keys.length)
      this.keys = grown(this.keys, Math.max(this.keys.length * 2, this.size + runs));
    for (let left = runs; left > 0; left--) this.keys[this.size++] = key;
    if (extra > 0) this.extra.set(key, (this.extra.get(key) ?? 0) + extra);
    this.lastChannel = Math.max(this.lastChannel, channel);
  }

  /** The blocks; `counts` is overwritten. */
  encode(counts: ChunkCounts): StoredBlocks {
    const keys = this.keys.subarray(0, this.size).sort();
    counts.clear();
    const entries = new ByteWriter();
    const channelBits = 32 - Math.clz32(this.lastChannel);
    entries.varint(channelBits);
    const scale = 2 ** channelBits;
    const hasExtra = this.extra.size > 0;
    let [group, packed] = [-1, 0];
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place] ?? 0;
      const ofKey = Math.floor(key / (prompts * channels));
      if (ofKey !== group) [group, packed] = [startGroup(counts, ofKey), 0];
      // What is left of the key: remainders of numbers as large take several times as long.
      const whose = key - ofKey * prompts * channels;
      const prompt = Math.floor(whose / channels);
      const index = (counts.size - 1) * classCount + (group % classCount);
      counts.runs[index] = (counts.runs[index] ?? 0) + 1;
      // The first of several runs of a key has the citations beyond one of all of them.
      const extra = hasExtra && keys[place - 1] !== key ? (this.extra.get(key) ?? 0) : 0;
      const next = prompt * scale + whose - prompt * channels;
      entries.varint((next - packed) * 2 + Number(extra > 0));
      packed = next;
      if (extra === 0) continue;
      entries.varint(extra);
      counts.extra[index] = (counts.extra[index] ?? 0) + extra;
      counts.hasExtra = true;
    }
    return { counts: encodeCounts(counts), entries: entries.seal() };
  }
}

/** Makes room for the item of a group where it is a new one. Returns the group. */
function startGroup(counts: ChunkCounts, group: number): number {
  const place = Math.floor(group / classCount);
  if (counts.size > 0 && counts.places[counts.size - 1] === place) return group;
  counts.runs.fill(0, counts.size * classCount, (counts.size + 1) * classCount);
  counts.places[counts.size++] = place;
  return group;
}
