// Which of the values that a filter names anything of the brand carries: a filter that selects nothing for a slip of the pen is to say so.

import { type FirstNames, maxListed } from '../../domain/lists/first-names.js';
import type { Queryable } from '../../tiles/plain/rows.js';

/** What filters of one question name. */
export interface NamedValues {
  readonly brandId: string;
  readonly tags: readonly string[];
  /** `null`: no filter. */
  readonly company: string | null;
}

/** Of each question, the tags that no prompt carries, and whether no answer has ever named its company. The brand itself is no company here. */
export async function readMissing(db: Queryable, asks: readonly NamedValues[]) {
  const { rows } = await db.query<{ kind: string; brandId: string; name: string }>(
    `select distinct 'tag' as kind, brand_id as "brandId", tag as name from prompt cross join unnest(tags) as tag
       where brand_id = any($1) and tags && $2 and tag = any($2)
     union all select 'company', brand_id, name from company where brand_id = any($1) and name = any($3)`,
    [
      [...new Set(asks.map(({ brandId }) => brandId))],
      [...new Set(asks.flatMap(({ tags }) => tags))],
      [...new Set(asks.flatMap(({ company }) => company ?? []))],
    ],
  );
  const found = new Set(rows.map(({ kind, brandId, name }) => JSON.stringify([kind, brandId, name])));
  return asks.map(({ brandId, tags, company }) => ({
    tags: tags.filter((tag) => !found.has(JSON.stringify(['tag', brandId, tag]))),
    company: company !== null && !found.has(JSON.stringify(['company', brandId, company])),
  }));
}

/** The tags that prompts of each brand carry: as many as a sentence names, whatever else a request may read. */
export async function readFirstTags(db: Queryable, brandIds: readonly string[]): Promise<readonly FirstNames[]> {
  const { rows } = await db.query<{ brandId: string; names: string[]; total: number }>(
    `select brand_id as "brandId", (array_agg(tag order by tag))[1:${maxListed}] as names, count(*)::float8 as total
     from (select distinct brand_id, tag collate "C" as tag from prompt cross join unnest(tags) as tag where brand_id = any($1)) as carried
     group by brand_id`,
    [brandIds],
  );
  const byBrand = new Map(rows.map(({ brandId, ...first }) => [brandId, first]));
  return brandIds.map((id) => byBrand.get(id) ?? { names: [], total: 0 });
}
