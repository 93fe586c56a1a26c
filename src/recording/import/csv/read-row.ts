// A row of a CSV file as a run, with every fault that does not depend on other rows or on what is recorded. Pure.

import { uuid } from '../../../domain/limits.js';
import type { Deriver } from '../../../domain/names/derive.js';
import type { Fault } from '../../../errors.js';
import { missingMentionFaults, type NamedCompany, namedIn } from '../../prepare/mentions.js';
import { parseValue } from '../../prepare/parse.js';
import { contentId } from '../content-id.js';
import { type Columns, type CsvField, type Mapping, requiredFields } from './columns.js';
import type { DateReader } from './date-format.js';
import type { CsvRow } from './rows.js';
import { citationsOf, flagOf, instantFault, instantOf, labelOf, numberOf, textsOf } from './values.js';

/** What is said of a row by its cells; a blank cell says nothing. */
export type Cells = Partial<Readonly<Record<CsvField, string>>>;

/** How rows are read. */
export interface RowReader {
  readonly columns: Columns;
  readonly mapping: Mapping;
  readonly brandName: string | null;
  readonly idOf: (cells: Cells, row: CsvRow) => string;
  readonly timeZone: string;
  readonly dates: DateReader;
  /** The names of the brand and its competitors. */
  readonly names: readonly string[];
  /** A name as the brand or a competitor of it is recorded, where it is theirs in any case. */
  readonly spelled: (name: string) => string;
  readonly provider: string;
  /** The id of the prompt with a text. */
  readonly promptOf: (text: string) => string;
  /** The id of the model with a name. */
  readonly modelOf: (name: string) => string;
  /** Finds the brand and its competitors in an answer. */
  readonly derive: Deriver<NamedCompany>;
}

/** A run record that is not checked yet. */
interface CsvRun extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
}

interface ReadRow {
  readonly row: CsvRow;
  readonly cells: Cells;
  /** `null`: it cannot be one. */
  readonly run: CsvRun | null;
  readonly faults: readonly Fault[];
}

/** The run of a row, and its faults but those that depend on other rows and on what is recorded. */
export function readRow(row: CsvRow, reader: RowReader): ReadRow {
  const cells = cellsOf(row.cells, reader);
  const faults = faultsOf(row, cells);
  if (faults.length > 0) return { row, cells, run: null, faults };
  const run = toRun(cells, reader.idOf(cells, row), reader);
  // What the recorder would say is about records, in which an instant has one form.
  const message = instantFault(cells.createdAt ?? '', reader);
  const found = faultsOfRun(run, reader.brandName).map((each) =>
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
  const namesBrand = name !== null && namedIn(parsed.record).includes(name);
  return [...missingMentionFaults(parsed.record), ...(namesBrand ? [{ field: 'competitorsMentioned', message }] : [])];
}

/** Faults of the row itself: it cannot be read, or lacks what every run has. */
function faultsOf(row: CsvRow, cells: Cells): readonly Fault[] {
  if (row.faults.length > 0) return row.faults;
  const missing = requiredFields.filter((field) => cells[field] === undefined);
  return missing.map((field) => ({ field, message: `${field} is blank: every answer needs one.` }));
}

/** The cells of a row, with the values that all rows have. */
function cellsOf(row: readonly string[], { columns, mapping }: RowReader): Cells {
  const cells: Record<string, string> = { ...mapping.values };
  for (const [field, place] of columns) {
    const cell = row[place];
    if (cell !== undefined && cell.trim() !== '') cells[field] = cell;
  }
  return cells;
}

/**
 * The run of a row as a record to be checked.
 * Where sentiment or position is given but not who is mentioned, the mentions are derived from the answer.
 */
function toRun(cells: Cells, id: string, reader: RowReader): CsvRun {
  const { prompt = '', model = '', createdAt = '', provider, answer, webSearchEnabled = 'no' } = cells;
  return {
    type: 'run',
    id,
    promptId: reader.promptOf(prompt),
    model: reader.modelOf(model),
    provider: provider ?? reader.provider,
    createdAt: instantOf(reader.dates.read(createdAt), reader.timeZone),
    webSearchEnabled: flagOf(webSearchEnabled),
    market: cells.market ?? null,
    answer: answer ?? null,
    webQueries: cells.webQueries === undefined ? [] : textsOf(cells.webQueries),
    citations: citationsOf(cells.citations ?? cells.citation ?? ''),
    ...mentionsOf(cells, reader),
  };
}

/** The id that a row gives its run: a UUID as it is, anything else as one that is made from it. */
export function statedId(id: string, brandId: string): string {
  return uuid.test(id.trim()) ? id.trim().toLowerCase() : contentId('run', brandId, id.trim());
}

/** What is said of a brand that is not mentioned is kept, so that the contradiction is found as in any other run. */
function mentionsOf(cells: Cells, { derive, names, spelled }: RowReader): Readonly<Record<string, unknown>> {
  const mentioned = cells.brandMentioned === undefined ? null : flagOf(cells.brandMentioned);
  const listed = cells.competitorsMentioned === undefined ? null : textsOf(cells.competitorsMentioned, names);
  const competitors =
    typeof listed === 'string'
      ? listed
      : (listed?.map((each) => (typeof each === 'string' ? spelled(each) : each)) ?? null);
  const said = { sentiment: labelOf(cells.sentiment ?? ''), position: numberOf(cells.position ?? '') };
  if (said.sentiment === null && said.position === null)
    return { brandMentioned: mentioned, competitorsMentioned: competitors };
  const derived = () => derive(cells.answer ?? '').flatMap(({ company: { id, name } }) => (id === 0 ? [] : [name]));
  return {
    brandMentioned: mentioned,
    competitorsMentioned: competitors ?? derived(),
    assessments: { brand: { mentioned: mentioned !== false, ...said }, competitors: {} },
  };
}
