// Compares the tiles of prompts with the raw rows: of each prompt, day and channel the runs, what they say of companies, and what they cite.

import type pg from 'pg';
import { at, made } from '../domain/counts/maps.js';
import { quarterMs } from '../domain/limits.js';
import type { Window } from '../domain/window.js';
import { isWhole } from './packed/bytes.js';
import { eachCellOf } from './packed/cell.js';
import { firstQuarterOfDay, monthLevel, periodOf, startOf } from './packed/levels.js';
import { allMentionsOf } from './packed/mentions.js';
import { daysOf, eachDayRuns } from './packed/prompt-days.js';
import { isChannelOfRun } from './stored/channels.js';

/** Of each prompt and month: what its days say, as texts. */
type Lines = Map<string, Set<string>>;

/** The months in which they differ, of each prompt of a brand. To be called within one snapshot. Months with a quarter hour that is not rolled are left out. */
export async function wrongMonths(client: pg.ClientBase, brandId: string) {
  const raw = await rawOf(client, brandId);
  const stored = await storedOf(client, brandId);
  const marked = await markedOf(client, brandId);
  const places = [...new Set([...raw.keys(), ...stored.keys()])];
  const wrong = places.filter((place) => !isSame(raw.get(place), stored.get(place)));
  return wrong.flatMap((place) => {
    const [promptId = '', text = ''] = place.split(' ');
    const month = Number(text);
    return marked.has(month) ? [] : { promptId, window: windowOfMonth(month) };
  });
}

export function windowOfMonth(month: number): Window {
  return { start: startOf(month, monthLevel) * quarterMs, end: startOf(month + 1, monthLevel) * quarterMs };
}

async function rawOf(client: pg.ClientBase, brandId: string): Promise<Lines> {
  const { rows } = await client.query<{ promptId: string; day: number; line: string }>(
    `select prompt_id as "promptId", day, concat_ws(' ', day, channel, sum(runs), sum(citations), sum(mentions), sum(urls)) as line from (
       select prompt_id, floor(extract(epoch from created_at) / 86400)::integer as day, channel.id as channel, count(*) as runs,
         sum(citation_count) as citations, sum(cardinality(companies)) as mentions, 0 as urls
       from run join channel on channel.brand_id = $1 and ${isChannelOfRun} where run.brand_id = $1 group by 1, 2, 3
       union all
       select prompt_id, floor(extract(epoch from created_at) / 86400)::integer, channel.id, 0, 0, 0, count(distinct url_id)
       from run join channel on channel.brand_id = $1 and ${isChannelOfRun}
       join citation on citation.brand_id = $1 and citation.run_id = run.id where run.brand_id = $1 group by 1, 2, 3
     ) as counted group by prompt_id, day, channel`,
    [brandId],
  );
  const lines: Lines = new Map();
  for (const { promptId, day, line } of rows)
    made(lines, `${promptId} ${periodOf(firstQuarterOfDay(day), monthLevel)}`, Set).add(line);
  return lines;
}

interface StoredRow {
  readonly promptId: string;
  readonly month: number;
  readonly runs: Buffer;
  readonly cells: Buffer;
  readonly citations: Buffer;
}

async function storedOf(client: pg.ClientBase, brandId: string): Promise<Lines> {
  const { rows } = await client.query<StoredRow>(
    `select prompt.id as "promptId", tile.period as month, day_runs as runs, day_cells as cells, day_citations as citations
     from tile join tile_detail as detail on detail.brand_id = $1 and detail.scope = tile.scope and detail.level = tile.level
       and detail.period = tile.period and detail.part = tile.part
     join prompt on prompt.brand_id = $1 and prompt.number = -tile.scope where tile.brand_id = $1 and tile.level = ${monthLevel}`,
    [brandId],
  );
  const months = new Map<string, StoredRow[]>();
  for (const row of rows) made(months, `${row.promptId} ${row.month}`, Array).push(row);
  return new Map([...months].map(([place, parts]) => [place, linesOf(parts)]));
}

/** The same of all parts of a tile; something else where a block is corrupt, or two columns do not agree. */
function linesOf(parts: readonly StoredRow[]): Set<string> {
  const days = new Map<
    string,
    { runs: number; counted: number; citations: number; mentions: number; urls: Set<number> }
  >();
  const of = (day: number, channel: number) =>
    at(days, `${day} ${channel}`, () => ({ runs: 0, counted: 0, citations: 0, mentions: 0, urls: new Set<number>() }));
  const isGood = isWhole(() => {
    for (const { runs, cells, citations } of parts) {
      eachDayRuns(runs, (day, channel, count) => {
        of(day, channel).counted += count;
      });
      for (const stored of daysOf(cells))
        eachCellOf(stored, ({ channel, runs, citations, companies }) => {
          const sums = of(stored.day, channel);
          sums.runs += runs;
          sums.citations += citations;
          sums.mentions += allMentionsOf(companies);
        });
      for (const stored of daysOf(citations))
        eachCellOf(stored, ({ channel, urls }) => {
          const { urls: all } = of(stored.day, channel);
          for (let place = 0; place < urls.length; place++) all.add(urls.ids[place] ?? 0);
        });
    }
  });
  const lines = [...days].map(([place, { runs, counted, citations, mentions, urls }]) =>
    runs === counted ? `${place} ${runs} ${citations} ${mentions} ${urls.size}` : place,
  );
  return new Set(isGood ? lines : ['corrupt']);
}

async function markedOf(client: pg.ClientBase, brandId: string): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ quarter: number }>('select quarter from mark where brand_id = $1', [brandId]);
  return new Set(rows.map(({ quarter }) => periodOf(quarter, monthLevel)));
}

function isSame(raw: ReadonlySet<string> = new Set(), stored: ReadonlySet<string> = new Set()): boolean {
  return raw.size === stored.size && [...raw].every((each) => stored.has(each));
}
