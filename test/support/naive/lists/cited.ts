// The domains and the URLs that runs cite, counted by going through every citation once for each of them.

import { type Comparison, comparedOf, namesPresent, type Presence } from '../compared.js';
import * as figures from '../figures.js';
import { type NaivePage, pageOf } from '../pages.js';
import { type Filter, type Outcome, runsOf, windowOf } from '../selection.js';
import type { NaiveRun, NaiveWorld } from '../world.js';
import { inDirection, isFound, type Listing } from './ordered.js';
import { type Category, ownerOf } from './ownership.js';

export const sourceOrders = ['citations', 'runs', 'prompts', 'change'] as const;

/** `outcome` selects runs. No category: all three. */
export interface CitedQuestion extends Listing, Comparison {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly outcome?: Outcome | undefined;
  readonly promptId?: string | undefined;
  readonly category?: readonly Category[] | undefined;
  readonly presence?: Presence | undefined;
}

/** The text that makes two citations one element: the domain of a page, or its URL. */
type Identity = (page: NaivePage) => string;

const domainOf: Identity = ({ domain }) => domain;
const urlOf: Identity = ({ url }) => url;

/** Every cited domain that the filters leave, in order. */
export function allDomains(world: NaiveWorld, question: CitedQuestion) {
  return elementsOf(world, question, domainOf).map(({ url: _, ...element }) => element);
}

/** Every cited URL that the filters leave, in order; without its title. */
export function allUrls(world: NaiveWorld, question: CitedQuestion) {
  return elementsOf(world, question, urlOf).map(({ urls: _, ...element }) => element);
}

function elementsOf(world: NaiveWorld, question: CitedQuestion, identity: Identity) {
  const { orderBy = 'citations', direction = 'desc', search, category = [], presence } = question;
  const window = windowOf(question);
  const runs = runsOf(world, question, window);
  const earlier = runsOf(world, question, comparedOf(question));
  const names = namesPresent(pagesOf(runs).map(identity), pagesOf(earlier).map(identity), presence);
  const items = [...names]
    .filter((name) => isFound(name, search))
    .map((name) => ({ name, element: elementOf(name, { world, question, runs, earlier, identity }) }))
    .filter(({ element }) => category.length === 0 || category.includes(element.category))
    .map(({ name, element }) => ({
      element,
      identity: name,
      key: keyOf(element, presence === 'lost' ? 'previous' : orderBy),
    }));
  return inDirection(items, direction);
}

interface Counted {
  readonly world: NaiveWorld;
  readonly question: CitedQuestion;
  readonly runs: readonly NaiveRun[];
  readonly earlier: readonly NaiveRun[];
  readonly identity: Identity;
}

function elementOf(name: string, { world, question, runs, earlier, identity }: Counted) {
  const pages = pagesOf(runs).filter((page) => identity(page) === name);
  const pagesBefore = pagesOf(earlier).filter((page) => identity(page) === name);
  const before = pagesBefore.length;
  const citing = runs.filter((run) => pagesOf([run]).some((page) => identity(page) === name));
  const domain = (pages[0] ?? pagesBefore[0])?.domain ?? '';
  return {
    url: name,
    domain,
    ...ownerOf(world, question.brandId, domain),
    citations: pages.length,
    share: figures.ratio(pages.length, figures.citationCount(runs)),
    runs: citing.length,
    coverage: figures.ratio(citing.length, runs.length),
    prompts: figures.distinctPrompts(citing),
    urls: new Set(pages.map(({ url }) => url)).size,
    previous: { citations: before },
    isNew: before === 0 && earlier.length > 0,
  };
}

function pagesOf(runs: readonly NaiveRun[]): readonly NaivePage[] {
  return runs.flatMap(({ citations }) => citations).flatMap(({ url }) => pageOf(url) ?? []);
}

function keyOf(element: ReturnType<typeof elementOf>, orderBy: string): number {
  if (orderBy === 'previous') return element.previous.citations;
  if (orderBy === 'runs') return element.runs;
  if (orderBy === 'prompts') return element.prompts;
  if (orderBy === 'change') return element.citations - element.previous.citations;
  return element.citations;
}
