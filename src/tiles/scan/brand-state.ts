// What is read of brands before their tiles, in one statement: a round trip costs as much as a day's tiles.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';
import { at, made } from '../../domain/counts/maps.js';
import { longWindowMs } from '../../domain/limits.js';
import type { Channel } from '../../domain/selection/channel.js';
import type { RunSpan } from '../../domain/series.js';
import type { Company, RunSet } from '../../domain/summary.js';
import type { IdSet } from '../packed/id-set.js';
import { monthLevel, periodOf } from '../packed/levels.js';
import type { Bind } from '../plain/rows.js';
import { spanOf } from '../plain/run-spans.js';
import { quarterOf } from '../stored/marks.js';
import { type ReadMark, type StoredMark, toReadMarks } from '../stored/read-marks.js';
import { type TagSelection, type TagSelectionRow, toTagSelection } from '../stored/scopes.js';
import { type MonthStamps, type Proven, proofSql, stampsOf } from '../stored/stamps.js';
import {
  isOfPrompts,
  placesOfSelections,
  promptsOf,
  selectionKeyOf,
  selectionsOf,
  selectOf,
} from './prompt-selection.js';
import { runDaysOf, type StoredRunDays } from './run-days.js';

/** What has to be known of a set of runs. */
export interface StateAsk {
  readonly set: RunSet;
  /** Whether the brand's first and last run in the window are to be known, also of a short one. */
  readonly needsSpan: boolean;
  readonly needsCompanies: boolean;
  /** Whether entries of items may be read, whose prompts are looked up in masks. */
  readonly needsEntries: boolean;
  /** Whether the runs of the set, of one prompt, are to be counted by day. */
  readonly needsRunDays?: boolean;
}

/** What is known of a set of runs before its tiles are read. */
export interface BrandState {
  /** By number, ascending. */
  readonly channels: ReadonlyMap<number, Channel>;
  /** Of the brand, within the windows of all sets, by quarter ascending. */
  readonly marks: readonly ReadMark[];
  /** Empty where they were not asked for. */
  readonly companies: readonly Company[];
  /** The largest number of a prompt of the brand; `null`: not asked for. */
  readonly lastPrompt: number | null;
  /** The prompts that all filters select now; `null`: all. */
  readonly prompts: IdSet | null;
  /** What the tags select of the tiles; `null` where there are none. */
  readonly tags: TagSelection | null;
  /** Whether filters other than tags select prompts, so that the tiles of combinations do not say what is selected. */
  readonly isOfPrompts: boolean;
  /** The brand's runs in the window, filters not considered; `null`: it has none, or that was not asked for. */
  readonly span: RunSpan | null;
  /** `null`: not asked for. */
  readonly runDays: StoredRunDays | null;
  /** Of the months that hold the windows. */
  readonly stamps: ReadonlyMap<number, MonthStamps>;
}

/** The states of some sets, and what they and their answers depend on. */
export interface BrandStates {
  /** Of a set that was asked about, whatever its outcome and, but for those of one prompt, its models. */
  readonly stateOf: (set: RunSet) => BrandState;
  readonly proven: Proven;
  readonly proof: string;
}

/** Whether the set is cut to the months in which the brand has runs. */
export function isLong({ window }: RunSet): boolean {
  return window.end - window.start > longWindowMs;
}

interface Row {
  readonly kind: 'channel' | 'mark' | 'company' | 'last' | 'tags' | 'prompts' | 'span' | 'runDays' | 'proof';
  /** The brand's, except where it is the place of a set. */
  readonly of: string;
  readonly number: number;
  readonly name: string;
  readonly tracked: boolean;
  readonly found: unknown;
}

/** The channels, marks, companies, scopes and stamps of the brands of `asks`. */
export async function readBrandStates(client: pg.ClientBase, given: readonly StateAsk[]): Promise<BrandStates> {
  const { values, bind } = bindings();
  const asks = distinct(given);
  const sets = asks.map(({ set }) => set);
  const placeOf = placesOfSelections(sets);
  const first = Math.min(...sets.map(({ window }) => quarterOf(window.start)));
  const last = Math.max(...sets.map(({ window }) => quarterOf(window.end)));
  const brandIds = brandsOf(asks);
  const proven = { brandIds, months: { first: periodOf(first, monthLevel), last: periodOf(last, monthLevel) } };
  const named = brandsOf(asks.filter(({ needsCompanies }) => needsCompanies));
  const selects = [
    `select 'proof' as kind, '' as of, 0 as number, ${proofSql(proven, bind)} as name, null::boolean as tracked, null::json as found`,
    `select 'channel', brand_id, id, model, web_search_enabled, json_build_array(provider, market)
     from channel where brand_id = any(${bind(brandIds)})`,
    `select 'mark', brand_id, quarter, id::text, null, json_build_array(cardinality(added), made_at) from mark
     where brand_id = any(${bind(brandIds)}) and quarter between ${bind(first)} and ${bind(last)}`,
    // An empty list of brands would be looked for on every node of a cluster.
    ...(named.length === 0
      ? []
      : [`select 'company', brand_id, id, name, tracked, null from company where brand_id = any(${bind(named)})`]),
    ...brandsOf(asks.filter(({ needsEntries }) => needsEntries)).map((brandId) => {
      const brand = bind(brandId);
      const most = `coalesce((select max(number) from prompt where brand_id = ${brand}), 0)`;
      return `select 'last', ${brand}::text, ${most}, '', null, null`;
    }),
    ...[...placeOf.values()].flatMap((place) => selectionsOf(sets[place], place, bind)),
    ...asks.flatMap((ask, place) => selectsOf(ask, place, bind)),
  ];
  const { rows } = await client.query<Row>(selects.join('\nunion all\n'), values);
  const proof = rows.find(({ kind }) => kind === 'proof')?.name ?? '{}';
  const states = toStates(rows, { sets, placeOf, proof });
  const byKey = new Map(sets.map((set, place) => [keyOf(set), states[place]]));
  const stateOf = (set: RunSet) => {
    const state = byKey.get(keyOf(set));
    if (!state) throw new Error('The state of a set was not read.');
    return state;
  };
  return { stateOf, proven, proof };
}

