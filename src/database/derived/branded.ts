// Which prompts name the brand: decided whenever the text of a prompt or the names of its brand are written, so that readers only compare.

import type pg from 'pg';
import { indexOf, mentionsIn, type NameIndex } from '../../domain/names/derive.js';
import { createPause, inTurns } from '../../domain/pause.js';

interface PromptRow {
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly branded: boolean | null;
  readonly names: readonly string[];
}

/** The prompts to decide about: of some brands, and some by id. */
interface ChangedPrompts {
  readonly brandIds: readonly string[];
  readonly promptIds: readonly string[];
}

/** Decides about prompts by the names of now. Requires the locks of their brands. */
export async function decideBranded(client: pg.ClientBase, { brandIds, promptIds }: ChangedPrompts): Promise<void> {
  if (brandIds.length + promptIds.length === 0) return;
  const { rows } = await client.query<PromptRow>(`${select} where brand_id = any($1) or prompt.id = any($2::uuid[])`, [
    brandIds,
    promptIds,
  ]);
  await update(client, rows);
}

/** Decides about the prompts that were recorded before anything was decided. */
export async function decideUndecided(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<PromptRow>(`${select} where branded is null`);
  await update(pool, rows);
}

const select = `select prompt.id, brand_id as "brandId", text, branded, array_prepend(brand.name, brand.aliases) as names
  from prompt join brand on brand.id = prompt.brand_id`;

/** What was decided meanwhile, by names that are newer, stays. */
async function update(client: pg.ClientBase | pg.Pool, rows: readonly PromptRow[]): Promise<void> {
  const indexes = new Map<string, NameIndex<unknown>>();
  const changed: { readonly id: string; readonly before: boolean | null; readonly now: boolean }[] = [];
  const pause = createPause();
  for (const { id, brandId, text, branded: before, names } of rows) {
    const index = indexes.get(brandId) ?? (await inTurns(indexOf([{ id: 0, names }]), pause));
    indexes.set(brandId, index);
    const now = (await inTurns(mentionsIn(text, index), pause)).length > 0;
    if (now !== before) changed.push({ id, before, now });
  }
  if (changed.length === 0) return;
  await client.query(
    `update prompt set branded = changed.now
     from unnest($1::uuid[], $2::bool[], $3::bool[]) as changed (id, before, now)
     where prompt.id = changed.id and prompt.branded is not distinct from changed.before`,
    [changed.map(({ id }) => id), changed.map(({ before }) => before), changed.map(({ now }) => now)],
  );
}
