// What is found rarely among many takes as little as it is: with thousands of models, most have one prompt of tens of thousands. Counted in bytes
// of arrays.

import { expect, it } from 'vitest';
import { createPause } from '../../src/domain/pause.js';
import { clustersOf } from '../../src/domain/statistics/clusters.js';
import { PromptRows } from '../../src/tiles/packed/columns/prompt-rows.js';
import { IdSet } from '../../src/tiles/packed/id-set.js';
import { Series } from '../../src/tiles/packed/series.js';
import { collectGarbage } from '../support/garbage.js';

const far = 50_000;
const many = 2_000;

/** The bytes of arrays that `make` leaves for each of many: the most of three times, as what is collected meanwhile is taken off. */
async function bytesOfEach(make: () => unknown): Promise<number> {
  const bytes = [];
  for (let time = 0; time < 3; time++) {
    await collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const made = Array.from({ length: many }, make);
    bytes.push((process.memoryUsage().arrayBuffers - before) / made.length);
  }
  return Math.max(...bytes);
}

it('a set of few ids is short, however far they are', async () => {
  const bytes = await bytesOfEach(() => {
    const set = new IdSet();
    for (const id of [3, 700, far]) set.add(id);
    expect([...set]).toEqual([3, 700, far]);
    return set;
  });
  expect(bytes).toBeLessThan(1_000);
});

it('the figures of few prompts are short, however far these are', async () => {
  const bytes = await bytesOfEach(() => {
    const rows = new PromptRows({ sums: false, companies: false });
    rows.rowOf(far);
    return rows;
  });
  expect(bytes).toBeLessThan(1_000);
});

it('the clusters of a table of few prompts are short, however far these are', async () => {
  const bytes = await bytesOfEach(() => {
    const rows = new PromptRows({ sums: false, companies: false });
    rows.addRow(rows.rowOf(far), [2, 1, 1]);
    const clusters = clustersOf([rows.mentionsTable(null)]);
    expect([...clusters.visibility().wholes]).toEqual([2]);
    return clusters;
  });
  expect(bytes).toBeLessThan(2_000);
});

it('a series of few places is short, however far these are', async () => {
  const bytes = await bytesOfEach(() => {
    const series = new Series();
    for (const place of [far, 2]) series.add(place, 1, 0, null);
    expect([0, 2, far].map((place) => series.at(place).runs)).toEqual([0, 1, 1]);
    return series;
  });
  expect(bytes).toBeLessThan(1_000);
});

it('mentions that few rows have are kept for these alone, though the first rows had them', async () => {
  const rows = new PromptRows({ sums: true, companies: true });
  for (let prompt = 0; prompt < far; prompt++) {
    const row = rows.rowOf(prompt);
    if (row < 10 || row % 100 === 0) rows.addMentions(1, row, 1);
  }
  expect(rows.countsOf(1).whole(rows.room)).toBeNull();
  const { mentions } = await rows.tableInTurns(null, createPause());
  expect(mentions.get(1)?.places.length).toBe(9 + far / 100);
});
