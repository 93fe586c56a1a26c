// How the brand does on each prompt, from the prompt's own runs.

import { type Comparison, comparedOf } from '../compared.js';
import * as figures from '../figures.js';
import {
  companiesOf,
  type Filter,
  type NaiveWindow,
  type Outcome,
  runsOf,
  type Selection,
  windowOf,
} from '../selection.js';
import type { NaivePrompt, NaiveRun, NaiveWorld } from '../world.js';
import { inDirection, isFound, type Listing } from './ordered.js';

export const promptOrders = ['visibility', 'change', 'runs', 'share', 'position', 'gap', 'citations'] as const;

/** `outcome` selects prompts here, not runs. */
export interface PromptsQuestion extends Listing, Comparison {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly outcome?: Outcome | undefined;
  /** Only of this prompt. */
  readonly promptId?: string | undefined;
}

export type PromptElement = ReturnType<typeof elementOf>;

/** Every element that the filters leave, in order. */
export function allPrompts(world: NaiveWorld, question: PromptsQuestion): readonly PromptElement[] {
  const { outcome, orderBy = 'visibility', direction = 'asc', search, ...selection } = question;
  const window = windowOf(question);
  const runs = runsOf(world, selection, window);
  const elements = world.prompts
    .filter(({ id }) => runs.some(({ promptId }) => promptId === id))
    .filter(({ text }) => isFound(text, search))
    .map((prompt) => elementOf(world, prompt, { selection, window, compared: comparedOf(question) }))
    .filter((element) => isOfOutcome(element, outcome ?? 'all'));
  const items = elements.map((element) => ({
    element,
    identity: element.promptId,
    key: keyOf(element, orderBy),
  }));
  return inDirection(items, direction);
}

interface Asked {
  readonly selection: Selection;
  readonly window: NaiveWindow;
  readonly compared: NaiveWindow | null;
}

function elementOf(world: NaiveWorld, prompt: NaivePrompt, { selection, window, compared }: Asked) {
  const ofPrompt = { ...selection, promptId: prompt.id };
  const runs = runsOf(world, ofPrompt, window);
  const earlier = runsOf(world, ofPrompt, compared);
  const companies = companiesOf(world, prompt.brandId, runs);
  const brand = { name: companies.find(({ isBrand }) => isBrand)?.name ?? '', isBrand: true };
  const visibility = figures.ratio(figures.mentionCount(runs, brand), runs.length);
  const before = figures.ratio(figures.mentionCount(earlier, brand), earlier.length);
  return {
    promptId: prompt.id,
    prompt: prompt.text,
    tags: prompt.tags,
    runs: runs.length,
    brandMentions: figures.mentionCount(runs, brand),
    visibility,
    share: figures.share(runs, brand, companies),
    sentiment: figures.sentiment(runs, brand),
    position: { average: figures.averagePosition(runs, brand) },
    citations: figures.citationCount(runs),
    leader: leaderOf(runs, companies),
    firstRunAt: new Date(Math.min(...runs.map(({ createdAt }) => createdAt))).toISOString(),
    lastRunAt: new Date(Math.max(...runs.map(({ createdAt }) => createdAt))).toISOString(),
    previous: { runs: earlier.length, brandMentions: figures.mentionCount(earlier, brand), visibility: before },
    change: visibility === null || before === null ? null : visibility - before,
  };
}

function leaderOf(runs: readonly NaiveRun[], companies: readonly figures.Company[]) {
  const [leader] = figures.inOrder(
    companies.filter((company) => !company.isBrand && figures.mentionCount(runs, company) > 0),
    runs,
  );
  return leader ? { name: leader.name, mentions: figures.mentionCount(runs, leader) } : null;
}

function isOfOutcome({ brandMentions, leader }: PromptElement, outcome: Outcome): boolean {
  if (outcome === 'mentioned') return brandMentions > 0;
  if (outcome === 'absent') return brandMentions === 0;
  if (outcome === 'gap') return brandMentions === 0 && leader !== null;
  return true;
}

function keyOf(element: PromptElement, orderBy: string): number | null {
  switch (orderBy) {
    case 'change':
      return element.change;
    case 'runs':
      return element.runs;
    case 'share':
      return element.share;
    case 'position':
      return element.position.average;
    case 'gap':
      return ((element.leader?.mentions ?? 0) - element.brandMentions) / element.runs;
    case 'citations':
      return element.citations;
    default:
      return element.visibility;
  }
}
