// Texts that no client should send, and values that are nearly right.

import { formatCursor } from '../../../src/domain/cursor.js';
import { smallWorldIds } from '../records.js';
import type { Choices } from './choices.js';

const { brand, otherBrand, prompts, otherPrompt } = smallWorldIds;

const hostile: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '\u202e\u0000', '__proto__', 'constructor', 'toString'],
  ...['null', 'undefined', 'NaN', '-0', '1e999', '9'.repeat(400), "'; drop table run; --", '" or ""="', '$1', '%s%n'],
  ...['../../etc/passwd', '..%2f..%2f', '%00', '%', '%ff%fe', '{"a":1}', '[1,2]', '\\u0000', '\r\nX-Injected: 1'],
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker writes
  ...['${jndi:ldap://x}', '😀'.repeat(50), 'é\u0301\u0301\u0301', 'a'.repeat(129), 'a'.repeat(5_000), ','.repeat(60)],
  'a,,b',
];

/** Any text at all. */
export function hostileText(choices: Choices): string {
  if (choices.rarely(3)) {
    return String.fromCharCode(...choices.list(12, () => choices.below(0x1_0000)));
  }
  return choices.of(hostile);
}

const instants: readonly string[] = [
  ...['2026-03-01T00:00:00Z', '2026-03-03T12:00:00Z', '2026-03-06T00:00:00Z', '2026-03-02T05:45:00+05:45'],
  ...['2026-03-02T10:07:31.999999Z', '2025-03-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ...['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2026-03-01', '2026-02-30T00:00:00Z'],
  ...['2026-03-01T24:00:00Z', '2026-03-01T23:59:60Z', '2026-03-01T00:00:00', '2026-03-01T00:00:00 02:00'],
  ...['10000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '2026-03-01T00:00:00+99:99', '2026-03-01t00:00:00z'],
  '1772323200000',
];

const zones: readonly string[] = [
  ...['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
  ...['Etc/GMT+12', 'Africa/Monrovia', '+02:00', 'utc', 'Nowhere/City'],
];

const cursor = formatCursor({
  createdAt: Date.parse('2026-03-03T09:00:00Z'),
  id: '0c9d0000-0000-4000-8000-000000000004',
});

const days = ['2026-03-01', '2026-03-05', '0001-01-01', '9999-12-31', '0000-01-01', '2011-12-30', '2026-02-29', '1'];

/** Values that go with an argument or parameter of a name, most often right ones. */
const meant: Readonly<Record<string, readonly string[]>> = {
  brandId: [brand, brand, brand, otherBrand, 'nobody'],
  id: [brand, brand, otherBrand, 'nobody'],
  promptId: [prompts.best, prompts.cheap, prompts.best.toUpperCase(), otherPrompt, 'nobody'],
  runId: ['0c9d0000-0000-4000-8000-000000000001', '0c9d0000-0000-4000-8000-000000000999', 'nobody'],
  start: instants.slice(0, 8).concat(instants),
  end: instants.slice(1, 8).concat(instants),
  from: days,
  to: days,
  last: ['7d', '4w', '3mo', '1y', '0d', '99999999999999y', '1Y', '1.5d', ''],
  date: days,
  timeZone: zones,
  bucket: ['day', 'week', 'month', 'WEEK', ''],
  compare: ['previous', 'year', 'next', ''],
  compareStart: ['', ...instants.slice(0, 8), ...instants],
  compareEnd: ['', ...instants.slice(1, 8), ...instants],
  model: ['chatgpt', 'google-ai-mode', '', 'nobody'],
  tags: ['crm', 'smb', 'crm,smb', ' crm , smb ', '', 'a,,b', 'none'],
  search: ['crm', '', '%', '_', '\\', 'CRM'],
  page: ['1', '2', '3', '99999', '0', '-1', '1.5', '1e3', '2147483648', '9007199254740993'],
  limit: ['1', '5', '100', '101', '99999999999999999999', '0', '-1', 'abc'],
  after: [cursor, cursor, '', 'cjE', 'r1'],
  company: ['Globex', 'Initech', 'Umbrella', 'Acme CRM', 'globex', 'nobody', ''],
  orderBy: ['visibility', 'citations', 'runs', 'prompts', 'change', 'gap', 'position', 'share', 'RUNS', ''],
  direction: ['asc', 'desc', 'DESC', ''],
  outcome: ['all', 'mentioned', 'absent', 'gap', 'GAP', ''],
  presence: ['current', 'lost', 'all', 'LOST', ''],
  category: ['own', 'competitor,other', ' own , other ', '', 'own,,other', 'mine'],
};

const dayMs = 86_400_000;

/** Where windows begin and end that are short, of 3,660 days, of all time, or at either end of it. */
const edges: readonly number[] = [
  ...['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'].map(Date.parse),
  ...[-3_661, -3_660, -3_659, 3_659, 3_660, 3_661].map((days) => Date.parse('2026-03-01T00:00:00Z') + days * dayMs),
  ...['0001-01-01T00:00:00Z', '0001-01-02T00:00:00Z', '9999-12-31T00:00:00Z', '9999-12-31T23:59:59.999Z'].map(
    Date.parse,
  ),
];

/** Off the quarter hour by as much as alignment cuts off, and beyond it. */
const shifts: readonly number[] = [0, 1, 899_000, 899_999, 900_000, 451_000, -1, -899_000, -900_000, dayMs - 1, -dayMs];

/** An instant near an edge, in any zone; beyond either end of time it is one that no client may write. */
function instantText(choices: Choices): string {
  const instant = choices.of(edges) + choices.of(shifts);
  const [zone, minutes] = choices.of([
    ['Z', 0],
    ['+00:00', 0],
    ['+05:45', 345],
    ['-03:30', -210],
    ['+14:00', 840],
  ] as const);
  return new Date(instant + minutes * 60_000).toISOString().replace('Z', zone);
}

/** A text for the argument `name`: usually one that could be meant. */
export function textFor(choices: Choices, name: string): string {
  if (['start', 'end', 'compareStart', 'compareEnd'].includes(name) && choices.rarely(2)) return instantText(choices);
  const values = meant[name];
  return values && !choices.rarely(6) ? choices.of(values) : hostileText(choices);
}
