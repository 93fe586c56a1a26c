// A brand that has much of everything, as records: the same ones whenever they are made. Each run cites pages that no other cites, issues a query
// of its own, and names companies that other runs of its prompt do not.

import { extreme, longAnswers } from './extreme.js';
import type { AnyRecord, RunRecord } from './naive/record.js';
import { uuid } from './rows.js';

/** How much of what. */
export interface ExtremeSize {
  readonly prompts: number;
  readonly companies: number;
  readonly models: number;
  readonly tags: number;
  readonly runs: number;
  /** The day of its first run. */
  readonly since: string;
  /** Of the first prompt, each an hour after the one before. */
  readonly longAnswers: { readonly count: number; readonly characters: number };
  /** Of the one answer of the second prompt. */
  readonly longestCharacters: number;
}

/** It cites a million URLs. */
export const fullSize: ExtremeSize = {
  prompts: 50_000,
  companies: 5_000,
  models: 3_000,
  tags: 2_000,
  runs: 200_000,
  since: '2016-06-01',
  longAnswers: { count: 20, characters: 1_000_000 },
  longestCharacters: 30_000_000,
};

const { brandId } = extreme;
export const ownPagesOfRun = 5;
const companiesOfRun = 12;
const dayMs = 86_400_000;
const march = Date.parse('2026-03-01T00:00:00Z');
/** After all runs. */
export const extremeEnd = march + 31 * dayMs;

export const promptIdOf = (number: number): string => uuid(700_000 + number);
export const companyName = (number: number): string => `Company number ${number}`;

export function* extremeRecords(size: ExtremeSize): Generator<AnyRecord> {
  yield { type: 'organization', id: 'extreme', name: 'Extreme Inc.' };
  yield { type: 'brand', id: brandId, organizationId: 'extreme', name: 'Extreme' };
  yield { type: 'brand', id: 'plain', organizationId: 'extreme', name: 'Plain' };
  for (let n = 1; n <= size.models; n++) yield { type: 'model', id: `m-${n}`, label: `Model ${n}` };
  for (let n = 1; n <= size.companies; n++) yield { type: 'competitor', brandId, name: companyName(n) };
  for (let n = 1; n <= size.prompts; n++) {
    const tags = [`tag ${n % size.tags}`, ...(n % 10 === 0 ? [`tag ${(n * 7 + 1) % size.tags}`] : [])];
    yield { type: 'prompt', id: promptIdOf(n), brandId, text: `which one is the best number ${n}`, tags };
  }
  for (let k = 0; k < size.runs; k++) yield ordinaryRun(size, k);
  for (let k = 0; k < size.longAnswers.count; k++) yield longRun(size, k);
  const longest = { ...longRun(size, 0), id: longAnswers.longestRunId, promptId: promptIdOf(2) };
  yield { ...longest, answer: 'long answer '.repeat(Math.ceil(size.longestCharacters / 12)) };
}

function ordinaryRun(size: ExtremeSize, k: number): RunRecord {
  const companies = companiesOf(size, k);
  const brandMentioned = k % 3 !== 0;
  const [first = ''] = companies;
  return {
    ...runOf(k, size),
    id: `00000000-0000-4000-b000-${String(k).padStart(12, '0')}`,
    promptId: promptIdOf(1 + (k % size.prompts)),
    createdAt: new Date(createdAtOf(size, k)).toISOString(),
    answer: `answer ${k}`,
    brandMentioned,
    competitorsMentioned: companies,
    assessments: {
      brand: brandMentioned
        ? { mentioned: true, sentiment: k % 2 === 0 ? 'positive' : 'mixed', position: 1 + (k % 12) }
        : { mentioned: false },
      competitors: { [first]: { mentioned: true, sentiment: 'negative', position: 2 } },
    },
  };
}

/** Every tenth part of the runs begins with one that names all. */
function companiesOf({ companies, runs }: ExtremeSize, k: number): readonly string[] {
  const isAll = k % Math.ceil(runs / 10) === 0;
  const numbers = isAll
    ? Array.from({ length: companies }, (_, at) => at + 1)
    : Array.from({ length: companiesOfRun }, (_, at) => 1 + ((k * 13 + at * at * 37 + at) % companies));
  return [...new Set(numbers)].map(companyName);
}

/** Of fifty runs one lies before March, the others follow each other through it, so that each prompt has some in every part of it. */
function createdAtOf({ runs, since }: ExtremeSize, k: number): number {
  const [share, firstRun] = [k / runs, Date.parse(since)];
  return k % 50 === 1 ? firstRun + share * (march - firstRun) : march + share * (extremeEnd - march);
}

function longRun(size: ExtremeSize, k: number): RunRecord {
  return {
    ...runOf(size.runs + k, size),
    id: `00000000-0000-4000-9000-${String(k + 1).padStart(12, '0')}`,
    promptId: extreme.promptId,
    createdAt: new Date(march + (10 + k) * 3_600_000).toISOString(),
    // JSON escapes each control character as six.
    answer: '\u0001'.repeat(100) + 'long answer '.repeat(size.longAnswers.characters / 12),
    brandMentioned: true,
    competitorsMentioned: k === 0 ? Array.from({ length: size.companies }, (_, at) => companyName(at + 1)) : [],
  };
}

/** What all runs have. */
function runOf(
  k: number,
  { models }: ExtremeSize,
): Pick<RunRecord, 'type' | 'model' | 'provider' | 'webSearchEnabled' | 'market' | 'webQueries' | 'citations'> {
  const own = Array.from({ length: ownPagesOfRun }, (_, at) => {
    const page = k * ownPagesOfRun + at;
    return { url: `https://www.site-${page % 20_000}.com/page/${page}`, title: `Page ${page}` };
  });
  return {
    type: 'run',
    model: `m-${1 + ((k * 7) % models)}`,
    provider: `provider-${k % 5}`,
    webSearchEnabled: k % 2 === 0,
    // Each model is asked in each of five markets.
    market: `market ${Math.floor(k / models) % 5}`,
    webQueries: [`query of its own ${k}`, `frequent query ${k % 500}`],
    citations: [...own, { url: `https://frequent-${k % 1_000}.org/` }],
  };
}
