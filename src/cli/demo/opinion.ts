// The opinions of the models on a day: which companies they name, in which order, and with which sentiment.

import type { SentimentLabel } from '../../domain/company-sums.js';
import type { Naming } from './answer.js';
import type { DemoBrand, DemoCompany, DemoPrompt } from './brand.js';
import { Random } from './random.js';
import type { DemoModel } from './world.js';

interface Asking {
  readonly brand: DemoBrand;
  readonly prompt: DemoPrompt;
  readonly model: DemoModel;
  /** The number of the day, and its position in the calendar year from 0 to 1. */
  readonly day: number;
  readonly partOfYear: number;
}

const maxNamed = 5;
const daysOfYear = 365;
/** A change is mostly complete after three weeks. */
const turnDays = 20;

/** The companies that one answer names, in the order of their first mentions. */
export function opinionOf(asking: Asking, random: Random): readonly Naming[] {
  const { brand } = asking;
  return [brand.company, ...brand.competitors]
    .map((company) => ({ company, strength: strengthOf(company, asking) }))
    .filter(({ strength }) => random.chance(1 / (1 + Math.exp(-strength))))
    .map(({ company, strength }) => ({ company, place: strength + random.noise() }))
    .sort((a, b) => b.place - a.place)
    .slice(0, maxNamed)
    .map(({ company }) => ({ name: company.name, sentiment: sentimentOf(company, asking.day, random) }));
}

/** Log odds that the company is named. */
function strengthOf(company: DemoCompany, { brand, prompt, model, day, partOfYear }: Asking): number {
  const { strength, turn, season } = company;
  const turned = turn ? turn.by / (1 + Math.exp((turn.day - day) / turnDays)) : 0;
  const seasonal = season ? season.by * Math.cos(2 * Math.PI * (partOfYear - (season.month - 0.5) / 12)) : 0;
  const fit = leaning(`${brand.id} ${prompt.text} ${company.name}`);
  const taste = leaning(`${model.id} ${company.name}`);
  return strength + turned + seasonal + model.generosity + 0.9 * fit + 0.4 * taste;
}

const leanings = new Map<string, number>();

/** A constant bias between two things, around 0. */
function leaning(pair: string): number {
  const known = leanings.get(pair) ?? new Random(pair).noise();
  leanings.set(pair, known);
  return known;
}

function sentimentOf({ mood }: DemoCompany, day: number, random: Random): SentimentLabel {
  const through = Math.min(1, day / daysOfYear);
  const felt = mood[0] + (mood[1] - mood[0]) * through + 0.45 * random.noise();
  if (random.chance(0.1)) return 'mixed';
  if (felt > 0.25) return 'positive';
  return felt < -0.35 ? 'negative' : 'neutral';
}
