// The entries of a stored chunk, read one group after the other (the runs of an item and an outcome, as many as the counts say). A filter
// reads millions of them: what it selects is added up while they are read, and nothing is held in between.

import { ByteReader, ByteWriter } from '../bytes.js';
import type { CountPage } from './count-pages.js';
import { CountCodes, classCount, firstOutcome, lastOutcome } from './counts.js';

/** Which entries count, by the numbers of their prompt and channel: 1 where it does. */
export interface EntryFilter {
  readonly prompts: Uint8Array;
  readonly channels: Uint8Array;
}

/** The two blocks of a stored chunk. */
export interface StoredBlocks {
  readonly counts: Buffer;
  readonly entries: Buffer;
}

/** Which entries are added up: those of some outcomes, by their classes, that a filter selects. */
interface EntrySelection {
  readonly admits: readonly boolean[];
  readonly filter: EntryFilter;
}

/** Up to so many bits of a channel, prompt and channel and a bit more fit into 31. */
const maxNarrowBits = 8;

export class ChunkEntries {
  /** The entries of the group that is visited, in the first places. */
  prompts = new Int32Array(64);
  channels = new Int32Array(64);
  private extra = new Float64Array(64);
  readonly codes = new CountCodes();
  from = new ByteReader(new ByteWriter().seal());
  channelBits = 0;

  /** Whether an entry is read in whole numbers of 32 bits. */
  get isNarrow(): boolean {
    return this.channelBits <= maxNarrowBits;
  }

  /** Adds the selected entries to a page. Throws `CorruptBlock`. */
  addTo(page: CountPage, blocks: StoredBlocks, selection: EntrySelection): void {
    this.open(blocks);
    if (this.isNarrow) this.addNarrow(page, selection);
    else this.addWide(page, selection);
  }

  /** Visits the groups that are wanted, by the places of their items, with how many entries they have. Throws `CorruptBlock`. */
  eachGroup(
    blocks: StoredBlocks,
    wants: (place: number, outcome: number) => boolean,
    visit: (place: number, outcome: number, runs: number) => void,
  ): void {
    this.open(blocks);
    this.visitGroups(wants, visit);
  }

  /** For those who read entries themselves. Throws `CorruptBlock`. */
  open({ counts, entries }: StoredBlocks): void {
    this.codes.open(counts);
    this.from = new ByteReader(entries);
    this.channelBits = this.from.varint();
  }

  /** In whole numbers of 32 bits, one byte or two at a time, in one loop. */
  private addNarrow(page: CountPage, { admits, filter: { prompts, channels } }: EntrySelection): void {
    const { codes, from, channelBits } = this;
    const { bytes, places } = codes;
    const { block } = from;
    const channelMask = (1 << channelBits) - 1;
    let at = from.at;
    for (let index = 0; index < bytes.length; index++) {
      const code = bytes[index] ?? 0;
      if (code === 0) continue;
      const last = lastOutcome[code] ?? 0;
      for (let outcome = firstOutcome[code] ?? 0; outcome <= last; outcome++) {
        let packed = 0;
        let runs = 0;
        let extra = 0;
        for (let left = codes.runsOf(code, outcome); left > 0; left--) {
          let step = block[at++] ?? 0;
          if (step >= 0x80) {
            const high = block[at++] ?? 0;
            step = (step & 0x7f) | (high << 7);
            if (high >= 0x80) {
              from.at = at - 2;
              step = from.varint();
              at = from.at;
            }
          }
          packed += step >>> 1;
          const isSelected = (prompts[packed >>> channelBits] ?? 0) & (channels[packed & channelMask] ?? 0);
          runs += isSelected;
          if ((step & 1) === 0) continue;
          from.at = at;
          extra += isSelected * from.varint();
          at = from.at;
        }
        if (runs > 0 && admits[outcome]) page.add(places[index] ?? 0, outcome, runs, extra);
      }
    }
  }

  private addWide(page: CountPage, { admits, filter: { prompts, channels } }: EntrySelection): void {
    const wants = (_: number, outcome: number) => admits[outcome] === true;
    this.visitGroups(wants, (place, outcome, size) => {
      let [runs, extra] = [0, 0];
      for (let entry = 0; entry < size; entry++) {
        const isSelected = (prompts[this.prompts[entry] ?? 0] ?? 0) & (channels[this.channels[entry] ?? 0] ?? 0);
        runs += isSelected;
        extra += isSelected * (this.extra[entry] ?? 0);
      }
      if (runs > 0) page.add(place, outcome, runs, extra);
    });
  }

  private visitGroups(
    wants: (place: number, outcome: number) => boolean,
    visit: (place: number, outcome: number, runs: number) => void,
  ): void {
    const { bytes, places } = this.codes;
    for (let index = 0; index < bytes.length; index++) {
      const code = bytes[index] ?? 0;
      if (code === 0) continue;
      const place = places[index] ?? 0;
      for (let outcome = 0; outcome < classCount; outcome++) {
        const runs = this.codes.runsOf(code, outcome);
        if (runs === 0) continue;
        if (!wants(place, outcome)) this.from.at = skipEntries(this.from.block, this.from.at, runs);
        else {
          this.read(runs);
          visit(place, outcome, runs);
        }
      }
    }
  }

  private read(runs: number): void {
    if (runs > this.prompts.length) {
      this.prompts = new Int32Array(runs * 2);
      this.channels = new Int32Array(runs * 2);
      this.extra = new Float64Array(runs * 2);
    }
    if (this.isNarrow) this.readNarrow(runs);
    else this.readWide(runs);
  }

  private readNarrow(runs: number): void {
    const { from, channelBits, prompts, channels, extra } = this;
    const { block } = from;
    const channelMask = (1 << channelBits) - 1;
    let at = from.at;
    let packed = 0;
    for (let entry = 0; entry < runs; entry++) {
      let step = block[at++] ?? 0;
      if (step >= 0x80) {
        from.at = at - 1;
        step = from.varint();
        at = from.at;
      }
      packed += step >>> 1;
      prompts[entry] = packed >>> channelBits;
      channels[entry] = packed & channelMask;
      extra[entry] = 0;
      if ((step & 1) === 0) continue;
      from.at = at;
      extra[entry] = from.varint();
      at = from.at;
    }
    from.at = at;
  }

  private readWide(runs: number): void {
    const { from, prompts, channels, extra } = this;
    const scale = 2 ** this.channelBits;
    let packed = 0;
    for (let entry = 0; entry < runs; entry++) {
      const step = from.varint();
      packed += Math.floor(step / 2);
      const prompt = Math.floor(packed / scale);
      prompts[entry] = prompt;
      channels[entry] = packed - prompt * scale;
      extra[entry] = step % 2 === 1 ? from.varint() : 0;
    }
  }
}

/** Where the entries end that begin at a place. */
export function skipEntries(block: Buffer, from: number, entries: number): number {
  let at = from;
  for (let left = entries; left > 0; left--) {
    const hasExtra = ((block[at] ?? 0) & 1) === 1;
    while ((block[at++] ?? 0) >= 0x80);
    if (hasExtra) while ((block[at++] ?? 0) >= 0x80);
  }
  return at;
}
