// The texts of the prompts of a page of answers, asked for together.

import { useQuery } from '../../data/use-query.js';
import { maxPromptTexts, promptTextsDocument } from '../../documents/answers.js';
import type { PromptTextsQueryVariables } from '../../documents/generated/answers.js';

/** The variables for up to as many prompts as the document has places for; the first one fills those that are left. */
export function promptVariables(ids: readonly string[]): PromptTextsQueryVariables {
  const places = Array.from({ length: maxPromptTexts }, (_, index) => [`p${index}`, ids[index] ?? ids[0] ?? '']);
  return Object.fromEntries(places) as PromptTextsQueryVariables; // safe because the document has a variable for each place
}

interface PromptTexts {
  /** By the id of the prompt; while they load, those of the prompts before. */
  readonly texts: ReadonlyMap<string, string>;
  readonly isLoading: boolean;
}

export function usePromptTexts(ids: readonly string[]): PromptTexts {
  const { data, isLoading } = useQuery(
    promptTextsDocument,
    promptVariables([...new Set(ids)].sort().slice(0, maxPromptTexts)),
  );
  return { texts: new Map(Object.values(data ?? {}).map(({ id, text }) => [id, text])), isLoading };
}
