// The contestant in columns: DuckDB in this process, with two threads, over typed columns without strings, sorted by time.
// Citations and mentions repeat their run's quarter, prompt and model, so that no question needs a join.

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../src/database/postgres.js';
import { daysOf } from '../src/domain/day.js';
import type { Question } from '../src/domain/summary.js';
import { dayOf } from '../src/tiles/packed/levels.js';
import { quarterOf } from '../src/tiles/stored/marks.js';
import type { Contestant } from './contestant.js';
import { dataRoot, withClient } from './data.js';
import { readFigures, type Statements } from './figures.js';
import { numberedModels, type World } from './world.js';

const quarter = 'floor(extract(epoch from run.created_at) / 900)::integer';
const runs = `(select run.*, ${quarter} as quarter, prompt.number as prompt, model.number as model_number
  from run join prompt on prompt.id = run.prompt_id join ${numberedModels} on model.id = run.model where run.brand_id = $brand) as run`;

/** What each table holds, and the statement that takes it from the raw rows. */
const tables = {
  run: {
    columns: 'quarter integer, prompt usmallint, model utinyint, citations usmallint',
    from: `select quarter, prompt, model_number, citation_count from ${runs} order by quarter`,
  },
  mention: {
    columns:
      'quarter integer, prompt usmallint, model utinyint, company utinyint, sentiment utinyint, position utinyint',
    from: `select quarter, prompt, model_number, company, sentiment, position
      from ${runs} cross join lateral unnest(companies, sentiments, positions) as mention (company, sentiment, position) order by quarter`,
  },
  citation: {
    columns: 'quarter integer, prompt usmallint, model utinyint, url uinteger, domain usmallint',
    from: `select quarter, prompt, model_number, url_id, domain_id
      from ${runs} join citation on citation.brand_id = run.brand_id and citation.run_id = run.id
      join url on url.brand_id = citation.brand_id and url.id = url_id order by quarter`,
  },
  prompt: {
    columns: 'number usmallint, tags varchar',
    from: `select number, array_to_string(tags, ',') from prompt where brand_id = $brand`,
  },
  model: { columns: 'number utinyint, id varchar', from: `select number, id from ${numberedModels}` },
};

export interface Duck extends AsyncDisposable, Contestant {
  readonly file: string;
}

/** Opens the file of `world`, filled from the raw rows where an earlier run did not. */
export async function duckContestant(db: Database, world: World): Promise<Duck> {
  const file = join(dataRoot(), `${world.runs}.duckdb`);
  const instance = await DuckDBInstance.create(file, { threads: '2' });
  const connection = await instance.connect();
  const select = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const filled = await select("select table_name from duckdb_tables() where table_name = 'model'");
  if (filled.length === 0)
    for (const name of Object.keys(tables)) await load({ db, connection, world }, name as keyof typeof tables); // safe because they are its keys
  return {
    name: 'DuckDB, typed columns',
    file,
    read: ({ question }) => readFigures(question, statementsOf(question), select),
    bytesRead: null,
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

interface Loading {
  readonly db: Database;
  readonly connection: DuckDBConnection;
  readonly world: World;
}

async function load({ db, connection, world }: Loading, name: keyof typeof tables): Promise<void> {
  const file = join(dataRoot(), `${name}.csv`);
  process.stderr.write(`  DuckDB ${world.runs} ${name}\n`);
  const { columns, from } = tables[name];
  await withClient(db, async (client) => {
    await client.query(`set work_mem = '512MB'`);
    const source = client.query(
      copyTo(`copy (${from.replaceAll('$brand', client.escapeLiteral(world.brandId))}) to stdout (format csv)`),
    );
    await pipeline(source, createWriteStream(file));
    await client.query('reset work_mem');
  });
  await connection.run(
    `create table ${name} (${columns}); copy ${name} from '${file}' (format csv, header false); checkpoint`,
  );
  await rm(file);
}

const mentionColumns = `count(*)::double as mentions,
  count(*) filter (where sentiment = 1)::double as positive, count(*) filter (where sentiment = 2)::double as neutral,
  count(*) filter (where sentiment = 3)::double as negative, count(*) filter (where sentiment = 4)::double as mixed,
  coalesce(sum(position), 0)::double as "positionSum", count(*) filter (where position > 0)::double as positions`;

/** Days are those of UTC. */
function statementsOf(question: Question): Statements {
  const where = conditionOf(question);
  const first = dayOf(quarterOf(daysOf(question.window)[0]?.start ?? 0));
  const day = `(quarter // 96 - ${first})::integer as day`;
  return {
    models: `select id as model, runs, citations from (
       select model, count(*)::double as runs, sum(citations)::double as citations from run where ${where} group by model
     ) as run join model on model.number = run.model`,
    companies: `select id as model, sums.* exclude (number) from (
       select model as number, company, ${mentionColumns} from mention where ${where} group by model, company
     ) as sums join model using (number)`,
    days: `select ${day}, count(*)::double as runs from run where ${where} group by day`,
    brandDays: `select ${day}, count(*)::double as "allMentions", ${ofBrand(mentionColumns)} from mention where ${where} group by day`,
    prompts: `select count(distinct prompt)::double as prompts from run where ${where}`,
    promptsOfCompanies: `select company, count(distinct prompt)::double as prompts from mention where ${where} group by company`,
    distinct: `select count(distinct url)::double as urls, count(distinct domain)::double as domains from citation where ${where}`,
  };
}

function conditionOf({ window, model, tags }: Question): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const filters = [`quarter >= ${quarterOf(window.start)}`, `quarter < ${quarterOf(window.end)}`];
  if (model !== null) filters.push(`model = (select number from model where id = ${text(model)})`);
  if (tags.length > 0)
    filters.push(
      `prompt in (select number from prompt where list_has_any(string_split(tags, ','), [${tags.map(text).join(',')}]))`,
    );
  return filters.join(' and ');
}

function ofBrand(text: string): string {
  return text
    .replace('count(*)::double as mentions', 'count(*) filter (where company = 0)::double as mentions')
    .replaceAll('(where ', '(where company = 0 and ')
    .replace('(where company = 0 and company = 0)', '(where company = 0)')
    .replace('sum(position)', 'sum(position) filter (where company = 0)');
}
