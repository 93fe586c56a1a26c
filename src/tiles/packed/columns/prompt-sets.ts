// The prompts with a run, and those of them with a run that mentions each company, by model.

import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { IdSet, type KeptSet, skipSet } from '../id-set.js';
import { at, newMap } from '../maps.js';
import {
  type ColumnFigures,
  eachKey,
  type KeptColumn,
  type KeptPlace,
  objectBytes,
  type StoredColumn,
  writeMap,
} from './column.js';

/** In place of a company: the prompts with a run at all. */
export const anyRun = -1;

export class PromptSetsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  /** By model, then by company. */
  readonly models = new Map<number, Map<number, IdSet>>();

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  add({ model, prompt, companies }: Cell): void {
    const sets = at(this.models, model, newMap<number, IdSet>);
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

  unite({ from, selects }: StoredColumn): void {
    eachKey(from, (model) => uniteSets(from, selects(model) ? at(this.models, model, newMap<number, IdSet>) : null));
  }

  keep(): KeptColumn {
    return new KeptPromptSets(
      [...this.models].map(([model, sets]) => [model, [...sets].map(([company, set]) => [company, set.keep()])]),
    );
  }

  include({ kept, selects }: KeptPlace): void {
    if (!(kept instanceof KeptPromptSets)) return;
    for (const [model, sets] of kept.models) {
      if (!selects(model)) continue;
      const into = at(this.models, model, newMap<number, IdSet>);
      for (const [company, set] of sets) at(into, company, newPromptSet).uniteKept(set);
    }
  }
}

export const newPromptSet = () => new IdSet(true);

function uniteSets(from: ByteReader, into: Map<number, IdSet> | null): void {
  eachKey(from, (company) => {
    if (into) at(into, company - 1, newPromptSet).unite(from);
    else skipSet(from);
  });
}

class KeptPromptSets implements KeptColumn {
  readonly bytes: number;

  constructor(readonly models: readonly (readonly [number, readonly (readonly [number, KeptSet])[]])[]) {
    const sets = models.flatMap(([, ofModel]) => ofModel);
    this.bytes = sets.reduce((bytes, [, { numbers }]) => bytes + numbers.byteLength + 2 * objectBytes, objectBytes);
  }
}
