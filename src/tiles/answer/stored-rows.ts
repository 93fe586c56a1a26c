// The stored tiles that plans read, in one statement.

import type pg from 'pg';
import { type BinaryRow, copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { type Proven, proofSql } from '../stored/stamps.js';
import { type Plan, selectOf, type TileRead } from './plan.js';

/** Something that a plan reads. */
export interface PlannedRead {
  readonly plan: Plan;
  readonly read: TileRead;
}

/** A row of it: of a quarter tile its quarter and its cells, of another its period and the columns of the read. */
export interface StoredRow extends PlannedRead {
  readonly period: number;
  readonly blocks: BinaryRow;
}

interface StoredRows {
  readonly rows: readonly StoredRow[];
  /** What the answers depend on, found by the same statement; `null` where that was not asked. */
  readonly proof: string | null;
}

/** The number of the row that holds the proof. */
const proofRow = -1;

/** The rows of `reads`; with `proven`, also the proof of the instant at which they were read. */
export async function readStored(
  client: pg.ClientBase,
  reads: readonly PlannedRead[],
  proven: Proven | null = null,
): Promise<StoredRows> {
  if (reads.length === 0 && !proven) return { rows: [], proof: null };
  const width = Math.max(1, ...reads.map(({ read }) => read.columns.length));
  const selects = reads.map(({ plan, read }, number) =>
    selectOf(read, number, { brandId: plan.group.ask.question.brandId, width }),
  );
  const found = await copyRows(
    client,
    [...(proven ? [selectProof(proven, width)] : []), ...selects].join('\nunion all\n'),
  );
  let proof: string | null = null;
  const rows = found.flatMap(([number, period, ...blocks]) => {
    if (int(number) === proofRow) proof = blocks[0]?.toString() ?? '';
    const entry = reads[int(number)];
    return entry ? [{ ...entry, period: int(period), blocks }] : [];
  });
  return { rows, proof };
}

function selectProof(proven: Proven, width: number): string {
  const blocks = [`convert_to(${proofSql(proven, literal)}, 'UTF8')`, ...Array(width - 1).fill('null::bytea')];
  return `select ${literal(proofRow)}::integer, 0, ${blocks.join(', ')}`;
}
