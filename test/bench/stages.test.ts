// A run of stages: what one failure costs, and what is kept.

import { expect, it } from 'vitest';
import type { Results } from '../../bench/results.js';
import { runStages, type Stage } from '../../bench/stages.js';

const known = async () => ({ processor: '', memory: '', versions: '', commit: 'c', date: '' });

async function run(before: Results, stages: Readonly<Record<string, Stage>>, machine = known) {
  const saved: Results[] = [];
  const save = async (results: Results) => void saved.push(results);
  const results = await runStages(before, { stages, wanted: Object.keys(stages), machine, save, log: () => {} });
  return { results, saved };
}

const failing: Stage = async () => {
  throw new Error('The figures differ.\nof these two');
};

it('keeps what the other stages measured when one fails', async () => {
  const { results, saved } = await run(
    { recording: [] },
    { pages: failing, analytics: async () => ({ analytics: [] }) },
  );
  expect(results.failures).toEqual({ pages: 'The figures differ.' });
  expect(results).toMatchObject({ recording: [], analytics: [] });
  expect(saved).toHaveLength(2);
});

it('drops the old results of a stage that fails', async () => {
  const { results } = await run({ pages: [] }, { pages: failing });
  expect(results.pages).toBeUndefined();
});

it('forgets a failure once the stage succeeds', async () => {
  const { results } = await run({ failures: { pages: 'before' } }, { pages: async () => ({ pages: [] }) });
  expect(results.failures).toEqual({});
});

it('takes a machine that cannot be described for a failure of the stage', async () => {
  const unknown = async () => {
    throw new Error('There is no git.');
  };
  const { results, saved } = await run({}, { pages: async () => ({ pages: [] }) }, unknown);
  expect(results.failures).toEqual({ pages: 'There is no git.' });
  expect(saved).toHaveLength(1);
});
