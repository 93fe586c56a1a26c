// The targets of the lists next to the measured values.

import type { Target } from '../target.js';
import type { Lists } from './stage.js';

const megabyte = 1e6;

export function listTargets({
  pages = [],
  answers = [],
  certainty = [],
  wholeList,
}: Partial<Lists>): readonly Target[] {
  const most = (values: readonly number[]) => (values.length === 0 ? Number.NaN : Math.max(...values));
  const least = (values: readonly number[]) => (values.length === 0 ? Number.NaN : Math.min(...values));
  const first = pages.filter(({ name }) => name.endsWith('first page') || name.endsWith('outcome gap'));
  const filtered = pages.filter(({ name }) => name.endsWith('one tag') || name.endsWith('one model'));
  // A list without rows is no comparison.
  const filled = first.filter(({ total }) => total > 0);
  const [plain, ...others] = certainty.map(({ timing }) => timing.median);
  return [
    target('first pages of lists, and with outcome gap', ['≤', 25], 'ms', most(first.map(({ tiles }) => tiles.median))),
    target('first pages with a tag or a model', ['≤', 50], 'ms', most(filtered.map(({ tiles }) => tiles.median))),
    target(
      'first pages of lists, and with outcome gap: tiles against SQL on raw rows',
      ['≥', 100],
      '×',
      least(filled.map(({ rawMs, tiles }) => rawMs / tiles.median)),
    ),
    target('answers of a brand: a page', ['≤', 10], 'ms', most(answers.map(({ placed }) => placed.median))),
    target(
      'robust intervals, or the change, add',
      ['≤', 10],
      'ms',
      plain === undefined ? Number.NaN : most(others.map((ms) => ms - plain)),
    ),
    target('all URLs as CSV', ['≤', 2], 's', (wholeList?.ms ?? Number.NaN) / 1000),
    target('the server’s memory meanwhile', ['≤', 150], 'MB', (wholeList?.addedBytes ?? Number.NaN) / megabyte),
  ];
}

function target(what: string, bound: Target['bound'], unit: string, value: number): Target {
  return { what, bound, unit, value };
}
