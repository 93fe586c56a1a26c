// The contestant that keeps a row for each prompt, model and quarter hour, with a child row for each company and URL: plain SQL,
// narrow columns, numbered from the time of day on, every index led by the quarter. No brand in the keys, which spares it bytes.

import { literal } from '../src/database/copy/copy-rows.js';
import type { Database } from '../src/database/postgres.js';
import { daysOf } from '../src/domain/day.js';
import type { Question } from '../src/domain/summary.js';
import { quarterOf } from '../src/tiles/stored/marks.js';
import { type Contestant, postgresContestant } from './contestant.js';
import { once } from './data.js';
import { readFigures, type Statements } from './figures.js';
import { numberedModels, type World } from './world.js';

const build = `
  drop table if exists bench.cell, bench.cell_company, bench.cell_url;
  create temporary table run_cell as
    select run.*, prompt.number as prompt, model.number::smallint as model_number,
      floor(extract(epoch from created_at) / 900)::integer as quarter
    from run join prompt on prompt.id = run.prompt_id join ${numberedModels} on model.id = run.model where run.brand_id = $brand;
  create table bench.cell as
    select quarter, prompt::smallint as prompt, model_number as model, count(*)::integer as runs, sum(citation_count)::integer as citations
    from run_cell group by 1, 2, 3 order by 1, 2, 3;
  create table bench.cell_company as
    select quarter, prompt::smallint as prompt, model_number as model, company::smallint as company,
      count(*)::integer as mentions,
      count(*) filter (where sentiment = 1)::integer as positive, count(*) filter (where sentiment = 2)::integer as neutral,
      count(*) filter (where sentiment = 3)::integer as negative, count(*) filter (where sentiment = 4)::integer as mixed,
      sum(position)::integer as position_sum, count(*) filter (where position > 0)::integer as positions
    from run_cell cross join lateral unnest(companies, sentiments, positions) as mention (company, sentiment, position)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  create table bench.cell_url as
    select distinct quarter, prompt::smallint as prompt, model_number as model, url_id, domain_id
    from run_cell join citation on citation.brand_id = run_cell.brand_id and citation.run_id = run_cell.id
    join url on url.brand_id = citation.brand_id and url.id = citation.url_id order by 1, 2, 3, 4;
  alter table bench.cell add primary key (quarter, prompt, model);
  alter table bench.cell_company add primary key (quarter, prompt, model, company);
  alter table bench.cell_url add primary key (quarter, prompt, model, url_id);
  drop table run_cell;`;

/** Builds the tables where an earlier run did not. */
export async function cellsContestant(db: Database, { brandId }: World): Promise<Contestant> {
  await once(db, `cells ${brandId}`, async () => {
    const client = await db.pool.connect();
    await client.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'`);
    await client.query(build.replaceAll('$brand', client.escapeLiteral(brandId)));
    await client.query('vacuum (analyze) bench.cell, bench.cell_company, bench.cell_url');
    client.release(true);
  });
  return postgresContestant('row per prompt, model, quarter', db, async (client, asks) =>
    Promise.all(
      asks.map(({ question }) =>
        readFigures(question, statementsOf(question), async (sql) => (await client.query(sql)).rows),
      ),
    ),
  );
}

const sums = `sum(mentions)::float8 as mentions, sum(positive)::float8 as positive, sum(neutral)::float8 as neutral,
  sum(negative)::float8 as negative, sum(mixed)::float8 as mixed, sum(position_sum)::float8 as "positionSum", sum(positions)::float8 as positions`;

function statementsOf(question: Question): Statements {
  const where = conditionOf(question);
  const starts = literal(daysOf(question.window).map(({ start }) => quarterOf(start)));
  const day = `width_bucket(quarter, ${starts}) - 1 as day`;
  return {
    models: `select model.id as model, runs, citations from (
       select model, sum(runs)::float8 as runs, sum(citations)::float8 as citations from bench.cell where ${where} group by model
     ) as cell join ${numberedModels} on model.number = cell.model`,
    companies: `select model.id as model, sums.* from (
       select model as number, company, ${sums} from bench.cell_company where ${where} group by model, company
     ) as sums join ${numberedModels} using (number)`,
    days: `select ${day}, sum(runs)::float8 as runs from bench.cell where ${where} group by day`,
    brandDays: `select ${day}, sum(mentions)::float8 as "allMentions", ${sums.replaceAll('::float8', ` filter (where company = 0)::float8`)}
     from bench.cell_company where ${where} group by day`,
    prompts: `select count(*)::float8 as prompts from (select distinct prompt from bench.cell where ${where}) as seen`,
    promptsOfCompanies: `select company, count(*)::float8 as prompts
     from (select distinct company, prompt from bench.cell_company where ${where}) as seen group by company`,
    distinct: `select count(*)::float8 as urls, count(distinct domain_id)::float8 as domains
     from (select distinct url_id, domain_id from bench.cell_url where ${where}) as cited`,
  };
}

function conditionOf({ brandId, window, model, tags }: Question): string {
  const filters = [`quarter >= ${quarterOf(window.start)}`, `quarter < ${quarterOf(window.end)}`];
  if (model !== null) filters.push(`model = (select number from ${numberedModels} where id = ${literal(model)})`);
  if (tags.length > 0)
    filters.push(
      `prompt = any(array(select number from prompt where brand_id = ${literal(brandId)} and tags && ${literal(tags)}))`,
    );
  return filters.join(' and ');
}
