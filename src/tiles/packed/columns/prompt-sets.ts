// The prompts with a run, and those of them with a run that mentions each company: by model, or of all models together.

import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { type DecodedSet, IdSet, readSet } from '../id-set.js';
import { at, newMap } from '../maps.js';
import { bytesOfSets } from './cited-sets.js';
import { type ColumnFigures, type Decoded, type DecodedColumn, everyModel, readMap, writeMap } from './column.js';

/** In place of a company: the prompts with a run at all. */
export const anyRun = -1;

export class PromptSetsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  /** By model, then by company. */
  readonly models = new Map<number, Map<number, IdSet>>();

  constructor(private readonly isByModel: boolean) {}

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  addCell({ model, prompt, companies }: Cell): void {
    const sets = this.setsOf(model);
    at(sets, anyRun, newPromptSet).add(prompt);
    for (let place = 0; place < companies.length; place++)
      at(sets, companies.companies[place] ?? 0, newPromptSet).add(prompt);
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (sets) => {
      to.varint(sets.size);
      for (const [company, set] of sets) {
        to.varint(company + 1);
        set.write(to);
      }
    });
  }

  add({ decoded, selects }: DecodedColumn): void {
    if (!(decoded instanceof DecodedPromptSets)) return;
    for (const [model, sets] of decoded.models) {
      if (!selects(model)) continue;
      const into = this.setsOf(model);
      for (const [company, set] of sets) at(into, company - 1, newPromptSet).uniteDecoded(set);
    }
  }

  private setsOf(model: number): Map<number, IdSet> {
    return at(this.models, this.isByModel ? model : everyModel, newMap<number, IdSet>);
  }
}

export const newPromptSet = () => new IdSet();

export class DecodedPromptSets implements Decoded {
  readonly bytes: number;
  /** By model, then by company plus one. */
  readonly models: readonly (readonly [number, readonly (readonly [number, DecodedSet])[]])[];

  constructor(from: ByteReader) {
    this.models = readMap(from, () => readMap(from, () => readSet(from)));
    this.bytes = this.models.reduce((bytes, [, sets]) => bytes + bytesOfSets(sets), 0);
  }
}
