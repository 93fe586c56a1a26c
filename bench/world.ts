// The generated brands that everything is measured on: the same runs wherever and whenever they are made. Pure.

import { dayMs } from '../src/domain/limits.js';

/** How large a brand is, and what its runs look like. */
export interface World {
  readonly brandId: string;
  readonly runs: number;
  readonly prompts: number;
  readonly citationsPerRun: number;
  /** The last so many of all days have its runs. */
  readonly days?: number;
}

export interface WorldPrompt {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly tags: readonly string[];
}

/** One run; the lists about companies run parallel, the brand (0) first. */
export interface WorldRun {
  readonly id: string;
  readonly prompt: WorldPrompt;
  readonly model: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly companies: readonly number[];
  /** 0: none, then positive, neutral, negative, mixed. */
  readonly sentiments: readonly number[];
  /** 0: none. */
  readonly positions: readonly number[];
  /** Cited pages by rank: 0 is cited most. */
  readonly pages: readonly number[];
  /** Web queries by rank: 0 is issued most. */
  readonly queries: readonly number[];
}

export const days = 384;
export const firstInstant = Date.UTC(2025, 0, 1);
export const endInstant = firstInstant + days * dayMs;
export const competitors = 10;
export const pages = 300_000;
export const domains = 4_000;
export const queries = 500_000;
/** The tag that 189 of 500 prompts carry. */
export const commonTag = 'core';

export const models = ['chatgpt', 'gemini', 'perplexity', 'claude', 'copilot', 'grok'] as const;
/** SQL: the models that are recorded, with a number each. */
export const numberedModels = '(select id, (row_number() over (order by id))::integer as number from model) as model';
const modelShares = [0.3, 0.25, 0.15, 0.12, 0.1, 0.08];
const mentionShares = [0.45, 0.6, 0.5, 0.42, 0.35, 0.3, 0.22, 0.16, 0.11, 0.08, 0.05];
const sentimentShares = [0.05, 0.45, 0.3, 0.12, 0.08];
const tagCombinations = 44;

/** sfc32: fast, and far longer than sixteen million draws. */
export class Random {
  private a = 0x9e3779b9;
  private b = 0x243f6a88;
  private c = 0xb7e15162;
  private counter: number;

  constructor(seed: number) {
    this.counter = seed;
    for (let round = 0; round < 15; round++) this.word();
  }

  /** A whole number below 2³². */
  word(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    return this.word() / 2 ** 32;
  }

  /** A rank below `count`, each about as frequent as 1 ÷ (rank + 1). */
  zipf(count: number): number {
    return Math.floor((count + 1) ** this.next()) - 1;
  }

  /** A place in `shares`, which add up to 1. */
  place(shares: readonly number[]): number {
    let left = this.next();
    const place = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return Math.max(place, 0);
  }

  uuid(): string {
    const hex = [this.word(), this.word(), this.word(), this.word()]
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** The prompts of a world. Of 500, 12 have each of the first 16 tag combinations and 11 each of the others. */
export function promptsOf(world: World): readonly WorldPrompt[] {
  const random = new Random(world.prompts);
  return Array.from({ length: world.prompts }, (_, index) => {
    return { id: random.uuid(), number: index + 1, tags: tagsOf(index % tagCombinations) };
  });
}

/** Every combination has a topic and a stage; two of twelve prompts and fifteen of eleven are core: 189. */
function tagsOf(combination: number): readonly string[] {
  const tags = [`topic-${combination % 8}`, `stage-${Math.floor(combination / 8)}`];
  return combination < 2 || combination >= tagCombinations - 15 ? [...tags, commonTag] : tags;
}

/** The runs of a world in the order of time, spread evenly over all days. `seed` sets two worlds of one size apart. */
export function* runsOf(world: World, seed = 1): Generator<WorldRun> {
  const random = new Random(seed);
  // Draws of their own, so that everything else stays what it was before there were queries.
  const searches = new Random(seed + 1_000);
  const prompts = promptsOf(world);
  const span = (world.days ?? days) * dayMs;
  const step = span / world.runs;
  for (let index = 0; index < world.runs; index++) {
    const prompt = prompts[Math.floor(random.next() * prompts.length)];
    const model = models[random.place(modelShares)];
    if (!prompt || !model) throw new Error('A draw fell outside its list.');
    const createdAt = Math.floor(endInstant - span + (index + random.next()) * step);
    const cited = Array.from({ length: world.citationsPerRun }, () => random.zipf(pages));
    const issued = Array.from({ length: searches.next() < 0.5 ? 2 : 3 }, () => searches.zipf(queries));
    yield { id: random.uuid(), prompt, model, createdAt, ...mentionsOf(random), pages: cited, queries: issued };
  }
}

function mentionsOf(random: Random): Pick<WorldRun, 'companies' | 'sentiments' | 'positions'> {
  const companies = mentionShares.flatMap((share, company) => (random.next() < share ? [company] : []));
  const shift = Math.floor(random.next() * companies.length);
  return {
    companies,
    sentiments: companies.map(() => random.place(sentimentShares)),
    positions: companies.map((_, at) => (random.next() < 0.1 ? 0 : ((at + shift) % companies.length) + 1)),
  };
}

/** The domain of the page of a rank: few domains have many pages. */
export function domainOf(page: number): number {
  const even = (Math.imul(page + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return Math.floor((domains + 1) ** even) - 1;
}

export function domainName(domain: number): string {
  return `site-${domain}.example`;
}

/** The normalised address of a page; runs cite it as it stands. */
export function pageUrl(page: number): string {
  return `https://${domainName(domainOf(page))}/articles/${2015 + (page % 11)}/guide-${page}`;
}

export function pageTitle(page: number): string {
  return `Guide ${page}: what to look for`;
}

export function queryText(query: number): string {
  return `which tool is best for case ${query}`;
}

export function competitorName(company: number): string {
  return `Competitor ${company}`;
}