/** One for all that have the same state. */
function distinct(asks: readonly StateAsk[]): readonly StateAsk[] {
  const byKey = new Map<string, StateAsk>();
  for (const { set, needsSpan, needsCompanies, needsEntries, needsRunDays } of asks) {
    const known = byKey.get(keyOf(set));
    byKey.set(keyOf(set), {
      set,
      needsSpan: needsSpan || known?.needsSpan === true,
      needsCompanies: needsCompanies || known?.needsCompanies === true,
      needsEntries: needsEntries || known?.needsEntries === true,
      needsRunDays: needsRunDays || known?.needsRunDays === true,
    });
  }
  return [...byKey.values()];
}

function keyOf({ brandId, window, tags, promptId, model, filter }: RunSet): string {
  return JSON.stringify([brandId, window.start, window.end, tags, promptId, promptId && model, filter]);
}

/** What is read of one set alone. */
function selectsOf({ set, needsSpan, needsRunDays }: StateAsk, place: number, bind: Bind): readonly string[] {
  return [
    ...(needsSpan || isLong(set) ? [selectOf('span', place, spanOf(set, bind))] : []),
    ...(needsRunDays ? [selectOf('runDays', place, runDaysOf(set, bind))] : []),
  ];
}

interface Asked {
  readonly sets: readonly RunSet[];
  readonly placeOf: ReadonlyMap<string, number>;
  readonly proof: string;
}

function toStates(rows: readonly Row[], { sets, placeOf, proof }: Asked): readonly BrandState[] {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) made(byKey, `${row.kind} ${row.of}`, Array).push(row);
  const found = (kind: Row['kind'], of: string | number): readonly Row[] => byKey.get(`${kind} ${of}`) ?? [];
  const stamps = stampsOf(proof);
  const brands = new Map<string, ReturnType<typeof ofBrand>>();
  const ofBrand = (brandId: string) => ({
    channels: channelsOf(found('channel', brandId)),
    marks: toReadMarks(found('mark', brandId).map(toStoredMark)),
    companies: found('company', brandId).map(({ number, name, tracked }) => ({ id: number, name, tracked })),
    lastPrompt: found('last', brandId)[0]?.number ?? null,
    stamps: stamps.get(brandId) ?? new Map<number, MonthStamps>(),
  });
  // safe because each kind is selected with these
  const selected = new Map(
    [...placeOf].map(([key, place]) => {
      const tags = found('tags', place).map((row) => toTagSelection(row.found as TagSelectionRow))[0] ?? null;
      const chosen = found('prompts', place).map((row) => row.found as readonly number[])[0] ?? null;
      return [key, { tags, prompts: promptsOf(tags, chosen) }] as const;
    }),
  );
  return sets.map((set, place) => {
    const of = at(brands, set.brandId, () => ofBrand(set.brandId));
    const { tags = null, prompts = null } = selected.get(selectionKeyOf(set)) ?? {};
    // safe because each kind is selected with these
    const span = found('span', place).map((row) => row.found as RunSpan | null)[0] ?? null;
    const runDays = found('runDays', place).map((row) => row.found as StoredRunDays)[0] ?? null;
    return { ...of, tags, prompts, isOfPrompts: isOfPrompts(set), span, runDays };
  });
}

function toStoredMark({ number: quarter, name: id, found }: Row): StoredMark {
  const [added, madeAt] = found as [number | null, string]; // safe because a mark is selected with these
  return { quarter, id, madeAt, added };
}

function channelsOf(rows: readonly Row[]): ReadonlyMap<number, Channel> {
  const byNumber = rows.toSorted((a, b) => a.number - b.number);
  return new Map(
    byNumber.map(({ number, name: model, tracked: webSearchEnabled, found }) => {
      const [provider, market] = found as [string, string | null]; // safe because a channel is selected with these
      return [number, { model, provider, webSearchEnabled, market }];
    }),
  );
}

function brandsOf(asks: readonly StateAsk[]): readonly string[] {
  return [...new Set(asks.map(({ set }) => set.brandId))];
}
