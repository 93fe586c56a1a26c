// Breakdowns of 90 days by ClickHouse, each in one statement: from the runs, and where days are kept by what is grouped, from these and the runs at
// the edges of the window. Timed only after the rows are those of the tiles.

import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../src/database/postgres.js';
import { type DimensionName, dimensions, type KeyName } from '../../src/domain/breakdown/dimensions-and-measures.js';
import type { Question } from '../../src/domain/summary.js';
import { type PlainRow, sorted, tiledBreakdowns } from '../breakdowns.js';
import { measure, type Timing } from '../measure.js';
import { competitorName, type World } from '../world.js';
import { edgesIn, inWindow, names, wholeDaysIn } from './contestants.js';
import type { ClickHouse } from './session.js';
import { everyModel, modelNames } from './tables.js';

export interface BreakdownComparison {
  readonly name: string;
  readonly rows: number;
  /** By contestant. */
  readonly timings: Readonly<Record<string, Timing>>;
}

const counts = 'count() as runs, countIf(has(companies, 0)) as mine, sum(length(companies)) as every';

/** Statements by what is grouped by. A row: the keys, of a prompt its id and its text, runs, mentions and mentions of all companies. */
const plain: Readonly<Record<string, (question: Question) => string>> = {
  'tag,model': (question) =>
    `select tag, model, ${counts} from run join prompt_tag using (brand, prompt) where tag != '' and ${runsIn(question)} group by tag, model`,
  'prompt,model': (question) =>
    `select dictGet('prompt_names', 'id', prompt), dictGet('prompt_names', 'text', prompt), model, ${counts}
      from run where ${runsIn(question)} group by prompt, model`,
  'company,week': (question) => {
    const week = `toString(greatest(toMonday(toDateTime(quarter * 900, 'UTC')), ${firstDay(question)}))`;
    return `with whole as (select ${week} as week, count() as runs, sum(length(companies)) as every from run where ${runsIn(question)} group by week),
      named as (select ${week} as week, company, count() as mentions from run array join companies as company where ${runsIn(question)} group by week, company)
      select company, week, runs, mentions, every from named join whole using (week)`;
  },
};

const byDay: Readonly<Record<string, (question: Question) => string>> = {
  'tag,model': (question) => {
    const whole = `${wholeDaysIn(question)} and tag != '' and model < ${everyModel}`;
    return `select tag, model, sum(runs), sum(mine), sum(every) from (
      select tag, model, toUInt64(runs) as runs, toUInt64(0) as mine, toUInt64(0) as every from day_run where ${whole} union all
      select tag, model, toUInt64(0), toUInt64(if(company = 0, mentions, 0)), toUInt64(mentions) from day_company where ${whole} union all
      select tag, model, ${counts} from run join prompt_tag using (brand, prompt) where tag != '' and ${edgesIn(question)} group by tag, model
    ) group by tag, model`;
  },
  'company,week': (question) => {
    const week = (day: string) => `toString(greatest(toMonday(${day}), ${firstDay(question)}))`;
    const whole = `${wholeDaysIn(question)} and tag = '' and model = ${everyModel}`;
    const [ofDay, ofQuarter] = [week('toDate(day)'), week(`toDateTime(quarter * 900, 'UTC')`)];
    return `with runs as (
        select ${ofDay} as week, toUInt64(runs) as runs from day_run where ${whole} union all
        select ${ofQuarter}, toUInt64(1) from run where ${edgesIn(question)}),
      mentioned as (
        select ${ofDay} as week, company, toUInt64(mentions) as mentions from day_company where ${whole} union all
        select ${ofQuarter}, company, toUInt64(1) from run array join companies as company where ${edgesIn(question)}),
      whole as (select week, sum(runs) as all_runs from runs group by week),
      named as (select week, company, sum(mentions) as named_mentions from mentioned group by week, company)
      select company, week, all_runs, named_mentions, sum(named_mentions) over (partition by week) from named join whole using (week)`;
  },
};

export async function compareBreakdowns(
  db: Database,
  house: ClickHouse,
  world: World,
): Promise<readonly BreakdownComparison[]> {
  const compared: BreakdownComparison[] = [];
  for await (const { by, ask, read, rows } of tiledBreakdowns(db, world.brandId)) {
    const timings: Record<string, Timing> = { tiles: await measure(read) };
    const ways = { [names.days]: byDay, [names.plain]: plain };
    for (const [name, statements] of Object.entries(ways)) {
      const statement = statements[by.join()]?.(ask.question);
      if (statement === undefined) continue;
      const found = named(await house.rows(statement), by);
      if (!isDeepStrictEqual(found, rows)) throw new Error(`by=${by}: the rows of ${name} differ.`);
      timings[name] = await measure(() => house.rows(statement));
    }
    compared.push({ name: `by=${by}`, rows: rows.length, timings });
  }
  return compared;
}

function runsIn(question: Question): string {
  return `brand = '${question.brandId}' and ${inWindow(question)}`;
}

function firstDay({ window }: Question): string {
  return `toDate('${new Date(window.start).toISOString().slice(0, 10)}')`;
}

/** Numbers of models and companies as what they stand for. */
function named(rows: readonly (readonly unknown[])[], by: readonly DimensionName[]): readonly PlainRow[] {
  const fields = by.flatMap((name): readonly KeyName[] => dimensions[name].keys);
  const nameOf = (field: KeyName | undefined, value: unknown): string | number | null => {
    if (field === 'model') return modelNames[Number(value)] ?? null;
    if (field === 'company') return Number(value) === 0 ? 'Northwind' : competitorName(Number(value));
    return field === undefined ? Number(value) : String(value);
  };
  return sorted(rows.map((row) => row.map((value, place) => nameOf(fields[place], value))));
}
