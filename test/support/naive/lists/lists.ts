// The four long lists by their kind: a page of each, and all of it.

import { rangeOf, windowOf } from '../selection.js';
import type { NaiveWorld } from '../world.js';
import { allDomains, allUrls, type CitedQuestion, sourceOrders } from './cited.js';
import { pageOfList } from './ordered.js';
import { allPrompts, type PromptsQuestion, promptOrders } from './prompt-performance.js';
import { allQueries, fanoutSummary, type QueriesQuestion, queryOrders } from './query-fanout.js';

export const listKinds = ['prompts', 'domains', 'urls', 'queries'] as const;
export type ListKind = (typeof listKinds)[number];

/** What each list may be ordered by. */
export const listOrders: Readonly<Record<ListKind, readonly string[]>> = {
  prompts: promptOrders,
  domains: sourceOrders,
  urls: sourceOrders,
  queries: queryOrders,
};

/** A valid question for a list: `outcome` is for all but queries, `category` for domains and URLs. */
export type ListQuestion = { readonly kind: ListKind } & PromptsQuestion & CitedQuestion & QueriesQuestion;

/** Every element that the filters leave, in order. A URL is without its title. */
export function wholeList(world: NaiveWorld, question: ListQuestion): readonly object[] {
  switch (question.kind) {
    case 'prompts':
      return allPrompts(world, question);
    case 'domains':
      return allDomains(world, question);
    case 'urls':
      return allUrls(world, question);
    case 'queries':
      return allQueries(world, question);
  }
}

/** The answer over REST. A URL is without its title. */
export function listAnswer(world: NaiveWorld, question: ListQuestion) {
  return {
    range: rangeOf(windowOf(question)),
    ...pageOfList(wholeList(world, question), question),
    ...(question.kind === 'queries' ? { summary: fanoutSummary(world, question) } : {}),
  };
}

/** What a list may say is the title of a URL: one that a run of the brand gave it; `null` only where none ever did. */
export function mayBeTitled(world: NaiveWorld, brandId: string, url: string, title: string | null): boolean {
  const given = world.titles.filter((each) => each.brandId === brandId && each.url === url);
  return title === null ? given.length === 0 : given.some((each) => each.title === title);
}
