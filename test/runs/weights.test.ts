import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classesOf, classOfRun, outcomes } from '../../src/domain/outcome.js';
import { allRunsKey } from '../../src/domain/summary.js';
import { weightsOf } from '../../src/runs/weights.js';

/** The companies of runs, the brand first where it is one of them. */
const runs = fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 4 }).map((companies) => companies.toSorted()));

it('counts the runs of any outcome and company from the counts by company', () => {
  fc.assert(
    fc.property(runs, fc.constantFrom(...outcomes), fc.option(fc.nat(4)), (all, outcome, company) => {
      const gaps = all.filter((companies) => classOfRun(companies) === 1);
      const count = (of: readonly (readonly number[])[], number: number) =>
        of.filter((companies) => number === allRunsKey || companies.includes(number)).length;
      const counted = [...weightsOf(outcome, company)].map(
        ([number, weight]) => weight.mentions * count(all, number) + weight.gaps * count(gaps, number),
      );
      const selected = all.filter(
        (companies) =>
          classesOf(outcome).includes(classOfRun(companies)) && (company === null || companies.includes(company)),
      );
      expect(counted.reduce((sum, each) => sum + each, 0)).toBe(selected.length);
    }),
  );
});

it('looks at nothing where the brand is to be mentioned and not to be', () => {
  expect(weightsOf('gap', 0).size).toBe(0);
  expect(weightsOf('absent', 0).size).toBe(0);
});
