// Scopes: prompts with the same tags are one to any tag filter, so the tiles are kept for each tag combination that occurs.
// `prompt_scope` says under which combination a prompt's runs stand in the tiles; only the roller writes it.

import type pg from 'pg';
import type { Question } from '../domain/summary.js';
import { IdSet } from './id-set.js';
import { branches } from './raw-sql.js';

/** What a tag filter selects. */
export interface Selection {
  /** Combinations that carry one of the tags. */
  readonly scopes: readonly number[];
  /** The numbers of the prompts that carry one of them now. */
  readonly prompts: IdSet;
  /** A prompt's tags changed so that its combination gives another answer: tiles cannot be used until it is moved. */
  readonly moved: boolean;
}

/** The selection of each question's tags, in one statement. */
export async function selectScopes(
  client: pg.ClientBase,
  questions: readonly Question[],
): Promise<readonly Selection[]> {
  if (questions.length === 0) return [];
  const { text, values } = branches(questions, ({ ask, question, brand, bind }) => {
    const tags = `${bind(question.tags)}::text[]`;
    return `select ${ask} as ask,
      array(select number from prompt where brand_id = ${brand} and tags && ${tags}) as prompts,
      array(select distinct scope from prompt_scope where brand_id = ${brand} and tags && ${tags}) as scopes,
      exists(
        select from prompt join prompt_scope on prompt_scope.brand_id = ${brand} and prompt_scope.prompt = prompt.number
        where prompt.brand_id = ${brand} and (prompt.tags && ${tags}) <> (prompt_scope.tags && ${tags})
      ) as moved`;
  });
  const { rows } = await client.query<{ ask: number; prompts: number[]; scopes: number[]; moved: boolean }>(
    text,
    values,
  );
  const byAsk = new Map(rows.map((row) => [row.ask, row]));
  return questions.map((_, ask) => {
    const row = byAsk.get(ask);
    const prompts = new IdSet(true);
    for (const prompt of row?.prompts ?? []) prompts.add(prompt);
    return { scopes: row?.scopes ?? [], prompts, moved: row?.moved ?? false };
  });
}

/** A prompt whose combination in the tiles is not that of its tags; `scope` null: it is in no tile yet, 0: it has no tags there. */
export interface MovedPrompt {
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
