// The prompts with a run, and those of them with a run that mentions each company: by channel, or of all channels together.

import { made } from '../../../domain/counts/maps.js';
import { allRunsKey } from '../../../domain/summary.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { type DecodedSet, IdSet, readSet } from '../id-set.js';
import { bytesOfSets } from './cited-sets.js';
import { type ColumnFigures, type Decoded, type DecodedColumn, everyChannel, readMap, writeMap } from './column.js';

export class PromptSetsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  /** By channel, then by company. */
  readonly channels = new Map<number, Map<number, IdSet>>();

  constructor(private readonly isByChannel: boolean) {}

  addCell({ channel, prompt, companies }: Cell): void {
    const sets = this.setsOf(channel);
    made(sets, allRunsKey, IdSet).add(prompt);
    for (let place = 0; place < companies.length; place++)
      made(sets, companies.companies[place] ?? 0, IdSet).add(prompt);
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (sets) => {
      to.varint(sets.size);
      for (const [company, set] of sets) {
        to.varint(company + 1);
        set.write(to);
      }
    });
  }

  add({ decoded, slotOf }: DecodedColumn): void {
    if (!(decoded instanceof DecodedPromptSets)) return;
    for (const [channel, sets] of decoded.channels) {
      const slot = slotOf(channel);
      if (slot === null) continue;
      const into = this.setsOf(slot);
      for (const [company, set] of sets) made(into, company - 1, IdSet).mergeDecoded(set);
    }
  }

  private setsOf(channel: number): Map<number, IdSet> {
    return made(this.channels, this.isByChannel ? channel : everyChannel, Map);
  }
}

export class DecodedPromptSets implements Decoded {
  readonly bytes: number;
  /** By channel, then by company plus one. */
  readonly channels: readonly (readonly [number, readonly (readonly [number, DecodedSet])[]])[];

  constructor(from: ByteReader) {
    this.channels = readMap(from, () => readMap(from, () => readSet(from)));
    this.bytes = this.channels.reduce((bytes, [, sets]) => bytes + bytesOfSets(sets), 0);
  }
}
