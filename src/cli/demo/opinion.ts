// The opinions of the models on a day: which companies they name, in which order, and with which sentiment.

import type { SentimentLabel } from '../../domain/company-sums.js';
import { at } from '../../domain/counts/maps.js';
import type { Naming } from './answer.js';
import type { DemoCompany } from './brand.js';
import { Random } from './random.js';
import type { Asking } from './world.js';

const maxNamed = 5;
const daysOfYear = 365;
/** A change is mostly complete after three weeks. */
const turnDays = 20;

/** The companies that one answer names, in the order of their first mentions. */
export function opinionOf(asking: Asking, random: Random): readonly Naming[] {
  const { brand } = asking;
  const inYear = partOfYear(asking.createdAt);
  return [brand.company, ...brand.competitors]
    .map((company) => ({ company, strength: strengthOf(company, asking, inYear) }))
    .filter(({ strength }) => random.chance(1 / (1 + Math.exp(-strength))))
    .map(({ company, strength }) => ({ company, place: strength + random.noise() }))
    .sort((a, b) => b.place - a.place)
    .slice(0, maxNamed)
    .map(({ company }) => ({ name: company.name, sentiment: sentimentOf(company, asking.day, random) }));
}

/** Log odds that the company is named. */
function strengthOf(company: DemoCompany, { brand, prompt, model, day }: Asking, inYear: number): number {
  const { strength, turn, season } = company;
  const turned = turn ? turn.by / (1 + Math.exp((turn.day - day) / turnDays)) : 0;
  const seasonal = season ? season.by * Math.cos(2 * Math.PI * (inYear - (season.month - 0.5) / 12)) : 0;
  const fit = leaning(`${brand.id} ${prompt.text} ${company.name}`);
  const taste = leaning(`${model.id} ${company.name}`);
  return strength + turned + seasonal + model.generosity + 0.9 * fit + 0.4 * taste;
}

/** From 0 to 1. */
function partOfYear(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  return (instant - Date.UTC(year, 0)) / (Date.UTC(year + 1, 0) - Date.UTC(year, 0));
}

const leanings = new Map<string, number>();

/** A constant bias between two things, around 0. */
function leaning(pair: string): number {
  return at(leanings, pair, () => new Random(pair).noise());
}

function sentimentOf({ mood }: DemoCompany, day: number, random: Random): SentimentLabel {
  const through = Math.min(1, day / daysOfYear);
  const felt = mood[0] + (mood[1] - mood[0]) * through + 0.45 * random.noise();
  if (random.chance(0.1)) return 'mixed';
  if (felt > 0.25) return 'positive';
  return felt < -0.35 ? 'negative' : 'neutral';
}
