import { describe, expect, it } from 'vitest';
import type { ClusterState, PlacedTable } from '../../src/database/citus/cluster.js';
import type { Placement } from '../../src/database/citus/placement.js';
import { planSteps } from '../../src/distribution/plan.js';

const placements = new Map<string, Placement>([
  ['run', 'brand'],
  ['organization', 'reference'],
  ['company', 'brand'],
  ['rate_limit', 'local'],
]);

const local: PlacedTable = { placement: 'local', colocation: 0, hasLocalRows: false };
const ofBrands: PlacedTable = { placement: 'brand', colocation: 7, hasLocalRows: false };
const reference: PlacedTable = { placement: 'reference', colocation: 9, hasLocalRows: false };

function plan(tables: Readonly<Record<string, PlacedTable>>, isSequential = true) {
  const cluster: ClusterState = {
    extension: 'created',
    nodes: [],
    tables: new Map(Object.entries(tables)),
    isSequential,
  };
  return planSteps(cluster, { database: 'sight"line', placements });
}

const sqlOf = (steps: ReturnType<typeof planSteps>) => steps.map(({ sql }) => sql);

describe('the steps that distribute a database', () => {
  it('set the mode, then distribute run, then each other table', () => {
    expect(sqlOf(plan({}, false))).toEqual([
      `alter database "sight""line" set citus.multi_shard_modify_mode = 'sequential'`,
      `select create_distributed_table('run', 'brand_id', colocate_with => 'none')`,
      `select create_reference_table('organization')`,
      `select create_distributed_table('company', 'brand_id', colocate_with => 'run')`,
    ]);
  });

  it('remove what the coordinator keeps of tables that had rows, after all are moved', () => {
    const steps = plan({
      run: { ...ofBrands, hasLocalRows: true },
      organization: { ...reference, hasLocalRows: true },
      company: ofBrands,
      rate_limit: { ...local, hasLocalRows: true },
    });
    expect(sqlOf(steps).slice(-2)).toEqual([
      `select truncate_local_data_after_distributing_table('run')`,
      `select truncate_local_data_after_distributing_table('organization')`,
    ]);
  });

  it('are none where everything is in place', () => {
    expect(plan({ run: ofBrands, organization: reference, company: ofBrands, rate_limit: local })).toEqual([]);
  });

  it('are those that are left after an interruption', () => {
    expect(sqlOf(plan({ run: ofBrands, organization: reference, company: local, rate_limit: local }))).toEqual([
      `select create_distributed_table('company', 'brand_id', colocate_with => 'run')`,
    ]);
  });

  it.each([
    ['company', reference, 'is a reference table'],
    ['company', { ...ofBrands, colocation: 8 }, 'apart from run'],
    ['rate_limit', ofBrands, 'should be on the coordinator alone'],
    ['organization', ofBrands, 'should be a reference table'],
  ] as const)('cannot be found for %s where it is somewhere else', (table, placed, reason) => {
    const tables = { run: ofBrands, organization: reference, company: ofBrands, rate_limit: local, [table]: placed };
    expect(() => plan(tables)).toThrow(reason);
    expect(() => plan(tables)).toThrow(`undistribute_table('${table}')`);
  });
});
