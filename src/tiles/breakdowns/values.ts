// The values that the dimensions of breakdowns can have, in their order: what is recorded of a brand now, in one statement.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';
import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { byCodePoint } from '../../domain/metrics.js';
import { brandCompany } from '../../domain/summary.js';

export interface Values {
  /** Ids, ascending. */
  readonly models: readonly string[];
  /** Numbers, by name ascending; the brand is one of them. */
  readonly companies: readonly { readonly number: number; readonly name: string }[];
  /** Numbers of prompts, by id ascending. */
  readonly prompts: readonly number[];
  /** Which prompts carry the same tags. */
  readonly tagged: readonly { readonly tags: readonly string[]; readonly prompts: readonly number[] }[];
}

interface Row {
  readonly kind: 'model' | 'company' | 'prompt' | 'tag';
  readonly ask: number;
  readonly name: string | null;
  readonly tags: string[] | null;
  readonly numbers: number[] | null;
}

/** What asks need of them, in their order; no statement where none needs any. */
export async function readValues(client: pg.ClientBase, asks: readonly BreakdownAsk[]): Promise<readonly Values[]> {
  const { values, bind } = bindings();
  const selects = asks.flatMap((ask, place) => selectsOf(ask, place, bind));
  const { rows } = selects.length === 0 ? { rows: [] } : await client.query<Row>(selects.join('\nunion all\n'), values);
  const byAsk = asks.map((): Row[] => []);
  for (const row of rows) byAsk[row.ask]?.push(row);
  return asks.map((ask, place) => valuesOf(ask, byAsk[place] ?? []));
}

function selectsOf(
  { by, question: { brandId } }: BreakdownAsk,
  place: number,
  bind: (value: unknown) => string,
): readonly string[] {
  const select = (kind: Row['kind'], columns: string) => `select '${kind}' as kind, ${place} as ask, ${columns}`;
  const none = 'null::text as name, null::text[] as tags';
  const ofBrand = () => `where brand_id = ${bind(brandId)}`;
  return by.flatMap((name) => {
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
    return [];
  });
}

function valuesOf({ brandName }: BreakdownAsk, rows: readonly Row[]): Values {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const companies = of('company').map(({ name, numbers }) => ({ number: numbers?.[0] ?? 0, name: name ?? '' }));
  return {
    models: of('model')
      .map(({ name }) => name ?? '')
      .sort(byCodePoint),
    companies: [{ number: brandCompany, name: brandName }, ...companies].sort((a, b) => byCodePoint(a.name, b.name)),
    prompts: of('prompt').flatMap(({ numbers }) => numbers ?? []),
    tagged: of('tag').map(({ tags, numbers }) => ({ tags: tags ?? [], prompts: numbers ?? [] })),
  };
}
