// Generated brands in a database of their own: made once, kept for the next run.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { copyIn } from '../src/database/copy/copy-in.js';
import { openDatabase } from '../src/database/open.js';
import type { Database } from '../src/database/postgres.js';
import { recountChannels } from '../src/recording/write/channels.js';
import { rollBrand } from '../src/tiles/roll/roll.js';
import { markEverything } from '../src/tiles/stored/marks.js';
import { chunksOf } from './lines.js';
import { addLines, domainLines, Numbers, noLines, queryLines, urlLines } from './rows.js';
import { competitorName, competitors, models, promptsOf, runsOf, type World } from './world.js';

const chunkRuns = 10_000;
/** What the tables are made by. */
const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

export const tileTables = ['mark', 'prompt_scope', 'quarter_tile', 'tile', 'tile_detail', 'posting', 'tile_stamp'];

/** The brand that analytics are measured on: 500 prompts, 8 citations and 2 or 3 web queries a run. */
export function worldOf(runs: number): World {
  return { brandId: 'northwind', runs, prompts: 500, citationsPerRun: 8 };
}

/** Opens the database of one folder below `BENCH_DATA`. `onQuery` hears every statement. */
export function openFolder(folder: string, onQuery: (sql: string) => void = () => {}): Promise<Database> {
  const dataFolder = join(dataRoot(), folder);
  return openDatabase({ databaseUrl: null, dataFolder, poolSize: 6, statementTimeoutMs: 0 }, { onQuery });
}

/** The database of a folder, by default that of its size, filled with `world` and its tiles. */
export async function prepared(world: World, folder = String(world.runs), onQuery?: (sql: string) => void) {
  const db = await openFolder(folder, onQuery);
  try {
    await fillWorld(db, world);
    await rollWorld(db, world);
  } catch (error) {
    await db[Symbol.asyncDispose]();
    throw error;
  }
  return db;
}

/** The same, for a server to open. */
export async function prepare(world: World, folder?: string): Promise<void> {
  await using _ = await prepared(world, folder);
}

/** Where data is kept: apart for each schema, as a migration may leave tiles to be made again. */
export function dataRoot(): string {
  return join(process.env.BENCH_DATA ?? '/tmp/sightline-bench', schemaDigest());
}

function schemaDigest(): string {
  const files = readdirSync(migrations, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex').slice(0, 8);
}

const stepTable =
  'create schema if not exists bench; create table if not exists bench.step (name text primary key, ms float8)';

/** Does `work` unless an earlier run did it; resolves to its duration in milliseconds. */
export async function once({ pool }: Database, step: string, work: () => Promise<void>): Promise<number> {
  await pool.query(stepTable);
  const { rows } = await pool.query<{ ms: number }>('select ms from bench.step where name = $1', [step]);
  if (rows[0]) return rows[0].ms;
  process.stderr.write(`  ${step} … `);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  process.stderr.write(`${(ms / 1000).toFixed(1)} s\n`);
  await pool.query('insert into bench.step values ($1, $2)', [step, ms]);
  return ms;
}

/** Fills the tables with `world` if they are empty. */
async function fillWorld(db: Database, world: World): Promise<void> {
  await once(db, `fill ${world.brandId}`, async () => {
    await writeReferences(db, world);
    await withoutIndexes(db, () => writeRuns(db, world));
    await db.pool.query('vacuum (analyze)');
  });
}

/** Builds the tiles of `world` if there are none. Resolves to the duration in milliseconds. */
export async function rollWorld(db: Database, { brandId }: World): Promise<number> {
  const ms = await once(db, `roll ${brandId}`, async () => {
    await db.transaction(async (client) => {
      await recountChannels(client, brandId);
      await markEverything(client, brandId);
    });
    await rollBrand(db, brandId);
  });
  await once(db, `vacuum ${brandId}`, async () => {
    await db.pool.query('vacuum (analyze)');
  });
  return ms;
}

/** Deletes the tiles, so that the next `rollWorld` rebuilds them. */
export async function forgetTiles({ pool }: Database): Promise<void> {
  await pool.query(stepTable);
  await pool.query(`truncate ${tileTables.join(', ')}`);
  await pool.query(`delete from bench.step where name like 'roll %' or name like 'vacuum %'`);
}

/** The organization, models, brand, competitors and prompts of a world. */
export async function writeReferences({ pool }: Database, world: World): Promise<void> {
  const { brandId } = world;
  await pool.query(`insert into organization values ('bench', 'Bench') on conflict do nothing`);
  await pool.query('insert into model (id, label) select id, id from unnest($1::text[]) as id on conflict do nothing', [
    models,
  ]);
  await pool.query(`insert into brand values ($1, 'bench', 'Northwind', '{}', '{}')`, [brandId]);
  const names = Array.from({ length: competitors }, (_, index) => competitorName(index + 1));
  await pool.query(
    `insert into company select $1, number, name, true, '{}', '{}' from unnest($2::text[]) with ordinality as given (name, number)`,
    [brandId, names],
  );
  const prompts = promptsOf(world);
  await pool.query(
    `insert into prompt select id, $1, number, 'prompt ' || number, string_to_array(tags, ',')
     from unnest($2::uuid[], $3::integer[], $4::text[]) as given (id, number, tags)`,
    [
      brandId,
      prompts.map(({ id }) => id),
      prompts.map(({ number }) => number),
      prompts.map(({ tags }) => tags.join(',')),
    ],
  );
}

async function writeRuns(db: Database, world: World): Promise<void> {
  const numbers = new Numbers();
  let writing: Promise<unknown> = Promise.resolve();
  let lines = noLines();
  for (const run of runsOf(world)) {
    addLines(lines, world, run, numbers);
    if (lines.run.length < chunkRuns) continue;
    await writing;
    writing = copyAll(db, { ...lines });
    lines = noLines();
  }
  await writing;
  await copyAll(db, { ...lines });
  await copyAll(db, {
    domain: domainLines(world, numbers),
    url: urlLines(world, numbers),
    query: queryLines(world, numbers),
  });
}

/** Each table on a connection of its own. */
async function copyAll(db: Database, lines: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const copy = ([table, rows]: readonly [string, readonly string[]]) =>
    withClient(db, (client) => copyIn(client, table, chunksOf(rows)));
  await Promise.all(Object.entries(lines).map(copy));
}

export async function withClient<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const loaded = `table_name.relname in ('run', 'answer', 'citation', 'url', 'query') and table_name.relnamespace = 'public'::regnamespace`;

/** Drops the indexes of the raw tables, runs `load`, and recreates them, which is several times faster. */
async function withoutIndexes(db: Database, load: () => Promise<void>): Promise<void> {
  const { rows } = await db.pool.query<{ name: string; table: string; key: boolean; definition: string }>(
    `select index_name.relname as name, table_name.relname as table, indisprimary as key,
       case when indisprimary then pg_get_constraintdef(pg_constraint.oid) else pg_get_indexdef(indexrelid) end as definition
     from pg_index join pg_class as index_name on index_name.oid = indexrelid join pg_class as table_name on table_name.oid = indrelid
     left join pg_constraint on conindid = indexrelid and contype = 'p' where ${loaded}`,
  );
  for (const { name, table, key } of rows)
    await db.pool.query(key ? `alter table "${table}" drop constraint "${name}"` : `drop index "${name}"`);
  await load();
  await withClient(db, async (client) => {
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { table, key, definition } of rows)
      await client.query(key ? `alter table "${table}" add ${definition}` : definition);
    await client.query('reset maintenance_work_mem');
  });
}
