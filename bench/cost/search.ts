// Looks for the valid document with the most time per unit: random documents from the schema, then changes of the slowest one, step by step.

import { Choices } from '../../test/support/fuzz/choices.js';
import { Random } from '../world.js';
import type { Subject } from './kinds.js';
import { type Genes, requestOf } from './random-document.js';
import { ask, type Request, type Server } from './server.js';

export interface Found {
  readonly request: Request;
  readonly aliases: number;
  /** The document with one alias of each of its fields. */
  readonly document: string;
}

export interface Search {
  readonly subject: Subject;
  readonly seed: number;
}

interface Candidate {
  readonly genes: Genes;
  /** Milliseconds per unit. */
  readonly score: number;
}

const starts = 60;
const steps = 40;
const choicesOfDocument = 160;
/** What costs less is taken as costing this: most of its time is that of any request. */
const leastCost = 10_000;
const windowDays = [1, 7, 30, 90, 384, 3_660] as const;

/** A fixed number of documents is asked; the same seed draws the same ones, though not always the same is slowest. */
export async function searchSlowest(server: Server, { subject, seed }: Search): Promise<Found> {
  const random = new Random(seed);
  const score = (genes: Genes) => scoreOf(server, requestOf(subject, genes));
  let best: Candidate = { genes: draw(random), score: 0 };
  for (let step = 0; step < starts + steps; step += 1) {
    const genes = step < starts ? draw(random) : changed(random, best.genes);
    const reached = await score(genes);
    // A second time, because something else on the machine may have been what was slow.
    if (reached > best.score) best = better(best, { genes, score: Math.min(reached, await score(genes)) });
  }
  const { genes } = best;
  const [request, single] = [requestOf(subject, genes), requestOf(subject, { ...genes, aliases: 1 })];
  if (!request || !single) throw new Error(`No document of seed ${seed} was answered.`);
  return { request, aliases: genes.aliases, document: single.query };
}

function better(one: Candidate, other: Candidate): Candidate {
  return other.score > one.score ? other : one;
}

/** 0 of what is refused. */
async function scoreOf(server: Server, request: Request | undefined): Promise<number> {
  if (!request) return 0;
  const { status, cost, ms } = await ask(server, request);
  return status === 200 ? ms / Math.max(cost, leastCost) : 0;
}

function draw(random: Random): Genes {
  const numbers = Array.from({ length: choicesOfDocument }, () => random.word());
  return { numbers, aliases: 1 + (random.word() % 20), days: daysOf(random), isShifted: random.word() % 2 === 0 };
}

/** With more or fewer aliases, other windows, or another part of the document. */
function changed(random: Random, genes: Genes): Genes {
  const choices = new Choices([random.word()]);
  const change = choices.of(['more', 'fewer', 'days', 'shift', 'numbers', 'numbers'] as const);
  if (change === 'more') return { ...genes, aliases: genes.aliases * 2 };
  if (change === 'fewer') return { ...genes, aliases: Math.ceil(genes.aliases / 1.3) };
  if (change === 'days') return { ...genes, days: daysOf(random) };
  if (change === 'shift') return { ...genes, isShifted: !genes.isShifted };
  const from = random.word() % choicesOfDocument;
  const to = from + 1 + (random.word() % 10);
  return { ...genes, numbers: genes.numbers.map((each, at) => (at >= from && at < to ? random.word() : each)) };
}

function daysOf(random: Random): number {
  return windowDays[random.word() % windowDays.length] ?? 1;
}
