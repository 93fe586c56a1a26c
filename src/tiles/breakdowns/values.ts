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

function selectsOf({ by, question: { brandId } }: ValuesAsk, place: number, bind: Bind): readonly string[] {
  const select = (kind: Row['kind'], columns: string) => `select '${kind}' as kind, ${place} as ask, ${columns}`;
  const none = 'null::text as name, null::text[] as tags';
  const ofBrand = () => `where brand_id = ${bind(brandId)}`;
  const channels = has(by, 'channel')
    ? [
        select(
          'channel',
          `provider as name, array[market] as tags, array[web_search_enabled::integer, least(sum(runs), 2147483647)::integer] as numbers
            from channel ${ofBrand()} group by provider, web_search_enabled, market`,
        ),
      ]
    : [];
  const others = by.flatMap((name) => {
    if (name === 'model')
      return select('model', 'id as name, null::text[] as tags, null::integer[] as numbers from model');
    if (name === 'company')
      return select('company', `name, null::text[] as tags, array[id] as numbers from company ${ofBrand()}`);
    if (name === 'prompt')
      return select('prompt', `${none}, array_agg(number order by id) as numbers from prompt ${ofBrand()}`);
    if (name === 'tag')
      return select(
        'tag',
        `null::text as name, tags, array_agg(number) as numbers from prompt ${ofBrand()} group by tags`,
      );
    if (name === 'branded')
      return select(
        'branded',
        `(branded is true)::text as name, null::text[] as tags, array_agg(number) as numbers from prompt ${ofBrand()} group by branded is true`,
      );
    return [];
  });
  return [...channels, ...others];
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
