// Writes runs by COPY: the drafted rows are completed with the brand and its numbers. A run that is replaced is deleted first.

import type pg from 'pg';
import { bindings, ofBrands } from '../../database/bindings.js';
import { copyIn } from '../../database/copy/copy-in.js';
import { plainLiteral } from '../../database/copy/literal.js';
import type { AdmittedRun } from '../admit/changes.js';
import type { Rows } from '../prepare/draft.js';
import { Bytes, column, type Sheet } from '../prepare/sheet.js';
import type { RunKey } from './lookups.js';
import type { RowNumbers } from './numbering.js';

/** Large enough to be worth a message, small enough to overlap building a chunk with the database reading the previous one. */
const chunkBytes = 65_536;

/** The rows of a batch and the numbers of what they name. */
export interface NumberedRows extends Rows {
  /** Parallel to `cited`. */
  readonly urlNumbers: RowNumbers;
  /** Parallel to `issued`. */
  readonly queryNumbers: RowNumbers;
}

export async function insertRuns(
  client: pg.ClientBase,
  runs: readonly AdmittedRun[],
  { runs: sheet, queryNumbers }: NumberedRows,
): Promise<void> {
  const target = `run (id, prompt_id, created_at, model, provider, web_search_enabled, market, citation_count,
    companies, sentiments, positions, queries, brand_id)`;
  const chunks = chunksOf(runs, (into, { draft, brandId, companies, sentiments, positions }) => {
    const queries = queryNumbers.subarray(draft.issuedFrom, draft.issuedTo);
    addRow(into, sheet, draft.row);
    into.text(`\t{${companies}}\t{${sentiments}}\t{${positions}}\t{${queries}}\t${column(brandId)}\n`);
  });
  await copyIn(client, target, chunks);
}

export async function insertAnswers(client: pg.ClientBase, runs: readonly AdmittedRun[], { answers: sheet }: Rows) {
  const chunks = chunksOf(runs, (into, { draft, brandId, assessments }) => {
    addRow(into, sheet, draft.row);
    into.text(`${assessments === null ? '' : `\t${column(assessments)}`}\t${column(brandId)}\n`);
  });
  await copyIn(client, 'answer (run_id, text, web_queries, assessments, brand_id)', chunks);
}

/** Inserts the citations of all `runs`. */
export async function insertCitations(
  client: pg.ClientBase,
  runs: readonly AdmittedRun[],
  { citations: sheet, urlNumbers }: NumberedRows,
): Promise<void> {
  const citing = runs.filter(({ draft }) => draft.citedTo > draft.citedFrom);
  if (citing.length === 0) return;
  const chunks = chunksOf(citing, (into, { draft, brandId }) => {
    const end = `\t${column(brandId)}\n`;
    for (let row = draft.citedFrom; row < draft.citedTo; row++) {
      addRow(into, sheet, row);
      into.text(`\t${urlNumbers[row] ?? 0}${end}`);
    }
  });
  await copyIn(client, 'citation (run_id, index, url, title, url_id, brand_id)', chunks);
}

/** Deletes runs with their answers and citations. */
export async function deleteRuns(client: pg.ClientBase, runs: readonly RunKey[]): Promise<void> {
  const { values, bind } = bindings();
  const isOurs = ofBrands(
    runs.map(({ brandId }) => brandId),
    bind,
  );
  const ids = bind(plainLiteral(runs.map(({ id }) => id)));
  const pairs = bind(runs.map(({ id, brandId }) => id + brandId));
  // Not joined to the runs: a planner without statistics may compare each row of the brand with each of them. All ids have one length.
  const isGone = (id: string) =>
    `${isOurs('brand_id')} and ${id} = any(${ids}::uuid[]) and ${id}::text || brand_id = any(${pairs}::text[])`;
  await client.query(
    `with citations as (delete from citation where ${isGone('run_id')}),
       answers as (delete from answer where ${isGone('run_id')})
     delete from run where ${isGone('id')}`,
    values,
  );
}

function addRow(into: Bytes, { bytes, ends }: Sheet, row: number): void {
  into.bytes(bytes, ends[row - 1] ?? 0, ends[row] ?? 0);
}

/** The bytes that `addRun` adds of each run, in chunks. */
function* chunksOf(
  runs: readonly AdmittedRun[],
  addRun: (into: Bytes, run: AdmittedRun) => void,
): Generator<Uint8Array> {
  const bytes = new Bytes();
  for (const run of runs) {
    addRun(bytes, run);
    if (bytes.length >= chunkBytes) yield bytes.take();
  }
  if (bytes.length > 0) yield bytes.take();
}
