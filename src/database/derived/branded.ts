// Which prompts name the brand: decided whenever the text of a prompt or the names of its brand are written, so that readers only compare.

import type pg from 'pg';
import { indexOf, mentionsIn, type Named, type NameIndex } from '../../domain/names/derive.js';
import { createPause, inTurns, type Pause } from '../../domain/pause.js';

interface PromptRow {
  readonly id: string;
  readonly brandId: string;
  readonly branded: boolean | null;
  /** Of its text, in bytes. */
  readonly size: number;
}

/** The prompts to decide about: of some brands, and some by id. */
interface ChangedPrompts {
  readonly brandIds: readonly string[];
  readonly promptIds: readonly string[];
}

/** Decides about prompts by the names of now. Requires the locks of their brands. */
export async function decideBranded(client: pg.ClientBase, { brandIds, promptIds }: ChangedPrompts): Promise<void> {
  if (brandIds.length + promptIds.length === 0) return;
  await decide(client, 'brand_id = any($1) or id = any($2::uuid[])', [brandIds, promptIds]);
}

/** Decides about the prompts that were recorded before anything was decided. */
export async function decideUndecided(pool: pg.Pool): Promise<void> {
  await decide(pool, 'branded is null', []);
}

/** Texts and names have any length, and a brand any number of prompts: so many bytes are read at once. */
const textsAtOnce = 16_000_000;

async function decide(client: pg.ClientBase | pg.Pool, which: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await client.query<PromptRow>(
    `select id, brand_id as "brandId", branded, octet_length(text) as size from prompt where ${which} order by brand_id`,
    [...values],
  );
  const pause = createPause();
  let [brandId, index] = ['', await inTurns(indexOf<Named>([]), pause)];
  for (const some of batchesOf(rows)) {
    const [first] = some;
    if (first && first.brandId !== brandId)
      [brandId, index] = [first.brandId, await readNames(client, first.brandId, pause)];
    await update(client, { brandId, prompts: some }, (text) => inTurns(mentionsIn(text, index), pause));
  }
}

/** Rows of one brand, some at a time. */
function* batchesOf(rows: readonly PromptRow[]): Generator<readonly PromptRow[]> {
  let [from, bytes] = [0, 0];
  for (const [place, { brandId, size }] of rows.entries()) {
    bytes += size;
    if (bytes < textsAtOnce && rows[place + 1]?.brandId === brandId) continue;
    yield rows.slice(from, place + 1);
    [from, bytes] = [place + 1, 0];
  }
}

async function readNames(client: pg.ClientBase | pg.Pool, brandId: string, pause: Pause): Promise<NameIndex<Named>> {
  const { rows } = await client.query<{ names: readonly string[] }>(
    'select array_prepend(name, aliases) as names from brand where id = $1',
    [brandId],
  );
  return inTurns(indexOf(rows.map(({ names }) => ({ id: 0, names }))), pause);
}

/** What was decided meanwhile, by names that are newer, stays. */
async function update(
  client: pg.ClientBase | pg.Pool,
  { brandId, prompts }: { readonly brandId: string; readonly prompts: readonly PromptRow[] },
  mentionsOf: (text: string) => Promise<readonly unknown[]>,
): Promise<void> {
  const ids = prompts.map(({ id }) => id);
  const { rows } = await client.query<{ id: string; text: string }>(
    'select id, text from prompt where brand_id = $1 and id = any($2::uuid[])',
    [brandId, ids],
  );
  const before = new Map(prompts.map(({ id, branded }) => [id, branded]));
  const changed: { readonly id: string; readonly before: boolean | null; readonly now: boolean }[] = [];
  for (const { id, text } of rows) {
    const now = (await mentionsOf(text)).length > 0;
    if (now !== before.get(id)) changed.push({ id, before: before.get(id) ?? null, now });
  }
  if (changed.length === 0) return;
  await client.query(
    `update prompt set branded = changed.now
     from unnest($1::uuid[], $2::bool[], $3::bool[]) as changed (id, before, now)
     where brand_id = $4 and prompt.id = changed.id and prompt.branded is not distinct from changed.before`,
    [changed.map(({ id }) => id), changed.map(({ before }) => before), changed.map(({ now }) => now), brandId],
  );
}
