// How much is stored of what a request names, in one statement: sizes that are looked up, not counted, wherever an index knows them.

import type { Queryable } from './read.js';

export interface BrandRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

export interface NamedPrompt {
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Sizes of what is stored of a brand; one that was not asked for is 0 or `null`. */
export interface BrandSizes {
  /** Companies with a number, and so named by a run or tracked, now or once; the brand itself. */
  readonly companies: number;
  readonly competitors: number;
  readonly prompts: number;
  readonly domains: number;
  readonly urls: number;
  readonly queries: number;
  /** When its first and last run were created, epoch milliseconds. */
  readonly first: number | null;
  readonly last: number | null;
}

export const sizeColumns = ['companies', 'competitors', 'prompts', 'domains', 'urls', 'queries', 'span'] as const;
export type SizeColumn = (typeof sizeColumns)[number];

export interface SizesAsk {
  readonly brandIds: readonly string[];
  /** UUIDs in lower case. */
  readonly promptIds: readonly string[];
  /** Every brand too, or those of an organization. */
  readonly more: { readonly organizationId: string | null } | null;
  readonly columns: ReadonlySet<SizeColumn>;
  readonly models: boolean;
}

export interface FoundSizes {
  readonly brands: readonly (BrandRow & BrandSizes)[];
  readonly prompts: readonly NamedPrompt[];
  /** Every model; `null`: not requested. */
  readonly models: readonly { readonly id: string; readonly label: string }[] | null;
}

const columnSql: Readonly<Record<SizeColumn, string>> = {
  companies: `'companies', 1 + (select coalesce(max(company.id), 0) from company where company.brand_id = brand.id)`,
  competitors: `'competitors', (select count(*) from company where company.brand_id = brand.id and tracked)`,
  prompts: `'prompts', (select coalesce(max(number), 0) from prompt where prompt.brand_id = brand.id)`,
  domains: `'domains', (select coalesce(max(id), 0) from domain where domain.brand_id = brand.id)`,
  urls: `'urls', (select coalesce(max(id), 0) from url where url.brand_id = brand.id)`,
  queries: `'queries', (select coalesce(max(id), 0) from query where query.brand_id = brand.id)`,
  span: `'first', (select extract(epoch from min(created_at)) * 1000 from run where run.brand_id = brand.id),
    'last', (select extract(epoch from max(created_at)) * 1000 from run where run.brand_id = brand.id)`,
};

/** The brands and prompts that `ask` names, with their sizes, and the models. */
export async function readSizes(db: Queryable, ask: SizesAsk): Promise<FoundSizes> {
  const { brandIds, promptIds, more, columns, models } = ask;
  const sizes = [...columns].map((column) => `, ${columnSql[column]}`).join('');
  const others = more === null ? '' : 'union select id from brand where $3::text is null or organization_id = $3';
  const { rows } = await db.query<{ found: FoundSizes }>(
    `select json_build_object(
      'brands', (select coalesce(json_agg(json_build_object('id', id, 'organizationId', organization_id, 'name', name${sizes})), '[]')
        from brand where id in (
          select id from brand where id = any($1) union select brand_id from prompt where id = any($2::uuid[]) ${others}
        )),
      'prompts', (select coalesce(json_agg(json_build_object('id', id, 'brandId', brand_id, 'text', text, 'tags', tags)), '[]')
        from prompt where id = any($2::uuid[])),
      'models', ${models ? `(select coalesce(json_agg(json_build_object('id', id, 'label', label)), '[]') from model)` : 'null'}
    ) as found`,
    more === null ? [brandIds, promptIds] : [brandIds, promptIds, more.organizationId],
  );
  const [row] = rows;
  if (!row) throw new Error('A statement that yields one row yielded none.');
  const { brands } = row.found;
  return { ...row.found, brands: brands.map((brand) => ({ ...noSizes, ...brand })) };
}

/** The sizes of a brand of which nothing is stored. */
export const noSizes: BrandSizes = {
  ...{ companies: 0, competitors: 0, prompts: 0, domains: 0, urls: 0, queries: 0 },
  ...{ first: null, last: null },
};
