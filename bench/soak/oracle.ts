// The plain definition's world of many runs: put together from small ones, because it takes in each run by looking at all others.

import type { RunRecord } from '../../test/support/naive/record.js';
import { type NaiveWorld, worldOf } from '../../test/support/naive/world.js';
import { references } from './world.js';

const partSize = 50;

/** The world after the references and `runs`, of which the last one with an id counts. */
export function worldInParts(runs: readonly RunRecord[]): NaiveWorld {
  const last = [...new Map(runs.map((run) => [run.id, run])).values()];
  const parts = Array.from({ length: Math.ceil(last.length / partSize) }, (_, part) => {
    return worldOf([...references(), ...last.slice(part * partSize, (part + 1) * partSize)]);
  });
  const companies = parts.flatMap((part) => part.companies);
  const byName = new Map(companies.map((company) => [JSON.stringify([company.brandId, company.name]), company]));
  return {
    ...worldOf(references()),
    companies: [...byName.values()],
    runs: parts.flatMap((part) => part.runs),
    rejected: parts.flatMap((part) => part.rejected),
  };
}
