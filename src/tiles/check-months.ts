// Compares the stored runs by prompt, day and model, by which pages of runs are placed, with the raw rows, month by month.

import type pg from 'pg';
import { quarterMs } from '../domain/limits.js';
import type { Window } from '../domain/window.js';
import { isWhole } from './packed/bytes.js';
import { dayOf, monthLevel, periodOf, startOf } from './packed/levels.js';
import { at } from './packed/maps.js';
import { decodeRuns } from './packed/prompt-runs.js';

/** A month of a prompt whose stored runs differ. */
interface WrongMonth {
  readonly promptId: string;
  readonly window: Window;
}

/** Of each prompt and month: the runs by model and day, as texts. */
type Counts = Map<string, Set<string>>;

interface RunRow {
  readonly promptId: string;
  readonly day: number;
  readonly model: number;
  readonly runs: number;
}

interface StoredRow {
  readonly promptId: string;
  readonly month: number;
  readonly runs: Buffer;
}

/** The months of a brand in which they differ. To be called within one snapshot. Months with a quarter hour that is not rolled are left out. */
export async function wrongMonths(client: pg.ClientBase, brandId: string): Promise<readonly WrongMonth[]> {
  const raw = await rawOf(client, brandId);
  const stored = await storedOf(client, brandId);
  const marked = await markedOf(client, brandId);
  const places = [...new Set([...raw.keys(), ...stored.keys()])];
  const wrong = places.filter((place) => !isSame(raw.get(place), stored.get(place)));
  return wrong.flatMap((place) => {
    const [promptId = '', text = ''] = place.split(' ');
    const month = Number(text);
    return marked.has(month) ? [] : { promptId, window: windowOf(month) };
  });
}

function windowOf(month: number): Window {
  return { start: startOf(month, monthLevel) * quarterMs, end: startOf(month + 1, monthLevel) * quarterMs };
}

async function rawOf(client: pg.ClientBase, brandId: string): Promise<Counts> {
  const { rows } = await client.query<RunRow>(
    `select run.prompt_id as "promptId", floor(extract(epoch from run.created_at) / 86400)::integer as day, model.number as model,
       count(*)::integer as runs
     from run join model on model.id = run.model where run.brand_id = $1 group by 1, 2, 3`,
    [brandId],
  );
  const counts: Counts = new Map();
  for (const { promptId, day, model, runs } of rows) {
    const month = periodOf(day * 96, monthLevel);
    at(counts, `${promptId} ${month}`, newSet).add(`${model} ${day} ${runs}`);
  }
  return counts;
}

async function storedOf(client: pg.ClientBase, brandId: string): Promise<Counts> {
  const { rows } = await client.query<StoredRow>(
    `select prompt.id as "promptId", prompt_month.month, prompt_month.runs from prompt_month
     join prompt on prompt.brand_id = $1 and prompt.number = prompt_month.prompt where prompt_month.brand_id = $1`,
    [brandId],
  );
  const counts: Counts = new Map();
  for (const { promptId, month, runs: block } of rows) {
    const found = at(counts, `${promptId} ${month}`, newSet);
    const firstDay = dayOf(startOf(month, monthLevel));
    const add = (model: number, place: number, runs: number) => void found.add(`${model} ${firstDay + place} ${runs}`);
    if (!isWhole(() => decodeRuns(block, add))) found.add('corrupt');
  }
  return counts;
}

async function markedOf(client: pg.ClientBase, brandId: string): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ quarter: number }>('select quarter from mark where brand_id = $1', [brandId]);
  return new Set(rows.map(({ quarter }) => periodOf(quarter, monthLevel)));
}

const newSet = () => new Set<string>();

function isSame(raw: ReadonlySet<string> = new Set(), stored: ReadonlySet<string> = new Set()): boolean {
  return raw.size === stored.size && [...raw].every((each) => stored.has(each));
}
