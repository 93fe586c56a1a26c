import { describe, expect, it } from 'vitest';
import { classesOf, classOfRun, outcomeClasses, outcomes } from '../../src/domain/outcome.js';

describe('classOfRun', () => {
  it.each([
    [[0], 'mentioned'],
    [[0, 3], 'mentioned'],
    [[3], 'gap'],
    [[3, 1], 'gap'],
    [[], 'neither'],
  ])('puts a run that mentions %j into one class', (companies, expected) => {
    expect(outcomeClasses[classOfRun(companies)]).toBe(expected);
  });
});

describe('classesOf', () => {
  it('selects the classes of each outcome', () => {
    const named = outcomes.map((outcome) => [outcome, classesOf(outcome).map((number) => outcomeClasses[number])]);
    expect(named).toEqual([
      ['all', ['mentioned', 'gap', 'neither']],
      ['mentioned', ['mentioned']],
      ['absent', ['gap', 'neither']],
      ['gap', ['gap']],
    ]);
  });
});
