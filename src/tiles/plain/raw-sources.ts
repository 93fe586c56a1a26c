// The plain definition of the most cited sources: grouped, ordered and cut by SQL, straight from the raw rows.

import type pg from 'pg';
import { maxSources } from '../../domain/limits.js';
import type { Ask, Source, Sources } from '../../domain/summary.js';
import { branches } from './raw-sql.js';

type SourceRow = Source & { readonly ask: number; readonly all: number };

/** The most cited sources of one kind, for the asks that select them, in one statement. */
export async function readRawSources(
  client: pg.ClientBase,
  asks: readonly Ask[],
  kind: 'domainSources' | 'urlSources',
): Promise<ReadonlyMap<Ask, Sources>> {
  const selecting = asks.filter(({ parts }) => parts.has(kind));
  if (selecting.length === 0) return new Map();
  const [url, name] = kind === 'urlSources' ? ['url.url', 'url.url'] : ['null::text', 'domain.name'];
  const { text, values } = branches(
    selecting.map(({ question }) => question),
    ({
      ask,
      runs,
      brand,
    }) => `select ${ask} as ask, domain.name as domain, ${url} as url, count(*)::float8 as citations,
      count(distinct run.prompt_id)::float8 as prompts, (sum(count(*)) over ())::float8 as all
      from ${runs()}
      join citation on citation.brand_id = ${brand} and citation.run_id = run.id
      join url on url.brand_id = ${brand} and url.id = citation.url_id
      join domain on domain.brand_id = ${brand} and domain.id = url.domain_id
      group by domain.name, ${name} order by citations desc, ${name} collate "C" limit ${maxSources}`,
  );
  const { rows } = await client.query<SourceRow>(text, values);
  return new Map(
    selecting.map((ask, index) => [
      ask,
      sourcesOf(
        ask,
        rows.filter((row) => row.ask === index),
      ),
    ]),
  );
}

function sourcesOf({ parts }: Ask, rows: readonly SourceRow[]): Sources {
  const top = rows.map(({ domain, url, citations, prompts }) => {
    return { domain, url, citations, prompts: parts.has('sourcePrompts') ? prompts : null };
  });
  return { citations: rows[0]?.all ?? 0, top };
}
