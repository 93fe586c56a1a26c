// Targets next to the measured values.

import { round, table } from './markdown.js';

/** What is measured, its bound as `≤` or `≥`, a number and its unit, and the value in that unit: not a number where nothing was measured. */
export type Target = readonly [what: string, bound: string, value: number | undefined];

export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(([what, bound, value = Number.NaN]) => {
    const [relation, limit = '', ...unit] = bound.split(' ');
    if (Number.isNaN(value)) return [what, bound, 'not measured', '–'];
    const most = Number(limit.replaceAll(',', ''));
    return [what, bound, [round(value), ...unit].join(' '), verdict(relation === '≤' ? value <= most : value >= most)];
  });
  return table(['', 'target', 'measured', ''], rows);
}

export function verdict(isMet: boolean): string {
  return isMet ? 'met' : '**not met**';
}
