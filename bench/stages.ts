// Runs stages one after the other. One that fails is reported and does not lose what the others measured.

import { messageOf } from '../src/errors.js';
import type { Machine } from './machine.js';
import type { Target } from './target.js';

interface StageOf<T> {
  readonly measure: () => Promise<T>;
  /** Its part of the report. */
  readonly section: (measured: T) => string;
  /** `undefined`: not measured yet. */
  readonly targets?: (measured: T | undefined) => readonly Target[];
  /** Writes what documents show of it besides the report. */
  readonly write?: (measured: T) => Promise<void>;
}

export type Stage = StageOf<unknown>;

/** A stage is given what it measured, in this run or an earlier one. */
export function stage<T>(described: StageOf<T>): Stage {
  return described as Stage; // safe because results are kept by the name of their stage
}

/** What each stage measured, by its name. One that was not measured yet is absent. */
export interface Results {
  readonly [stage: string]: unknown;
  /** Where and on which commit each stage was measured, and how long it took. */
  readonly machines?: Readonly<Record<string, Machine & { readonly seconds: number }>>;
  /** Why a stage has no results. */
  readonly failures?: Readonly<Record<string, string>>;
}

export interface Run {
  readonly stages: Readonly<Record<string, Stage>>;
  /** The names of the stages to run, in this order. */
  readonly wanted: readonly string[];
  readonly machine: () => Promise<Machine>;
  /** Called after every stage, so that a run that is interrupted keeps what it measured. */
  readonly save: (results: Results) => Promise<void>;
  readonly log: (line: string) => void;
}

/** The results with those of the wanted stages renewed. A stage that fails has none: its old ones do not stand for this run. */
export async function runStages(before: Results, { stages, wanted, machine, save, log }: Run): Promise<Results> {
  let results = before;
  for (const name of wanted) {
    log(name);
    const started = performance.now();
    const { [name]: _, ...failures } = results.failures ?? {};
    let described: Machine | null = null;
    try {
      described = await machine();
      results = { ...results, [name]: await stages[name]?.measure(), failures };
    } catch (error) {
      log(`${name} failed: ${error instanceof Error ? error.stack : error}`);
      results = { ...results, [name]: undefined, failures: { ...failures, [name]: firstLine(error) } };
    }
    const seconds = (performance.now() - started) / 1000;
    if (described) results = { ...results, machines: { ...results.machines, [name]: { ...described, seconds } } };
    await save(results);
  }
  return results;
}

function firstLine(error: unknown): string {
  const text = messageOf(error);
  return text.split('\n', 1)[0] ?? '';
}
