// The demo's world: the same each time, in the shape that the recorder takes, and with texts that name whom the run says they name.

import { describe, expect, it } from 'vitest';
import { catalogue, runsOfDay } from '../../src/cli/demo/runs.js';
import { brands } from '../../src/cli/demo/world.js';
import { dayMs } from '../../src/domain/limits.js';
import { deriverOf } from '../../src/domain/names/derive.js';
import { parseValue } from '../../src/recording/prepare/parse.js';
import type { RecordOf } from '../../src/recording/prepare/records.js';

const first = Date.UTC(2025, 2, 1);

/** The runs of a stretch of days, as the recorder reads them. */
function runsOf(days: readonly number[], from = first): readonly RecordOf<'run'>[] {
  return days
    .flatMap((day) => runsOfDay(from, day))
    .map(({ record }) => {
      const parsed = parseValue(JSON.parse(JSON.stringify(record)));
      if (!('record' in parsed) || parsed.record.type !== 'run') throw new Error(`refused: ${JSON.stringify(parsed)}`);
      return parsed.record;
    });
}

const stretch = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('the demo world', () => {
  it('has a catalogue that the recorder reads', () => {
    const refused = catalogue()
      .map((record) => parseValue(JSON.parse(JSON.stringify(record))))
      .filter((parsed) => !('record' in parsed));
    expect(refused).toEqual([]);
  });

  it('makes the same runs of a day each time', () => {
    expect(runsOfDay(first, 33)).toEqual(runsOfDay(first, 33));
  });

  it('keeps the ids of runs when it begins on another date', () => {
    const ids = (from: number) => runsOf([0], from).map(({ id }) => id);
    expect(new Set(ids(first + 7 * dayMs))).toEqual(new Set(ids(first)));
  });

  it('has ids that differ and lies within its days', () => {
    const runs = runsOf(stretch(0, 20));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
    expect(
      runs.filter(({ createdAt }) => Number(createdAt) < first || Number(createdAt) >= first + 20 * dayMs),
    ).toEqual([]);
  });

  it('names in its texts exactly the companies that its assessments say, in that order and that often', () => {
    const derivers = new Map(
      brands.map(({ id, company, competitors }) => [
        id,
        deriverOf([company, ...competitors].map(({ name }, id) => ({ id, names: [name], name }))),
      ]),
    );
    const brandOfPrompt = new Map(
      catalogue().flatMap((record) =>
        record.type === 'prompt' ? [[String(record.id), String(record.brandId)] as const] : [],
      ),
    );
    for (const run of runsOf(stretch(100, 110))) {
      const brand = brandOfPrompt.get(run.promptId) ?? '';
      const derived = derivers
        .get(brand)?.(run.answer ?? '')
        .map(({ company, position, mentionCount }) => [company.name, position, mentionCount]);
      expect(derived).toEqual(assessed(run, brand));
    }
  });

  it('rests on the days of an outage and asks the late model from its first day on', () => {
    expect(runsOf(stretch(61, 64))).toEqual([]);
    expect(runsOf(stretch(118, 128)).filter(({ model }) => model === 'perplexity')).toEqual([]);
    expect(runsOf(stretch(0, 172)).filter(({ model }) => model === 'google-ai-mode')).toEqual([]);
    expect(runsOf(stretch(172, 186)).filter(({ model }) => model === 'google-ai-mode')).not.toEqual([]);
  });

  it('has a competitor that rises', () => {
    const mentions = (days: readonly number[]) =>
      runsOf(days).filter(({ competitorsMentioned }) => competitorsMentioned?.includes('Kestrelpeak')).length;
    expect(mentions(stretch(280, 310))).toBeGreaterThan(2 * mentions(stretch(70, 100)));
  });
});

/** Name, position and number of mentions of each company that a run says it names, in the order of positions. */
function assessed(run: RecordOf<'run'>, brandId: string): readonly (readonly unknown[])[] {
  const own = brands.find(({ id }) => id === brandId)?.company.name;
  const all = [[own, run.assessments?.brand] as const, ...(run.assessments?.competitors ?? [])];
  return all
    .flatMap(([name, assessment]) =>
      assessment?.mentioned ? [[name, assessment.position, assessment.mentionCount] as const] : [],
    )
    .sort((a, b) => Number(a[1]) - Number(b[1]));
}
