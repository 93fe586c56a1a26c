// What counts of items need from the tables: of which periods, and which raw rows.

import type pg from 'pg';
import { bindings } from '../../../database/bindings.js';
import type { Ask, Question } from '../../../domain/summary.js';
import { entryLevel, itemLevels } from '../../layout.js';
import type { Cell } from '../../packed/cell.js';
import { cover } from '../../packed/cover.js';
import type { EntryFilter } from '../../packed/items/chunk-entries.js';
import type { Range } from '../../packed/levels.js';
import { sortMarks } from '../../stored/marks.js';
import { type BrandState, readBrandState } from '../brand-state.js';
import { fewStaleQuarters, quartersOfRuns } from '../plan.js';
import type { Lacking } from '../unrolled.js';

export interface ItemPlan extends Lacking {
  readonly question: Question;
  readonly quarters: Range;
  /** The periods to read, by level. */
  readonly ranges: ReadonlyMap<number, readonly Range[]>;
  /** Which entries count; `null`: all of them, so that the counts by outcome say enough. */
  readonly filter: EntryFilter | null;
}

export type FilteredPlan = ItemPlan & { readonly filter: EntryFilter };

/**
 * How to answer each question from the tables, from those of `levels`, in a fixed number of statements; `null` where the plain definition is
 * faster. `needsFilter`: entries are read in any case, whether all of them count or not.
 */
export async function readPlans(
  client: pg.ClientBase,
  questions: readonly Question[],
  { levels, needsFilter }: { readonly levels: readonly number[]; readonly needsFilter: boolean },
): Promise<readonly (ItemPlan | null)[]> {
  // Tags are looked up below, and no series is listed.
  const asks = questions.map((question): Ask => ({ question: { ...question, tags: [] }, parts: new Set() }));
  const state = await readBrandState(client, asks);
  const filtered = questions.filter((question) => needsFilter || isFiltered(question));
  const filters = await readFilters(client, filtered, state.models);
  return questions.map((question, index) => {
    const ask = asks[index];
    const filter = filters[filtered.indexOf(question)] ?? null;
    return ask ? planOf({ question, quarters: quartersOfRuns(ask, state), filter }, state, levels) : null;
  });
}

function planOf(
  { question, quarters, filter }: Pick<ItemPlan, 'question' | 'quarters' | 'filter'>,
  state: BrandState,
  levels: readonly number[],
): ItemPlan | null {
  const marks = (state.marks.get(question.brandId) ?? []).filter(
    ({ quarter }) => quarter >= quarters.first && quarter <= quarters.last,
  );
  const { stale, added } = sortMarks(marks);
  const held = levels.filter((level) => (filter ? level === entryLevel : itemLevels.includes(level)));
  const { ranges, raw } = cover(quarters.first, quarters.last + 1, stale, held);
  if (raw.length > fewStaleQuarters && raw.length > (quarters.last - quarters.first) / 2) return null;
  return { question, brandId: question.brandId, quarters, ranges, raw, added, filter };
}

/** Whether a cell of the window counts, its outcome aside. */
export function admits({ filter }: ItemPlan, { prompt, model }: Pick<Cell, 'prompt' | 'model'>): boolean {
  return filter === null || (filter.prompts[prompt] === 1 && filter.models[model] === 1);
}

/** Whether only some prompts and models count. */
function isFiltered({ model, tags, promptId }: Question): boolean {
  return model !== null || tags.length > 0 || promptId !== null;
}

interface PromptRow {
  readonly place: number;
  /** The largest number of a prompt of the brand. */
  readonly last: number;
  /** The prompts that count; `null`: all of them. */
  readonly selected: readonly number[] | null;
}

/** The filter of each question, in their order, in one statement; by the tags that prompts have now. */
async function readFilters(
  client: pg.ClientBase,
  questions: readonly Question[],
  models: ReadonlyMap<number, string>,
): Promise<readonly EntryFilter[]> {
  if (questions.length === 0) return [];
  const { values, bind } = bindings();
  const selects = questions.map(({ brandId, tags, promptId }, place) => {
    const brand = bind(brandId);
    const conditions = [
      ...(tags.length > 0 ? [`tags && ${bind(tags)}::text[]`] : []),
      ...(promptId !== null ? [`id = ${bind(promptId)}::uuid`] : []),
    ];
    const selected = `array(select number from prompt where ${[`brand_id = ${brand}`, ...conditions].join(' and ')})`;
    return `select ${place} as place, coalesce((select max(number) from prompt where brand_id = ${brand}), 0) as last,
      ${conditions.length > 0 ? selected : 'null::integer[]'} as selected`;
  });
  const { rows } = await client.query<PromptRow>(selects.join('\nunion all\n'), values);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return questions.map((question, place) => {
    const { last = 0, selected = [] } = byPlace.get(place) ?? {};
    const prompts = new Uint8Array(last + 1).fill(selected ? 0 : 1);
    for (const prompt of selected ?? []) prompts[prompt] = 1;
    return { prompts, models: modelsOf(question, models) };
  });
}

function modelsOf({ model }: Question, models: ReadonlyMap<number, string>): Uint8Array {
  const mask = new Uint8Array(Math.max(0, ...models.keys()) + 1);
  for (const [number, id] of models) mask[number] = Number(model === null || id === model);
  return mask;
}
