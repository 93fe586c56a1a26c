// Scopes: which prompts a tile is about. 0: all. From 1: prompts with exactly the same tags, which are one to any tag filter; such combinations
// are disjoint, so their counts add. Below 0: one prompt, its number negated.
// `prompt_scope` says under which combination a prompt's runs stand in the tiles; only the roller writes it.

import type pg from 'pg';
import type { ScopeKind } from '../layout.js';
import { IdSet } from '../packed/id-set.js';

/** The scope of all prompts. */
export const everyPrompt = 0;
/** In place of a combination: the prompt has no tags, so that no filter selects it and no tiles are kept. */
export const noCombination = 0;

/** Combinations beyond these have no tiles: where every prompt has tags of its own, there would be as many as runs. */
export const maxCombinations = 4_000;

/** Whether tiles are kept of a combination. */
export function hasTiles(combination: number): boolean {
  return combination !== noCombination && combination <= maxCombinations;
}

/** The scope of one prompt; also the prompt of such a scope. */
export const scopeOfPrompt = (prompt: number): number => -prompt;

/** Which prompts a scope of several is about. */
export function kindOf(scope: number): ScopeKind {
  return scope === everyPrompt ? 'all' : 'combination';
}

/** The combination of each prompt of a brand, by number. */
export type Scopes = ReadonlyMap<number, number>;

/** Every scope of several prompts that tiles of the brand may have. */
export function allScopesOf(scopes: Scopes): readonly number[] {
  return [everyPrompt, ...new Set([...scopes.values()].filter(hasTiles))];
}

/** What a tag filter selects. */
export interface TagSelection {
  /** Combinations that carry one of the tags. */
  readonly combinations: readonly number[];
  /** The numbers of the prompts that carry one of them now. */
  readonly prompts: IdSet;
  /**
   * Whether the tiles of combinations say what it selects: not where one has none, and not while a prompt's tags changed so that its combination
   * gives another answer, until it is moved.
   */
  readonly isInTiles: boolean;
}

/** A selection as JSON brings it, but for what follows from the prompts that the tiles hold under the tags, and under others. */
export interface TagSelectionRow extends Pick<TagSelection, 'combinations'> {
  readonly prompts: readonly number[];
  readonly placed: readonly number[];
  readonly elsewhere: readonly number[];
}

/** An SQL expression of the selection of tags, as JSON; both arguments are placeholders. */
export function tagSelectionOf(brand: string, tags: string): string {
  const select = (column: string, table: string, condition: string) =>
    `array(select ${column} from ${table} where brand_id = ${brand} and ${condition})`;
  const carrying = `tags && ${tags}::text[]`;
  return `json_build_object(
    'prompts', ${select('number', 'prompt', carrying)},
    'placed', ${select('prompt', 'prompt_scope', carrying)},
    'elsewhere', ${select('prompt', 'prompt_scope', `not (${carrying})`)},
    'combinations', ${select('distinct scope', 'prompt_scope', carrying)})`;
}

export function toTagSelection({ prompts: numbers, placed, elsewhere, combinations }: TagSelectionRow): TagSelection {
  const prompts = new IdSet();
  for (const prompt of numbers) prompts.add(prompt);
  // A prompt that the tiles do not hold yet has no run in them.
  const moved = placed.some((prompt) => !prompts.has(prompt)) || elsewhere.some((prompt) => prompts.has(prompt));
  return { combinations, prompts, isInTiles: !moved && combinations.every(hasTiles) };
}

/** A prompt whose combination in the tiles is not that of its tags; `scope` null: it is in no tile yet, 0: it has no tags there. */
interface MovedPrompt {
  readonly prompt: number;
  readonly tags: readonly string[];
  readonly scope: number | null;
}

export async function movedPrompts(client: pg.ClientBase, brandId: string): Promise<readonly MovedPrompt[]> {
  const { rows } = await client.query<MovedPrompt>(
    `select prompt.number as prompt, prompt.tags, prompt_scope.scope
     from prompt left join prompt_scope on prompt_scope.brand_id = $1 and prompt_scope.prompt = prompt.number
     where prompt.brand_id = $1
       and (prompt_scope.scope is null or not (prompt.tags <@ prompt_scope.tags and prompt.tags @> prompt_scope.tags))`,
    [brandId],
  );
  return rows;
}

/** Forgets the prompts that are deleted. Resolves to their combinations. */
export async function forgetDeletedPrompts(client: pg.ClientBase, brandId: string): Promise<readonly number[]> {
  const { rows } = await client.query<{ scope: number }>(
    `delete from prompt_scope where brand_id = $1 and not exists (
       select from prompt where prompt.brand_id = $1 and prompt.number = prompt_scope.prompt
     ) returning scope`,
    [brandId],
  );
  return rows.map(({ scope }) => scope);
}

/** The prompts of the brand with their combination. */
export async function promptScopes(client: pg.ClientBase, brandId: string) {
  const { rows } = await client.query<{ prompt: number; scope: number; tags: string[] }>(
    'select prompt, scope, tags from prompt_scope where brand_id = $1',
    [brandId],
  );
  return rows;
}

/** Puts prompts under combinations; the arrays run parallel. Tags are sorted and distinct. */
export async function writePromptScopes(
  client: pg.ClientBase,
  brandId: string,
  rows: readonly { readonly prompt: number; readonly scope: number; readonly tags: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into prompt_scope (brand_id, prompt, scope, tags)
     select $1, (row->>'prompt')::integer, (row->>'scope')::integer, array(select jsonb_array_elements_text(row->'tags'))
     from jsonb_array_elements($2::jsonb) as row
     on conflict (brand_id, prompt) do update set scope = excluded.scope, tags = excluded.tags`,
    [brandId, JSON.stringify(rows)],
  );
}
