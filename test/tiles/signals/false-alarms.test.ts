// How often signals are false, and how often what changed is found: over worlds whose distributions are known.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signalsOfWorld, type WorldPlan } from '../../support/signal-worlds.js';

const page = readFileSync('docs/statistics.md', 'utf8').replace(/ +/g, ' ');

/** How many of so many worlds have a signal that is meant. */
async function countWorlds(worlds: number, planOf: (world: number) => WorldPlan, isMeant: string | null) {
  let [found, tested] = [0, 0];
  for (let world = 0; world < worlds; world++) {
    const signals = await signalsOfWorld(planOf(world), world + 1);
    tested += signals.tested;
    if (signals.found.some(({ kind, field }) => isMeant === null || `${kind} ${field}` === isMeant)) found += 1;
  }
  return { found, tested };
}

const sizes = { prompts: [4, 8, 20, 40], models: [1, 2, 4], runs: [3, 10, 30] };

/** Worlds of every size in turn. */
function sizeOf(world: number): Omit<WorldPlan, 'rise'> {
  const { prompts, models, runs } = sizes;
  const at = (list: readonly number[], place: number) => list[place % list.length] ?? 1;
  return {
    prompts: at(prompts, world),
    models: at(models, Math.floor(world / 4)),
    runs: at(runs, Math.floor(world / 12)),
  };
}

/** Of each size how often, of 200 worlds, a rise by 10 and by 20 points is found. */
const powers = [
  { prompts: 8, runs: 10 },
  { prompts: 8, runs: 40 },
  { prompts: 20, runs: 10 },
  { prompts: 20, runs: 40 },
];

describe('signals', () => {
  it('are found in at most 5 % of 1,000 worlds in which nothing changed', async () => {
    const { found, tested } = await countWorlds(1_000, (world) => ({ ...sizeOf(world), rise: 0 }), null);
    expect(found).toBeLessThanOrEqual(50);
    expect(page).toContain(`In ${found} of 1,000 worlds in which nothing changed`);
    expect(page).toContain(`about ${Math.round(tested / 1_000)} hypotheses`);
  });

  it.each(powers)(
    'find planted changes of $prompts prompts with $runs runs of each model as often as the page says',
    async (size) => {
      const shares: string[] = [];
      for (const rise of [0.1, 0.2]) {
        const { found } = await countWorlds(200, () => ({ ...size, models: 2, rise }), 'visibility null');
        shares.push(`${(found / 2).toFixed(1)} %`);
      }
      expect(page).toContain(`| ${size.prompts} | ${2 * size.runs} | ${shares.join(' | ')} |`);
    },
  );
});
