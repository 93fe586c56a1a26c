// The prompts of brands, page by page, and the tags that they carry: one statement of each kind, however many brands and pages.

import { bindings } from '../database/bindings.js';
import { unlimited } from '../domain/budget.js';
import { foundSql } from '../tiles/lists/search.js';
import { type Bind, type Queryable, rowsOfEach } from '../tiles/plain/rows.js';
import { byBrand } from './brands/brands.js';
import { assertRead } from './read.js';

export interface PromptRow {
  readonly id: string;
  readonly brandId: string;
  /** `null`, as the tags: with those of all rows that were read with it, it is longer than may be read. */
  readonly text: string | null;
  readonly tags: readonly string[] | null;
  /** Of the texts and tags of all rows that were read together. */
  readonly bytes: number;
}

/** One page of a brand's prompts in the order of their numbers. */
export interface PromptAsk {
  readonly brandId: string;
  /** Any-of, case-sensitive; empty: no filter. */
  readonly tags: readonly string[];
  /** Occurs in the text once both are lower-cased; `null`: no filter. */
  readonly search: string | null;
  /** From 1. */
  readonly page: number;
  /** Prompts on a page, at least 1. */
  readonly limit: number;
}

/** The pages that `asks` want, in their order. Texts and tags that are more than `budget` has room for do not leave the database. */
export async function listPrompts(
  db: Queryable,
  asks: readonly PromptAsk[],
  budget = unlimited,
): Promise<readonly PromptRow[][]> {
  const { values, bind } = bindings();
  const branches = asks.map(
    (
      ask,
      index,
    ) => `(select ${index} as ask, number, id, brand_id as "brandId", text, tags from prompt where ${filterOf(ask, bind)}
      order by number limit ${bind(ask.limit)}::bigint offset ${bind((ask.page - 1) * ask.limit)}::bigint)`,
  );
  const maxBytes = `${bind(budget.remainingBytes())}::float8`;
  const { rows } = await db.query<PromptRow & { ask: number; number: number }>(
    `select ask, number, id, "brandId", bytes::float8, case when bytes <= ${maxBytes} then text end as text,
        case when bytes <= ${maxBytes} then tags end as tags
      from (select *, ${bytesOfAll} as bytes
        from (${branches.join('\nunion all\n')}) as listed) as sized order by ask, number`,
    values,
  );
  const pages = asks.map((): PromptRow[] => []);
  for (const { ask, number: _, ...prompt } of rows) pages[ask]?.push(prompt);
  return pages;
}

/** The prompts with these ids, in their order; a missing one is `null`. Texts and tags that are more than `budget` has room for do not leave the database. */
export async function readPrompts(
  db: Queryable,
  ids: readonly string[],
  budget = unlimited,
): Promise<readonly (PromptRow | null)[]> {
  const { rows } = await db.query<PromptRow>(
    `select id, brand_id as "brandId", bytes::float8, case when bytes <= $2::float8 then text end as text,
        case when bytes <= $2::float8 then tags end as tags
      from (select *, ${bytesOfAll} as bytes from prompt where id = any($1::uuid[])) as sized`,
    [ids, budget.remainingBytes()],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}

const bytesOfAll = `sum(octet_length(text) + octet_length(array_to_string(tags, ''))) over ()`;

/** How many prompts there are on all pages of each ask. */
export async function countPrompts(db: Queryable, asks: readonly PromptAsk[]): Promise<readonly number[]> {
  const found = await rowsOfEach<{ total: number }, PromptAsk>(
    db,
    asks,
    (ask, place, bind) => `select ${place} as ask, count(*)::float8 as total from prompt where ${filterOf(ask, bind)}`,
  );
  return found.map(([row]) => row?.total ?? 0);
}

function filterOf({ brandId, tags, search }: PromptAsk, bind: Bind): string {
  const filters = [`brand_id = ${bind(brandId)}`];
  if (tags.length > 0) filters.push(`tags && ${bind(tags)}::text[]`);
  if (search !== null) filters.push(foundSql('text', search, bind));
  return filters.join(' and ');
}

/**
 * The tags that prompts of each brand carry now, each once, in code point order. What is more than `budget` has room for does not leave the
 * database.
 */
export async function readTags(
  db: Queryable,
  brandIds: readonly string[],
  budget = unlimited,
): Promise<readonly string[][]> {
  const maxBytes = budget.remainingBytes();
  // A row without a tag says how many bytes there are where these are too many.
  const { rows } = await db.query<{ bytes: number; brandId: string; tag: string }>(
    `with found as (select distinct brand_id as "brandId", tag collate "C" as tag from prompt cross join unnest(tags) as tag
        where brand_id = any($1)),
      total as (select coalesce(sum(octet_length(tag)), 0)::float8 as bytes from found)
      select bytes, "brandId", tag from total left join found on bytes <= $2::float8 order by tag`,
    [brandIds, maxBytes],
  );
  assertRead(rows, maxBytes, budget);
  return byBrand(brandIds, rows).map((ofBrand) => ofBrand.map(({ tag }) => tag));
}
