// The tables of the ClickHouse contestants: the runs with arrays, ordered by time, and what AggregatingMergeTree keeps of each day.
// Rows are for each tag and model, and for all runs (tag '') and all models (model 255), so that no question has to merge what it could read.

import { quarterOf } from '../../src/tiles/stored/marks.js';
import { bytesOf } from '../lines.js';
import { Numbers } from '../rows.js';
import { domainOf, models, promptsOf, runsOf, type World } from '../world.js';
import type { ClickHouse } from './session.js';

/** Stands for all models. */
export const everyModel = 255;

/** Models are stored as their places in it. */
export const modelNames: readonly string[] = models;

const brand = 'brand LowCardinality(String)';
const sum = 'SimpleAggregateFunction(sum, UInt64)';
const bitmap = (type: string) => `AggregateFunction(groupBitmap, ${type})`;

const definitions = [
  `create table run (${brand}, quarter UInt32, prompt UInt16, model UInt8, citations UInt16, companies Array(UInt16),
     sentiments Array(UInt8), positions Array(UInt8), urls Array(UInt32), domains Array(UInt16)) engine MergeTree order by (brand, quarter)`,
  `create table prompt_tag (${brand}, prompt UInt16, tag LowCardinality(String)) engine MergeTree order by (brand, tag, prompt)`,
  // Small granules, because a row is as large as its bitmaps.
  `create table day_run (${brand}, tag LowCardinality(String), model UInt8, day UInt32, runs ${sum}, citations ${sum},
     prompts ${bitmap('UInt16')}, urls ${bitmap('UInt32')}, domains ${bitmap('UInt16')})
   engine AggregatingMergeTree order by (brand, tag, model, day) settings index_granularity = 256`,
  // A row for each company: at 365 days 7 ms, where sumMap over arrays of companies took 23.
  `create table day_company (${brand}, tag LowCardinality(String), model UInt8, day UInt32, company UInt16,
     mentions ${sum}, positive ${sum}, neutral ${sum}, negative ${sum}, mixed ${sum}, position_sum ${sum}, positions ${sum}, prompts ${bitmap('UInt16')})
   engine AggregatingMergeTree order by (brand, tag, model, day, company) settings index_granularity = 1024`,
];

/** The sums of a company over rows of its mentions. */
export const companyCounts = `count() as mentions, countIf(sentiment = 1) as positive, countIf(sentiment = 2) as neutral,
  countIf(sentiment = 3) as negative, countIf(sentiment = 4) as mixed, sum(position) as position_sum, countIf(position > 0) as positions`;

const fillDays = (model: string) => {
  const tagged = 'join prompt_tag using (brand, prompt) group by brand, tag, group_model, day';
  const day = 'intDiv(quarter, 96) as day';
  const keys = `brand, tag, ${model} as group_model, day`;
  return [
    `insert into day_run (brand, tag, model, day, runs, citations, prompts)
     select ${keys}, count(), sum(citations), groupBitmapState(prompt)
     from (select brand, ${day}, prompt, model, citations from run) as run ${tagged}`,
    `insert into day_run (brand, tag, model, day, urls, domains)
     select ${keys}, groupBitmapState(url), groupBitmapState(domain)
     from (select brand, ${day}, prompt, model, url, domain from run array join urls as url, domains as domain) as run ${tagged}`,
    `insert into day_company select ${keys}, company, ${companyCounts}, groupBitmapState(prompt)
     from (select brand, ${day}, prompt, model, company, sentiment, position
       from run array join companies as company, sentiments as sentiment, positions as position) as run ${tagged}, company`,
  ];
};

/** Creates and fills the tables where an earlier run did not. */
export async function fillClickHouse(house: ClickHouse, world: World): Promise<void> {
  await house.run(
    'create or replace table prompt_text (number UInt64, id String, text String) engine MergeTree order by number',
  );
  await house.run(`insert into prompt_text values ${textRows(world)}`);
  // The fastest of joins, a table that is made to be joined, and dictionaries.
  await house.run(`create or replace dictionary prompt_names (number UInt64, id String, text String) primary key number
    source(clickhouse(db 'bench' table 'prompt_text')) layout(flat()) lifetime(0)`);
  const found = await house.rows(
    `select count() from system.tables where database = currentDatabase() and name = 'filled'`,
  );
  if (Number(found[0]?.[0]) > 0) return;
  process.stderr.write(`  ClickHouse ${world.runs}\n`);
  for (const table of ['run', 'prompt_tag', 'day_run', 'day_company']) await house.run(`drop table if exists ${table}`);
  for (const definition of definitions) await house.run(definition);
  await house.insert('run', bytesOf(runLines(world)));
  await house.run(`insert into prompt_tag values ${tagRows(world)}`);
  for (const model of ['model', `toUInt8(${everyModel})`])
    for (const statement of fillDays(model)) await house.run(statement);
  for (const table of ['run', 'day_run', 'day_company']) await house.run(`optimize table ${table} final`);
  await house.run('create table filled (done UInt8) engine MergeTree order by done');
}

function* runLines(world: World): Generator<string> {
  const numbers = new Numbers();
  for (const { createdAt, prompt, model, companies, sentiments, positions, pages } of runsOf(world)) {
    const urls = pages.map((page) => numbers.page(page));
    const domains = pages.map((page) => numbers.domains.get(domainOf(page)) ?? 0);
    const place = `${quarterOf(createdAt)}\t${prompt.number}\t${modelNames.indexOf(model)}`;
    const arrays = [companies, sentiments, positions, urls, domains].map((values) => `[${values.join(',')}]`);
    yield `${world.brandId}\t${place}\t${pages.length}\t${arrays.join('\t')}\n`;
  }
}

function textRows(world: World): string {
  const rows = promptsOf(world).map(({ number, id }) => `(${number}, '${id}', 'prompt ${number}')`);
  return rows.join(',');
}

function tagRows(world: World): string {
  const rows = promptsOf(world).flatMap(({ number, tags }) => ['', ...tags].map((tag) => ({ number, tag })));
  return rows.map(({ number, tag }) => `('${world.brandId}', ${number}, '${tag}')`).join(',');
}
