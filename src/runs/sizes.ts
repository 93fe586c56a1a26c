// How much is stored of what a request names, in one statement, or two on a cluster: sizes that are looked up, not counted, wherever an index knows them.

import type { Reading } from '../database/until.js';
import type { Queryable } from '../tiles/plain/rows.js';

export interface Brand {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

export interface Prompt {
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Sizes of what is stored of a brand; one that was not asked for is 0 or `null`. */
export interface BrandSizes {
  /** Companies that a run names, or that are or were tracked; the brand itself. */
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
  readonly brands: readonly (Brand & BrandSizes)[];
  readonly prompts: readonly Prompt[];
  /** Every model; `null`: not requested. */
  readonly models: readonly { readonly id: string; readonly label: string }[] | null;
}

/** The fields of a size, of the brand whose id an expression is. */
const fieldsOf: Readonly<Record<SizeColumn, (brand: string) => string>> = {
  companies: (brand) => `'companies', 1 + (select count(*) from company where company.brand_id = ${brand})`,
  competitors: (brand) => `'competitors', (select count(*) from company where company.brand_id = ${brand} and tracked)`,
  prompts: (brand) => `'prompts', ${numbersOf('prompt', 'number', brand)}`,
  domains: (brand) => `'domains', ${numbersOf('domain', 'id', brand)}`,
  urls: (brand) => `'urls', ${numbersOf('url', 'id', brand)}`,
  queries: (brand) => `'queries', ${numbersOf('query', 'id', brand)}`,
  span: (brand) => `'first', (select extract(epoch from min(created_at)) * 1000 from run where run.brand_id = ${brand}),
    'last', (select extract(epoch from max(created_at)) * 1000 from run where run.brand_id = ${brand})`,
};

/** How many rows a table has of a brand: the numbers that were ever given, without those of what is deleted. */
function numbersOf(table: string, number: string, brand: string): string {
  const ofDeletion = (column: string) => `(select ${column} from deletion where deletion.brand_id = ${brand})`;
  const last = `(select max(${number}) from ${table} where ${table}.brand_id = ${brand})`;
  return `greatest(${last}, ${ofDeletion(table)}, 0) - coalesce(${ofDeletion(`gone_${table}`)}, 0)`;
}

type SizesSource = Pick<Reading, 'isDistributed' | 'pool' | 'reach' | 'unreachable'>;

/**
 * The brands and prompts that `ask` names, with their sizes, and the models. On a cluster the sizes are read from the nodes of the brands; those of
 * brands whose node cannot be reached are none.
 */
export async function readSizes(source: SizesSource, ask: SizesAsk): Promise<FoundSizes> {
  const { pool, isDistributed } = source;
  const found = await readNamed(pool, ask, isDistributed ? [] : [...ask.columns]);
  const sizes = isDistributed ? await readBrandSizes(source, ask, found) : new Map<string, Partial<BrandSizes>>();
  return { ...found, brands: found.brands.map((brand) => sizedBrand(brand, sizes.get(brand.id) ?? brand)) };
}

/** Each field by name: copies of 5,000 brands by object spread take a hundred times as long. */
function sizedBrand({ id, organizationId, name }: Brand, sizes: Partial<BrandSizes>): Brand & BrandSizes {
  const { companies = 0, competitors = 0, prompts = 0, domains = 0, urls = 0, queries = 0 } = sizes;
  const { first = null, last = null } = sizes;
  return { id, organizationId, name, companies, competitors, prompts, domains, urls, queries, first, last };
}

interface Named extends Omit<FoundSizes, 'brands'> {
  readonly brands: readonly (Brand & Partial<BrandSizes>)[];
}

async function readNamed(db: Queryable, ask: SizesAsk, columns: readonly SizeColumn[]): Promise<Named> {
  const { brandIds, promptIds, more, models } = ask;
  const sizes = columns.map((column) => `, ${fieldsOf[column]('brand.id')}`).join('');
  const others = more === null ? '' : 'union select id from brand where $3::text is null or organization_id = $3';
  const { rows } = await db.query<{ found: Named }>(
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
  return row.found;
}

/** Each brand is a branch of its own: more of them in one statement would only wait for each other. */
const maxBranches = 100;

/** The sizes by brand. What does not exist has sizes as well, so that as many statements are sent for it. */
async function readBrandSizes(
  { pool, reach, unreachable }: SizesSource,
  { columns, brandIds, promptIds }: SizesAsk,
  { brands }: Named,
): Promise<ReadonlyMap<string, Partial<BrandSizes>>> {
  const sizes = new Map<string, Partial<BrandSizes>>();
  if (columns.size === 0 && brands.length + brandIds.length + promptIds.length === 0) return sizes;
  const named = brands.length > 0 ? brands.map(({ id }) => id) : brandIds.length > 0 ? brandIds : [''];
  await reach(named);
  const ids = named.filter((id) => !unreachable.has(id));
  if (columns.size === 0) return sizes;
  for (let first = 0; first < ids.length; first += maxBranches) {
    const some = ids.slice(first, first + maxBranches);
    const branches = some.map((_, index) => {
      const fields = [...columns].map((column) => fieldsOf[column](`$${index + 1}`)).join(', ');
      return `select ${index} as brand, json_build_object(${fields}) as sizes`;
    });
    const { rows } = await pool.query<{ brand: number; sizes: Partial<BrandSizes> }>(
      branches.join('\nunion all\n'),
      some,
    );
    for (const { brand, sizes: ofBrand } of rows) sizes.set(some[brand] ?? '', ofBrand);
  }
  return sizes;
}

/** The sizes of a brand of which nothing is stored. */
export const noSizes: BrandSizes = {
  ...{ companies: 0, competitors: 0, prompts: 0, domains: 0, urls: 0, queries: 0 },
  ...{ first: null, last: null },
};
