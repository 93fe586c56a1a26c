// Which cells and entries the filters of a set select: by the numbers of their prompts and models.

import { createHash } from 'node:crypto';
import type { IdSet } from '../packed/id-set.js';
import type { EntryFilter } from '../packed/items/chunk-entries.js';
import type { BrandState } from './brand-state.js';

export interface RunSelection {
  /** `null`: all. */
  readonly prompts: IdSet | null;
  readonly admitsModel: (model: number) => boolean;
  readonly admits: (prompt: number, model: number) => boolean;
  /** The same as masks. */
  readonly entries: EntryFilter;
  /** Equal for equal prompts. */
  readonly promptsKey: string;
  /** Equal for equal prompts and models; empty where all count. */
  readonly key: string;
}

/** `models`: the ids of those that count; `null`: all. */
export function selectRuns(
  { models: ids, prompts, lastPrompt }: BrandState,
  models: ReadonlySet<string> | null,
): RunSelection {
  const numbers = new Set([...ids].filter(([, id]) => models?.has(id)).map(([number]) => number));
  const admitsModel = models ? (model: number) => numbers.has(model) : () => true;
  let entries: EntryFilter | null = null;
  const promptsKey = prompts ? digestOf([...prompts]) : '';
  const modelsKey = models ? [...numbers].sort((a, b) => a - b).join() : '';
  return {
    prompts,
    admitsModel,
    admits: (prompt, model) => admitsModel(model) && (prompts?.has(prompt) ?? true),
    get entries() {
      if (lastPrompt === null) throw new Error('Entries are read of a set for which that was not foreseen.');
      entries ??= {
        prompts: Uint8Array.from({ length: lastPrompt + 1 }, (_, prompt) => Number(prompts?.has(prompt) ?? true)),
        models: Uint8Array.from({ length: Math.max(0, ...ids.keys()) + 1 }, (_, model) => Number(admitsModel(model))),
      };
      return entries;
    },
    promptsKey,
    key: prompts || models ? `${promptsKey}/${models ? modelsKey : '*'}` : '',
  };
}

/** Equal for equal numbers, and for no others. */
export function digestOf(numbers: Iterable<number>): string {
  return createHash('sha256').update(Int32Array.from(numbers)).digest('base64');
}
