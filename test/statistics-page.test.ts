// The worked example of docs/statistics.md is real: computed again from the sample data, step by step, it gives the numbers on the page.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, runsOfDay } from '../src/cli/demo/runs.js';
import { placedCounts } from '../src/domain/counts/mention-counts.js';
import { dayMs } from '../src/domain/limits.js';
import { changeOf } from '../src/domain/statistics/change.js';
import { falseDiscoveryRates } from '../src/domain/statistics/false-discovery.js';
import { MantelHaenszel } from '../src/domain/statistics/mantel-haenszel.js';
import { PairedPrompts } from '../src/domain/statistics/paired.js';
import { studentQuantile } from '../src/domain/statistics/quantiles.js';
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

describe('the examples of signals', () => {
  it('test the change of the worked example', () => {
    const paired = new PairedPrompts(samplesOf(before), samplesOf(now));
    const parts = { before: placedCounts(samplesOf(before).parts), after: placedCounts(samplesOf(now).parts) };
    const p = paired.test(parts)?.p ?? 0;
    const { difference, high } = changeOf(samplesOf(before), samplesOf(now), 0.95);
    const distance = ((difference ?? 0) * studentQuantile(0.95, 3)) / ((high ?? 0) - (difference ?? 0));
    // SciPy 1.10.1: python3 -c "from scipy.stats import t; print(2 * t.sf(0.999155755, 3))"
    expect([distance, p].map((each) => each.toFixed(9))).toEqual(['0.999155755', '0.391351459']);
    expectOnPage(`= ${written(distance, 3)} with 3 degrees of freedom, p = ${written(p, 3)}.`);
  });

  // statsmodels 0.13.5, as in test/domain/statistics/mantel-haenszel.test.ts: 4.5329183247310985, 0.0332488723006803
  it('test a prompt over models', () => {
    const models = [
      { name: 'one', before: { part: 11, whole: 20 }, after: { part: 18, whole: 20 } },
      { name: 'two', before: { part: 9, whole: 30 }, after: { part: 12, whole: 30 } },
    ];
    const test = new MantelHaenszel();
    let [excesses, variances] = [0, 0];
    for (const { name, before: one, after: two } of models) {
      test.add(one, two);
      const [t, n] = [one.part + two.part, one.whole + two.whole];
      const expected = (two.whole * t) / n;
      const variance = (one.whole * two.whole * t * (n - t)) / (n ** 2 * (n - 1));
      excesses += two.part - expected;
      variances += variance;
      const cells = [name, `${one.part}/${one.whole}`, `${two.part}/${two.whole}`, t, written(expected, 1)];
      expectOnPage(`| ${[...cells, written(two.part - expected, 1), written(variance, 4)].join(' | ')} |`);
    }
    expectOnPage(`= ${written(excesses ** 2 / variances, 4)}, and p = ${written(test.p ?? 0, 4)}.`);
    expect(test.p).toBeCloseTo(0.0332488723006803, 14);
  });

  // statsmodels 0.13.5 and SciPy 1.10.1: python3 -c "from statsmodels.stats.contingency_tables import StratifiedTable as S; from scipy.stats import chi2;
  // r = S([[[3, 0], [0, 2]]] * 6).test_null_odds(); print(r.statistic, chi2.sf(r.statistic, 1))"; its own p-value is 1 minus the rest, and inexact
  it('test prompts that changed alike', () => {
    const [never, always] = [Array(6).fill({ part: 0, whole: 2 }), Array(6).fill({ part: 3, whole: 3 })].map((each) =>
      samplesOf(each),
    );
    if (!never || !always) throw new Error('There are two windows.');
    const parts = { before: placedCounts(never.parts), after: placedCounts(always.parts) };
    const p = new PairedPrompts(never, always).test(parts)?.p ?? 0;
    expect(p / 9.63357008643095e-7).toBeCloseTo(1, 12);
    expectOnPage(`have χ² = 24.00 and p = ${p.toExponential(1)}.`);
  });

  it('correct for how many were tested', () => {
    const p = [0.0008, 0.0141, 0.0216, 0.384];
    const q = falseDiscoveryRates(Float64Array.from(p), 4);
    const listed = (values: readonly number[]) =>
      values
        .map((value) => written(value, 4))
        .join(', ')
        .replace(/, ([^,]*)$/, ' and $1');
    expectOnPage(`Of the four p ${listed(p)}, the q are ${listed([...q])}.`);
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
