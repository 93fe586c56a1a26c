// A row of a CSV file as a run, with every fault that does not depend on other rows or on what is recorded. Pure.

import type { Fault } from '../../../errors.js';
import { missingMentionFaults, namedIn } from '../../prepare/mentions.js';
import { parseValue } from '../../prepare/parse.js';
import { type Columns, type Mapping, requiredFields } from './columns.js';
import type { CsvRow } from './rows.js';
import { type Cells, type CsvRun, cellsOf, type RowReader, toRun } from './to-run.js';
import { instantFault } from './values.js';

interface ReadRow {
  readonly row: CsvRow;
  readonly cells: Cells;
  /** `null`: it cannot be one. */
  readonly run: CsvRun | null;
  readonly faults: readonly Fault[];
}

interface RunMaker {
  readonly columns: Columns;
  readonly mapping: Mapping;
  readonly brandName: string | null;
  readonly reader: RowReader;
  readonly idOf: (cells: Cells, row: CsvRow) => string;
}

/** The run of a row, and its faults but those that depend on other rows and on what is recorded. */
export function readRow(row: CsvRow, { columns, mapping, brandName, reader, idOf }: RunMaker): ReadRow {
  const cells = cellsOf(row.cells, columns, mapping);
  const faults = faultsOf(row, cells);
  if (faults.length > 0) return { row, cells, run: null, faults };
  const run = toRun(cells, idOf(cells, row), reader);
  // What the recorder would say is about records, in which an instant has one form.
  const message = instantFault(cells.createdAt ?? '', reader);
  const found = faultsOfRun(run, brandName).map((each) =>
    each.field === 'createdAt' ? { field: 'createdAt', message } : each,
  );
  return { row, cells, run, faults: found };
}

/** Why a record would be rejected, whatever else is recorded. */
export function faultsOfRecord(record: Readonly<Record<string, unknown>>): readonly Fault[] {
  const parsed = parseValue(record);
  return 'faults' in parsed ? parsed.faults : [];
}

function faultsOfRun(run: CsvRun, name: string | null): readonly Fault[] {
  const parsed = parseValue(run);
  if ('faults' in parsed) return parsed.faults;
  if (parsed.record.type !== 'run') return [];
  const message = `competitorsMentioned must not name the brand itself, ${JSON.stringify(name)}.`;
  const brandFaults =
    name !== null && namedIn(parsed.record).includes(name) ? [{ field: 'competitorsMentioned', message }] : [];
  return [...missingMentionFaults(parsed.record), ...brandFaults];
}

/** Faults of the row itself: it cannot be read, or lacks what every run has. */
function faultsOf(row: CsvRow, cells: Cells): readonly Fault[] {
  if (row.faults.length > 0) return row.faults;
  const missing = requiredFields.filter((field) => cells[field] === undefined);
  return missing.map((field) => ({ field, message: `${field} is blank: every answer needs one.` }));
}
