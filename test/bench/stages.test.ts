// A run of stages: what one failure costs, what is kept, and what the report has of it.

import { expect, it } from 'vitest';
import { reportOf } from '../../bench/report.js';
import { type Results, runStages, type Stage, stage } from '../../bench/stages.js';

const known = async () => ({ processor: '', memory: '', versions: '', commit: 'c', date: '', load: '' });

const working = stage({
  measure: async () => 2,
  section: (measured) => `## Measured ${measured}`,
  targets: (measured) => [['what it takes', '≤ 1,000 ms', measured && measured * 1_000]],
});

const failing: Stage = {
  ...working,
  measure: async () => {
    throw new Error('The figures differ.\nof these two');
  },
};

async function run(before: Results, stages: Readonly<Record<string, Stage>>, machine = known) {
  const saved: Results[] = [];
  const save = async (results: Results) => void saved.push(results);
  const results = await runStages(before, { stages, wanted: Object.keys(stages), machine, save, log: () => {} });
  return { results, saved };
}

it('keeps what the other stages measured when one fails', async () => {
  const { results, saved } = await run({ recording: [] }, { pages: failing, analytics: working });
  expect(results.failures).toEqual({ pages: 'The figures differ.' });
  expect(results).toMatchObject({ recording: [], analytics: 2 });
  expect(saved).toHaveLength(2);
});

it('drops the old results of a stage that fails', async () => {
  const { results } = await run({ pages: [] }, { pages: failing });
  expect(results.pages).toBeUndefined();
});

it('forgets a failure once the stage succeeds', async () => {
  const { results } = await run({ failures: { pages: 'before' } }, { pages: working });
  expect(results.failures).toEqual({});
});

it('takes a machine that cannot be described for a failure of the stage', async () => {
  const unknown = async () => {
    throw new Error('There is no git.');
  };
  const { results, saved } = await run({}, { pages: working }, unknown);
  expect(results.failures).toEqual({ pages: 'There is no git.' });
  expect(saved).toHaveLength(1);
});

it('reports the section and the targets of what was measured', () => {
  const report = reportOf({ pages: 2 }, { pages: working, lists: working });
  expect(report.match(/^## .*$/gm)).toEqual(['## Targets', '## Measured 2']);
  expect(report).toMatch(/\| what it takes \| ≤ 1,000 ms \| +2,000 ms \| \*\*not met\*\* \|/);
  expect(report).toMatch(/\| what it takes \| ≤ 1,000 ms \| not measured \| +– \|/);
});
