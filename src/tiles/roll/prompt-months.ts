// Runs of a prompt by model and day, a row a month: what turns the number of a page into a place. Counted from the runs themselves.

import type pg from 'pg';
import { copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { insertRows } from '../../database/copy/insert-rows.js';
import { daySeconds } from '../../domain/limits.js';
import { dayOf, monthLevel, quartersOf } from '../packed/levels.js';
import { at, newMap } from '../packed/maps.js';
import { encodeRuns } from '../packed/prompt-runs.js';
import { isWithinQuarters } from '../stored/quarters.js';

/** Recounts a month: of all prompts, or of those that have the given numbers. */
export async function countPromptMonth(
  client: pg.ClientBase,
  brandId: string,
  month: number,
  prompts: readonly number[] | null,
): Promise<void> {
  const { first, last } = quartersOf(month, monthLevel);
  const [brand, ofPrompts] = [literal(brandId), prompts && `${literal(prompts)}::integer[]`];
  const rows = await copyRows(
    client,
    `select prompt.number, model.number, floor(extract(epoch from run.created_at) / ${daySeconds})::integer as day, count(*)::integer
     from run join prompt on prompt.id = run.prompt_id join model on model.id = run.model
     where run.brand_id = ${brand} and ${isWithinQuarters(literal(first), literal(last))}
       ${ofPrompts ? `and run.prompt_id in (select id from prompt where brand_id = ${brand} and number = any(${ofPrompts}))` : ''}
     group by 1, 2, 3 order by 1, 2, 3`,
  );
  const counted = new Map<number, Map<number, Map<number, number>>>();
  for (const [prompt, model, day, runs] of rows) {
    const models = at(counted, int(prompt), newMap<number, Map<number, number>>);
    at(models, int(model), newMap<number, number>).set(int(day) - dayOf(first), int(runs));
  }
  await client.query(
    'delete from prompt_month where brand_id = $1 and month = $2 and ($3::integer[] is null or prompt = any($3))',
    [brandId, month, prompts],
  );
  await insertRows(
    client,
    'prompt_month (brand_id, prompt, month, runs)',
    [...counted].map(([prompt, models]) => [brandId, prompt, month, encodeRuns(models)]),
  );
}
