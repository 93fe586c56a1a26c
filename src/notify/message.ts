// The bodies of notices. Pure.

import { dateAt } from '../domain/day.js';
import { type Signal, type SubjectField, subjectFields } from '../domain/signals/signals.js';
import type { Window } from '../domain/window.js';
import type { News } from './news.js';
import type { Format } from './webhooks.js';

/** News as they are posted; `test`: nothing of them is true. */
interface Message extends Omit<News, 'webhookIds'> {
  readonly id: string;
  readonly isTest?: boolean;
}

export function bodyOf(message: Message, format: Format): string {
  return JSON.stringify(format === 'slack' ? { text: slackText(message) } : plain(message));
}

function plain({ id, brand, period, tested, signals, lastAnswerAt, isTest = false }: Message) {
  const kind = isTest ? 'test' : signals === null ? 'silence' : 'signals';
  return {
    ...{ id, kind, brandId: brand.id, brand: brand.name, timeZone: period.timeZone },
    window: range(period.window),
    compared: period.compared && range(period.compared),
    tested,
    signals: (signals ?? []).map((each) => ({ ...each, difference: each.after - each.before })),
    lastAnswerAt: lastAnswerAt?.toISOString() ?? null,
  };
}

function range({ start, end }: Window) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/** So many signals are listed for people, the surest first. */
const maxLines = 20;

function slackText({ brand, period, signals, lastAnswerAt, isTest = false }: Message): string {
  const name = `${isTest ? 'A test, none of it is true: ' : ''}*${escaped(brand.name)}*`;
  if (signals === null) {
    const since = lastAnswerAt
      ? `no answers since ${lastAnswerAt.toISOString()}`
      : 'no answers yet in any window that has ended';
    return `${name}: ${since}`;
  }
  const days = (window: Window) =>
    `${dateAt(window.start, period.timeZone)} to ${dateAt(window.end - 1, period.timeZone)}`;
  const [count, before] = [signals.length === 1 ? '1 signal' : `${signals.length} signals`, period.compared];
  const head = `${name}: ${count}, ${days(period.window)}${before ? ` compared with ${days(before)}` : ''}`;
  const rest = signals.length - maxLines;
  return [head, ...signals.slice(0, maxLines).map(line), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

const phrases: Readonly<Record<Signal['kind'], string>> = {
  visibility: 'visibility',
  promptVisibility: 'visibility',
  shareOfVoice: 'share of voice',
  source: 'answers that cite it',
};

function line({ kind, subject, before, after, q }: Signal): string {
  const fields = Object.keys(subjectFields) as SubjectField[]; // safe because the table is the type
  const about = fields.flatMap((field) => {
    const value = subject[field];
    return value === null || field === 'promptId' ? [] : [`${field} ${escaped(value)}: `];
  });
  return `• ${about.join('')}${phrases[kind]} ${percent(before)} → ${percent(after)} (q ${q < 0.0001 ? '< 0.0001' : `= ${q.toPrecision(2)}`})`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

/** So much of a name or a prompt is shown to people: Slack takes 40,000 characters of all. */
const maxShown = 300;

/** As Slack has it, on one line: what is recorded can neither address anyone nor lead anywhere. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  const characters = Array.from(text.replace(/\s+/g, ' '));
  const shown = characters.length > maxShown ? [...characters.slice(0, maxShown - 1), '…'] : characters;
  return shown.join('').replace(/[&<>]/g, (each) => entities[each] ?? each);
}

/** What a notice says, in words that are the same when it is said again, under whatever name of the brand: who has told it does not tell it twice. */
export function topicOf({ kind, subject, before, after }: Signal, { brand }: Pick<News, 'brand'>): string {
  const { prompt: _, ...ids } = subject;
  const company = ids.company === brand.name ? '' : ids.company;
  return JSON.stringify([kind, { ...ids, company }, after > before ? 'up' : 'down']);
}
