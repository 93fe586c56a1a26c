// Which answers an address selects: those of an outcome, a company, a prompt, a source, a web query, a sentiment, with a text, and of days of the window.

import type { Params, Route } from '../../app/address.js';
import { isDay } from '../../data/days.js';
import { type Days, spanOf } from '../../data/period.js';
import { type RunArguments, runsOf, type View } from '../../data/view.js';
import type {
  AnswersBesideQueryVariables,
  AnswersQuery,
  Outcome,
  SentimentLabel,
} from '../../documents/generated/pages.js';
import { type Option, readChoice } from '../../lists/choice.js';

/** What a list of answers is of, as the API takes it; what is left out selects nothing out. */
export type AnswerSelection = AnswersBesideQueryVariables;

/** An answer as a list shows it. */
export type ListedAnswer = AnswersQuery['answers']['data'][number];

export const outcomes: readonly Option<Outcome>[] = [
  { value: 'ALL', label: 'All answers' },
  { value: 'MENTIONED', label: 'Name us' },
  { value: 'ABSENT', label: 'Do not name us' },
  { value: 'GAP', label: 'Name others, not us' },
];

export const sentiments: readonly Option<SentimentLabel | ''>[] = [
  { value: '', label: 'Any sentiment' },
  { value: 'POSITIVE', label: 'Positive' },
  { value: 'NEUTRAL', label: 'Neutral' },
  { value: 'NEGATIVE', label: 'Negative' },
  { value: 'MIXED', label: 'Mixed' },
];

/** What of an answer is named in the address. */
const items = ['company', 'domain', 'url', 'query', 'search'] as const;

/** The names of the parameters, which the page of an answer keeps. */
const names = [...items, 'outcome', 'sentiment', 'prompt', 'day', 'until'];

/** The days in the address, if they are some: a part of the window. */
export function daysIn({ day, until }: Params): Days | null {
  if (!isDay(day)) return null;
  return { from: day, to: isDay(until) && until >= day ? until : day };
}

/** The answers of its prompt and days, whatever they say. */
export function runsIn(view: View, params: Params): RunArguments {
  const days = daysIn(params);
  return { ...runsOf(view, params.prompt), ...(days ? spanOf(days, view.timeZone) : {}) };
}

export function selectionOf(view: View, params: Params): AnswerSelection {
  const named = items.flatMap((name) => (params[name] ? [[name, params[name]]] : []));
  const { value: sentiment } = readChoice(sentiments, params.sentiment);
  return {
    ...runsIn(view, params),
    outcome: readChoice(outcomes, params.outcome).value,
    ...(sentiment ? { sentiment } : {}),
    ...Object.fromEntries(named),
  };
}

/** What the answers of a list of a page are: on the page of a prompt, its own; on that of a competitor, those that name it alone. */
export function listOf(route: Route, params: Params): Params {
  if (route.page === 'prompt') return { prompt: route.promptId };
  return route.page === 'competitor' ? { company: route.company, outcome: 'GAP' } : selecting(params);
}

/** Those of the parameters that select answers. */
export const selecting = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
