// Rows put straight into the tables, for tests of what reads them.

import type { Database } from '../../src/database/postgres.js';
import type { Channel } from '../../src/domain/selection/channel.js';
import { recountChannels } from '../../src/recording/write/channels.js';
import { markEverything } from '../../src/tiles/stored/marks.js';

export interface RunSeed extends Partial<Channel> {
  readonly brandId?: string;
  readonly promptId?: string;
  /** The last two digits of its id; without it the runs are numbered in their order. */
  readonly number?: number;
  /** ISO 8601. */
  readonly at: string;
  /** Who it names, as `[company, sentiment code, position]`; company 0 is the brand. */
  readonly names?: readonly (readonly [number, number, number])[];
  readonly citations?: readonly string[];
}

/** A UUID that ends in `number`. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const prompts = { best: uuid(901), cheap: uuid(902), bare: uuid(903), theirs: uuid(904) };

/** Two organizations: `acme` with `acme-crm` and `acme-desk`, `other` with `other-brand`; six models, and a few prompts. */
export async function fillTables(db: Database, runs: readonly RunSeed[]): Promise<void> {
  await db.pool.query(`
    insert into organization values ('acme', 'Acme Inc.'), ('other', 'Other Ltd.');
    insert into model select 'model-' || n, 'Model ' || n from generate_series(1, 6) as n;
    insert into brand values ('acme-crm', 'acme', 'Acme CRM', '{}', '{}'), ('acme-desk', 'acme', 'Acme Desk', '{}', '{}'),
      ('other-brand', 'other', 'Other', '{}', '{}');
    insert into prompt values ('${prompts.best}', 'acme-crm', 1, 'best crm', '{crm,smb}'),
      ('${prompts.cheap}', 'acme-crm', 2, 'cheap crm', '{crm}'), ('${prompts.bare}', 'acme-crm', 3, 'crm', '{}'),
      ('${prompts.theirs}', 'other-brand', 1, 'theirs', '{crm}');
    insert into company values ('acme-crm', 1, 'Globex', true, '{}', '{}'), ('acme-crm', 2, 'Initech', true, '{}', '{}'),
      ('acme-crm', 3, 'Umbrella', false, '{}', '{}');
  `);
  await db.pool.query('insert into version select id, gen_random_uuid() from brand');
  for (const [index, run] of runs.entries()) await insertRun(db, { number: index + 1, ...run });
  for (const brandId of ['acme-crm', 'acme-desk', 'other-brand']) await settleRows(db, brandId);
}

/** Whatever recording leaves beside the rows of runs. */
export async function settleRows({ pool }: Pick<Database, 'pool'>, brandId: string): Promise<void> {
  await recountChannels(pool, brandId);
  await markEverything(pool, brandId);
}

interface UrlsOf {
  readonly organizationId: string;
  readonly model: string;
  readonly count: number;
  /** About how long each of them is. */
  readonly length: number;
  /** How often each is cited: an SQL expression of its number, `n`. */
  readonly times?: string;
}

/** A brand `big` with one run, of the first of March 2026, which cites many long URLs. */
export async function fillUrls({ pool }: Pick<Database, 'pool'>, urls: UrlsOf) {
  const { organizationId, model, count, length, times = '1' } = urls;
  const [prompt, run] = ['6f1f0000-0000-4000-8000-0000000000b1', '0c9d0000-0000-4000-8000-0000000000b1'];
  await pool.query(`insert into brand (id, organization_id, name, aliases, domains) values ('big', '${organizationId}', 'Big', '{}', '{}');
    insert into prompt (id, brand_id, number, text, tags) values ('${prompt}', 'big', 1, 'p', '{}');
    insert into domain (brand_id, id, name) values ('big', 1, 'a.example');
    insert into url (brand_id, id, domain_id, digest, url) select 'big', n, 1, sha256(n::text::bytea),
      'https://a.example/' || n || '/' || repeat('x', ${length}) from generate_series(1, ${count}) n;
    insert into run (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count, companies, sentiments, positions)
      select 'big', '${run}', '${prompt}', '2026-03-01T10:00:00Z', '${model}', 'p', true, sum(${times}), '{}', '{}', '{}'
      from generate_series(1, ${count}) n;
    insert into citation (brand_id, run_id, index, url_id, url)
      select 'big', '${run}', row_number() over () - 1, n, 'https://a.example/' || n
      from generate_series(1, ${count}) n, generate_series(1, ${times})`);
  await settleRows({ pool }, 'big');
}

async function insertRun(db: Database, run: RunSeed): Promise<void> {
  const { brandId = 'acme-crm', promptId = prompts.best, number = 0, names = [], citations = [] } = run;
  const columns = [0, 1, 2].map((column) => names.map((each) => each[column]));
  const { model = 'model-1', provider = 'provider', webSearchEnabled = true, market = null } = run;
  const channel = [model, provider, webSearchEnabled, market];
  await db.pool.query(
    `insert into run (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, market, citation_count, companies, sentiments, positions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [brandId, uuid(number), promptId, run.at, ...channel, citations.length, ...columns],
  );
  const assessments = {
    brand: { mentioned: names.some(([company]) => company === 0), sentimentProbabilities: { positive: 0.75 } },
    competitors: { Globex: { mentioned: true, sentiment: 'mixed', position: 2, mentionCount: 3 } },
  };
  await db.pool.query(`insert into answer values ($1, $2, $3, $4, $5)`, [
    brandId,
    uuid(number),
    `Answer ${number}`,
    ['best crm 2026'],
    JSON.stringify(assessments),
  ]);
  for (const [index, url] of citations.entries()) await insertCitation(db, { brandId, number, index, url });
}

async function insertCitation(
  db: Database,
  { brandId, number, index, url }: { brandId: string; number: number; index: number; url: string },
): Promise<void> {
  const host = new URL(url).host.replace(/^www\./, '');
  await db.pool.query(
    'insert into domain select $1, (select count(*) from domain where brand_id = $1) + 1, $2 on conflict do nothing',
    [brandId, host],
  );
  await db.pool.query(
    `insert into url select $1, (select count(*) from url where brand_id = $1) + 1,
       (select id from domain where brand_id = $1 and name = $2), sha256(convert_to($3::text, 'UTF8')), $3
       on conflict do nothing`,
    [brandId, host, url],
  );
  await db.pool.query(
    'insert into citation select $1, $2, $3, (select id from url where brand_id = $1 and url = $4), $4, null',
    [brandId, uuid(number), index, url],
  );
}
