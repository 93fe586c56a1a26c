// The prompts with a run, and those of them with a run that mentions each company, by model.

import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { IdSet, skipSet } from '../id-set.js';
import { at, newMap } from '../maps.js';
import { type ColumnFigures, eachKey, type StoredColumn, writeMap } from './column.js';

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
}

export const newPromptSet = () => new IdSet(true);

function uniteSets(from: ByteReader, into: Map<number, IdSet> | null): void {
  eachKey(from, (company) => {
    if (into) at(into, company - 1, newPromptSet).unite(from);
    else skipSet(from);
  });
}
