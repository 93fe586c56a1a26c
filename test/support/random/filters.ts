// Random filters of runs: what some of them have, and now and then what none has.

import fc from 'fast-check';
import type { Filter } from '../naive/selection.js';
import type { NaiveWorld } from '../naive/world.js';
import { markets, providers } from './words.js';

export interface FilterPlan {
  readonly models?: readonly number[];
  readonly providers?: readonly string[];
  readonly webSearch?: boolean;
  readonly markets?: readonly string[];
  readonly branded?: boolean;
  readonly prompts?: readonly number[];
}

const some = (all: readonly string[]) => fc.subarray([...all, 'nobody has this'], { maxLength: 3 });

/** Every second time none. */
export const filterPlans: fc.Arbitrary<FilterPlan | null> = fc.option(
  fc.record(
    {
      models: fc.array(fc.nat(10), { maxLength: 2 }),
      providers: some(providers),
      webSearch: fc.boolean(),
      markets: some(markets),
      branded: fc.boolean(),
      prompts: fc.array(fc.nat(20), { maxLength: 4 }),
    },
    { requiredKeys: [] },
  ),
  { freq: 2 },
);

const unknownPrompt = '00000000-0000-4000-8000-00000000dead';

/** The filter of a plan about what `world` holds, as GraphQL takes it. */
export function filterFor(plan: FilterPlan | null, { models, prompts }: NaiveWorld): Filter | undefined {
  if (plan === null) return undefined;
  const { models: ofModels, prompts: ofPrompts, ...rest } = plan;
  const modelIds = ofModels?.flatMap((each) => models[each % models.length]?.id ?? []);
  const promptIds = ofPrompts?.map((each) => prompts[each % prompts.length]?.id ?? unknownPrompt);
  return { ...rest, ...(modelIds && { models: modelIds }), ...(promptIds && { promptIds }) };
}

/** The same of one prompt. */
export function withoutPrompts(filter: Filter | undefined): Filter | undefined {
  if (!filter) return undefined;
  const { branded: _b, promptIds: _p, ...rest } = filter;
  return rest;
}

/** Of a model and a filter by models, only one may be given. */
export function modelBeside(filter: Filter | undefined, model: string | undefined): string | undefined {
  return (filter?.models ?? []).length > 0 ? undefined : model;
}

/** The parameters of REST. */
export function filterParameters({ promptIds, ...filter }: Filter = {}): Readonly<Record<string, string>> {
  const given = Object.entries({ ...filter, prompts: promptIds }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value.join(' ,') : `${value}`]));
}
