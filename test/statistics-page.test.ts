// The worked example of docs/statistics.md is real: computed again from the sample data, step by step, it gives the numbers on the page.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, runsOfDay } from '../src/cli/demo/runs.js';
import { dayMs } from '../src/domain/limits.js';
import { changeOf } from '../src/domain/statistics/change.js';
import { robustInterval } from '../src/domain/statistics/robust-interval.js';
import type { Sample } from '../src/domain/statistics/sample.js';
import { wilson } from '../src/domain/statistics/wilson.js';
import { samplesOf } from './support/exact-statistics.js';

const page = readFileSync('docs/statistics.md', 'utf8');

/** The window of the page, and the one before: the last and the last but one 30 days of the demo that was begun a year before. */
const end = Date.UTC(2026, 10, 21);
const [start, startBefore] = [end - 30 * dayMs, end - 60 * dayMs];
const firstDay = end - 365 * dayMs;

const prompts = catalogue().filter(
  ({ type, brandId, tags }) => type === 'prompt' && brandId === 'brewmont' && (tags as string[]).includes('buying'),
);
const runs = Array.from({ length: 60 }, (_, day) => runsOfDay(firstDay, 305 + day)).flat();

function counted(from: number, to: number): readonly Sample[] {
  return prompts.map(({ id }) => {
    const own = runs.filter(({ createdAt, record }) => record.promptId === id && createdAt >= from && createdAt < to);
    return { part: own.filter(({ record }) => record.brandMentioned).length, whole: own.length };
  });
}

const [now, before] = [counted(start, end), counted(startBefore, start)];
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const ratioOf = (samples: readonly Sample[]) => {
  const [part, whole] = [sum(samples.map(({ part }) => part)), sum(samples.map(({ whole }) => whole))];
  return { part, whole, ratio: part / whole };
};

/** A number as the page writes it. */
const written = (value: number, digits: number) => value.toFixed(digits).replace('-', '−');

function expectOnPage(...texts: readonly string[]): void {
  const plain = page.replace(/ +/g, ' ');
  expect(texts.filter((text) => !plain.includes(text))).toEqual([]);
}

// Of statistical tables, to as many digits as the page has.
const [z, t] = [1.96, 3.1824];

describe('the worked example', () => {
  const total = ratioOf(now);
  const offsets = now.map(({ part, whole }) => part - total.ratio * whole);
  const squares = sum(offsets.map((each) => each ** 2));
  const variance = ((4 / 3) * squares) / total.whole ** 2;
  const independent = (total.ratio * (1 - total.ratio)) / total.whole;
  const effective = (total.whole / (variance / independent)) * (z / t) ** 2;

  it('counts what the sample data has', () => {
    const rows = prompts.map(({ text }, at) => {
      const { part = 0, whole = 0 } = now[at] ?? {};
      return `| ${text} | ${whole} | ${part} | ${written(offsets[at] ?? 0, 2)} | ${written((offsets[at] ?? 0) ** 2, 2)} |`;
    });
    expect(rows).toHaveLength(4);
    expectOnPage(...rows, `| **together** | ${total.whole} | ${total.part} | | ${written(squares, 2)} |`);
  });

  it('has the steps that a calculator takes', () => {
    const half =
      (z / (1 + z ** 2 / effective)) *
      Math.sqrt((total.ratio * (1 - total.ratio)) / effective + z ** 2 / (4 * effective ** 2));
    const centre = (total.ratio + z ** 2 / (2 * effective)) / (1 + z ** 2 / effective);
    expectOnPage(
      `p = ${total.part}/${total.whole} = ${written(total.ratio, 4)}`,
      `v = 4/3 · ${written(squares, 2)} / ${total.whole}² = ${written(variance, 7)}`,
      `p(1−p)/n = ${written(independent, 7)}`,
      `deff = ${written(variance, 7)} / ${written(independent, 7)} = ${written(variance / independent, 2)}`,
      `effectiveRuns = ${total.whole}/${written(variance / independent, 2)} · (1.9600/3.1824)² = ${written(effective, 1)}`,
      `low = ${written(centre - half, 3)}`,
      `high = ${written(centre + half, 3)}`,
    );
  });

  it('ends with what the program answers', () => {
    const found = robustInterval(samplesOf(now), 0.95);
    const plain = wilson(total.part, total.whole, 0.95);
    expectOnPage(
      `low ${written(found?.low ?? 0, 3)}, high ${written(found?.high ?? 0, 3)}, designEffect ${written(found?.designEffect ?? 0, 2)}, effectiveRuns ${written(found?.effectiveRuns ?? 0, 2)}, prompts 4`,
      `low ${written(plain?.low ?? 0, 3)} and high ${written(plain?.high ?? 0, 3)}`,
    );
  });

  it('compares with the window before', () => {
    const earlier = ratioOf(before);
    const moved = now.map(({ part, whole }, at) => {
      const { part: partBefore = 0, whole: wholeBefore = 0 } = before[at] ?? {};
      return (part - total.ratio * whole) / total.whole - (partBefore - earlier.ratio * wholeBefore) / earlier.whole;
    });
    const rows = prompts.map(({ text }, at) => {
      const { part = 0, whole = 0 } = before[at] ?? {};
      return `| ${text} | ${whole} | ${part} | ${written(moved[at] ?? 0, 4)} |`;
    });
    const movedSquares = sum(moved.map((each) => each ** 2));
    const root = Math.sqrt((4 / 3) * movedSquares);
    const found = changeOf(samplesOf(before), samplesOf(now), 0.95);
    expectOnPage(
      ...rows,
      `| **together** | ${earlier.whole} | ${earlier.part} | |`,
      `difference = ${written(total.ratio, 4)} − ${written(earlier.ratio, 4)} = ${written(found.difference ?? 0, 4)}`,
      `√v = √(4/3 · ${written(movedSquares, 6)}) = ${written(root, 4)}`,
      `3.1824 · ${written(root, 4)} = ${written(t * root, 4)}`,
      `low ${written(found.low ?? 0, 3)} and high ${written(found.high ?? 0, 3)}`,
    );
    expect(found.isSignificant).toBe(false);
  });
});

const realAnswers = '../shared/data/ai-product-bench.ndjson';

it.skipIf(!existsSync(realAnswers))('the design effects of real answers are those of the page', () => {
  const records = readFileSync(realAnswers, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const effects = ['asus-electronics', 'breville-home', 'nike-sports', 'amazon-entertainment', 'oral-b-health'].map(
    (brandId) => {
      const own = records.filter((record) => record.type === 'prompt' && record.brandId === brandId);
      const samples = own.map(({ id }) => {
        const ofPrompt = records.filter((record) => record.type === 'run' && record.promptId === id);
        return { part: ofPrompt.filter(({ brandMentioned }) => brandMentioned).length, whole: ofPrompt.length };
      });
      return robustInterval(samplesOf(samples), 0.95)?.designEffect ?? 0;
    },
  );
  expectOnPage(`between ${written(Math.min(...effects), 1)} and ${written(Math.max(...effects), 1)}`);
});
