// The values that the dimensions of breakdowns can have, in their order: what is recorded of a brand now, in one statement.

import type pg from 'pg';
import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { has } from '../../domain/breakdown/dimensions-and-measures.js';
import { byCodePoint } from '../../domain/metrics.js';
import { brandCompany } from '../../domain/summary.js';
import { type Bind, rowsOfEach } from '../plain/rows.js';

export interface Values {
  /** Ids, ascending. */
  readonly models: readonly string[];
  /** Numbers, by name ascending; the brand is one of them. */
  readonly companies: readonly { readonly number: number; readonly name: string }[];
  /** Numbers of prompts, by id ascending. */
  readonly prompts: readonly number[];
  /** The combinations that occur. */
  readonly channels: readonly ChannelValue[];
  /** Prompts whose text names the brand, and the others. */
  readonly branded: readonly { readonly branded: boolean; readonly prompts: readonly number[] }[];
  /** Which prompts carry the same tags. */
  readonly tagged: readonly { readonly tags: readonly string[]; readonly prompts: readonly number[] }[];
}

/** The dimensions whose values are wanted, of a brand. */
interface ValuesAsk extends Pick<BreakdownAsk, 'by' | 'brandName'> {
  readonly question: Pick<BreakdownAsk['question'], 'brandId'>;
}

/** What else than its model a channel is. */
export interface ChannelValue {
  readonly provider: string;
  readonly webSearch: boolean;
  readonly market: string | null;
  /** How many runs of all time have it. */
  readonly runs: number;
}

interface Row {
  readonly kind: 'model' | 'company' | 'prompt' | 'tag' | 'channel' | 'branded';
  readonly name: string | null;
  readonly tags: (string | null)[] | null;
  readonly numbers: number[] | null;
}

/** What asks need of them, in their order; no statement where none needs any. */
export async function readValues(client: pg.ClientBase, asks: readonly ValuesAsk[]): Promise<readonly Values[]> {
  const found = await rowsOfEach<Row, ValuesAsk>(client, asks, selectsOf);
  return asks.map((ask, place) => valuesOf(ask, found[place] ?? []));
}

/** What is selected of each kind, given the condition that a row is of the brand. */
const selects: Readonly<Record<Row['kind'], (ofBrand: () => string) => string>> = {
  model: () => 'id as name, null::text[] as tags, null::integer[] as numbers from model',
  company: (ofBrand) => `name, null::text[] as tags, array[id] as numbers from company where ${ofBrand()}`,
  prompt: (ofBrand) =>
    `null::text as name, null::text[] as tags, array_agg(number order by id) as numbers from prompt where ${ofBrand()}`,
  tag: (ofBrand) =>
    `null::text as name, tags, array_agg(number) as numbers from prompt where ${ofBrand()} group by tags`,
  branded: (ofBrand) => `(branded is true)::text as name, null::text[] as tags, array_agg(number) as numbers
    from prompt where ${ofBrand()} group by branded is true`,
  channel: (ofBrand) => `provider as name, array[market] as tags,
      array[web_search_enabled::integer, least(sum(runs), 2147483647)::integer] as numbers
    from channel where ${ofBrand()} group by provider, web_search_enabled, market`,
};

function selectsOf({ by, question: { brandId } }: ValuesAsk, place: number, bind: Bind): readonly string[] {
  const kinds = Object.keys(selects) as Row['kind'][]; // safe because these are its keys
  const wanted = kinds.filter((kind) => (kind === 'channel' ? has(by, 'channel') : by.includes(kind)));
  const ofBrand = () => `brand_id = ${bind(brandId)}`;
  return wanted.map((kind) => `select '${kind}' as kind, ${place} as ask, ${selects[kind](ofBrand)}`);
}

function valuesOf({ brandName }: ValuesAsk, rows: readonly Row[]): Values {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const companies = of('company').map(({ name, numbers }) => ({ number: numbers?.[0] ?? 0, name: name ?? '' }));
  return {
    models: of('model')
      .map(({ name }) => name ?? '')
      .sort(byCodePoint),
    companies: [{ number: brandCompany, name: brandName }, ...companies].sort((a, b) => byCodePoint(a.name, b.name)),
    prompts: of('prompt').flatMap(({ numbers }) => numbers ?? []),
    channels: of('channel').map(({ name, tags, numbers }) => {
      const [webSearch, runs] = numbers ?? [];
      return { provider: name ?? '', webSearch: webSearch === 1, market: tags?.[0] ?? null, runs: runs ?? 0 };
    }),
    branded: of('branded').map(({ name, numbers }) => ({ branded: name === 'true', prompts: numbers ?? [] })),
    tagged: of('tag').map(({ tags, numbers }) => {
      return { tags: (tags ?? []).filter((tag) => tag !== null), prompts: numbers ?? [] };
    }),
  };
}
