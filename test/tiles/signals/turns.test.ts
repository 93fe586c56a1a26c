// Signals of a brand with 50,000 prompts and 20 models are tested in turns: others wait for one window, one model or one prompt, never for all.

import { expect, it } from 'vitest';
import type { ModelMentions } from '../../../src/domain/summary.js';
import * as hypotheses from '../../../src/tiles/signals/hypotheses.js';
import { Tests } from '../../../src/tiles/signals/tests.js';
import { alwaysDue } from '../../support/always-due.js';

const [models, prompts] = [5, 12];

const mentions = (runs: number): readonly ModelMentions[] =>
  Array.from({ length: models }, (_, model) => ({
    model: `model ${model}`,
    prompts: {
      prompts: Int32Array.from({ length: prompts }, (_, prompt) => prompt + 1),
      runs: new Float64Array(prompts).fill(runs),
      brandMentions: Float64Array.from({ length: prompts }, (_, prompt) => prompt % runs),
      allMentions: new Float64Array(prompts).fill(runs),
    },
  }));

it('lets others in between windows, models and prompts', async () => {
  const of = { before: mentions(10), after: mentions(11) };
  const tests = new Tests(1);
  const takenBy = async (work: (pause: ReturnType<typeof alwaysDue>) => Promise<unknown>) => {
    const pause = alwaysDue();
    await work(pause);
    return pause.taken();
  };
  const tables = await hypotheses.mergeModels(of, alwaysDue());
  expect(await takenBy((pause) => hypotheses.mergeModels(of, pause))).toBe(2);
  expect(await takenBy((pause) => hypotheses.testModels(tests, of, pause))).toBe(models);
  expect(await takenBy((pause) => hypotheses.testPrompts(tests, { tables, models: of }, pause))).toBe(
    1 + models + prompts,
  );
});
