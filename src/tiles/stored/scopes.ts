// Scopes: which prompts a tile is about. 0: all. From 1: prompts with exactly the same tags, which are one to any tag filter; such combinations
// are disjoint, so their counts add. Below 0: one prompt, its number negated.
// `prompt_scope` says under which combination a prompt's runs stand in the tiles; only the roller writes it.

import type { ScopeKind } from '../layout.js';
import { IdSet } from '../packed/id-set.js';
import type { OfBrand } from './of-brand.js';

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

/** A condition: a prompt has other tags than `prompt_scope` says, or in another order. */
export const isMoved = '(prompt_scope.scope is null or prompt.tags is distinct from prompt_scope.tags)';

/** What tags are, in any order, as text; null: there are none. */
const tagsAsOne = (tags: string) =>
  `(select encode(sha256(convert_to(array_agg(distinct tag order by tag)::text, 'UTF8')), 'hex') from unnest(${tags}) as tag)`;

/** A prompt whose tags are not those in `prompt_scope`; `scope` null: it is in no tile yet, 0: it has no tags there. */
interface MovedPrompt {
  readonly prompt: number;
  readonly tags: readonly string[];
  /** The same for the same tags in any order; `null`: none. */
  readonly combination: string | null;
  readonly scope: number | null;
}

/** Some of the prompts that moved, by number: there may be more tags of all of them than memory should hold. */
export async function movedPrompts({ client, brandId }: OfBrand): Promise<readonly MovedPrompt[]> {
  const { rows } = await client.query<MovedPrompt>(
    `select prompt.number as prompt, to_json(prompt.tags) as tags, ${tagsAsOne('prompt.tags')} as combination, prompt_scope.scope
     from prompt left join prompt_scope on prompt_scope.brand_id = $1 and prompt_scope.prompt = prompt.number
     where prompt.brand_id = $1 and ${isMoved} order by prompt.number limit ${promptsAtOnce}`,
    [brandId],
  );
  return rows;
}

const promptsAtOnce = 1_000;

/** The combinations that prompts have in the tiles, by their tags as `movedPrompts` has them. */
export async function combinationsOf({ client, brandId }: OfBrand): Promise<Map<string, number>> {
  const { rows } = await client.query<{ combination: string; scope: number }>(
    `select scope, ${tagsAsOne('tags')} as combination from (
       select distinct on (scope) scope, tags from prompt_scope where brand_id = $1 and scope <> ${noCombination} order by scope
     ) as one`,
    [brandId],
  );
  return new Map(rows.map(({ combination, scope }) => [combination, scope]));
}

/** Forgets the prompts that are deleted. Resolves to their combinations. */
export async function forgetDeletedPrompts({ client, brandId }: OfBrand): Promise<readonly number[]> {
  const { rows } = await client.query<{ scope: number }>(
    `delete from prompt_scope where brand_id = $1 and not exists (
       select from prompt where prompt.brand_id = $1 and prompt.number = prompt_scope.prompt
     ) returning scope`,
    [brandId],
  );
  return rows.map(({ scope }) => scope);
}

/** The combination of each prompt of the brand. */
export async function readScopes({ client, brandId }: OfBrand): Promise<Map<number, number>> {
  const { rows } = await client.query<{ prompt: number; scope: number }>(
    'select prompt, scope from prompt_scope where brand_id = $1',
    [brandId],
  );
  return new Map(rows.map(({ prompt, scope }) => [prompt, scope]));
}

/** Puts prompts with their tags under combinations. */
export async function writePromptScopes(
  { client, brandId }: OfBrand,
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
