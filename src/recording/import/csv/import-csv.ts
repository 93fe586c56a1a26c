// A CSV file as the lines of a recording: what the rows refer to and is not recorded yet, and a run for each row.

import type { Fault } from '../../../errors.js';
import { deriverOf } from '../../prepare/derive.js';
import type { NamedCompany } from '../../prepare/mentions.js';
import { contentId } from '../content-id.js';
import type { Registered } from '../registered.js';
import { type Columns, columnsOf, type Mapping, requiredFields } from './columns.js';
import { type CsvRow, rowsOf } from './rows.js';
import { type Cells, cellsOf, type RowReader, statedId, toRun } from './to-run.js';
import { textsOf } from './values.js';

/** What is to be imported, and for whom. */
interface CsvImport {
  readonly brandId: string;
  readonly mapping: Mapping;
  readonly registered: Registered;
  /** To register the brand with, where it is not recorded yet. */
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly brandName: string | null;
  /** Competitors to register. */
  readonly competitors: readonly string[];
  /** Of dates and times without an offset: an IANA name. */
  readonly timeZone: string;
  /** Of rows that name none. */
  readonly provider: string;
}

/** One line of the recording: a record, and the row that it comes from. */
export interface ImportLine {
  readonly record: Readonly<Record<string, unknown>>;
  /** `null`: from none; it is needed by rows. */
  readonly row: CsvRow | null;
  /** What is wrong with the row itself. */
  readonly faults: readonly Fault[];
}

/** The columns that were recognized, and then the lines. */
export interface CsvLines {
  readonly heading: readonly string[];
  readonly columns: Columns;
  readonly lines: AsyncGenerator<ImportLine>;
}

/** Reads the heading of `input`. Throws where the brand is not known, or a column is missing. */
export async function openCsv(input: AsyncIterable<Buffer>, given: CsvImport): Promise<CsvLines> {
  const references = referencesOf(given);
  const rows = rowsOf(input);
  const { value: first } = await rows.next();
  if (!first) throw new Error('The file is empty: its first line must name the columns.');
  const heading = first.cells;
  const columns = columnsOf(heading, given.mapping);
  if ('length' in columns) throw new Error(columns.join('\n'));
  return { heading, columns, lines: linesOf(rows, { ...given, heading, columns, references }) };
}

type Line = Readonly<Record<string, unknown>>;

function referencesOf({ brandId, registered, organization, brandName, competitors }: CsvImport): readonly Line[] {
  const tracked = competitors.map((name) => ({ type: 'competitor', brandId, name }));
  const known = new Set(registered.companies.map(({ name }) => name));
  if (registered.brand) return tracked.filter(({ name }) => !known.has(name));
  if (!organization || brandName === null)
    throw new Error(
      `There is no brand "${brandId}": give --brand-name and --org to register it, or the id of a recorded brand.`,
    );
  return [
    { type: 'organization', ...organization },
    { type: 'brand', id: brandId, organizationId: organization.id, name: brandName },
    ...tracked,
  ];
}

interface Opened extends CsvImport {
  readonly heading: readonly string[];
  readonly columns: Columns;
  readonly references: readonly Line[];
}

async function* linesOf(rows: AsyncGenerator<CsvRow>, opened: Opened): AsyncGenerator<ImportLine> {
  const { brandId, registered, columns, mapping, heading } = opened;
  for (const record of opened.references) yield { record, row: null, faults: [] };
  const prompts = new Map(registered.prompts);
  const models = new Map(registered.models);
  const reader: RowReader = {
    ...opened,
    derive: deriverOf(companiesOf(opened)),
    promptOf: (text) => prompts.get(text) ?? '',
    modelOf: (name) => models.get(name.trim().toLowerCase()) ?? '',
  };
  const idOf = runIds(brandId);
  for await (const row of rows) {
    const cells = cellsOf(row.cells, columns, mapping);
    const faults = faultsOf(row, cells, heading);
    if (faults.length > 0) {
      // The recorder rejects what has only a type; the reasons are those of the row.
      yield { record: { type: 'run' }, row, faults };
      continue;
    }
    for (const record of [newModel(cells, models), newPrompt(cells, prompts, brandId)])
      if (record) yield { record, row, faults };
    yield { record: toRun(cells, idOf(cells, row), reader), row, faults };
  }
}

/** The id of the run of a row: the one that it states, or one of its cells. Rows with equal cells are different runs. */
function runIds(brandId: string): (cells: Cells, row: CsvRow) => string {
  const copies = new Map<string, number>();
  return ({ id }, row) => {
    if (id !== undefined) return statedId(id, brandId);
    const key = contentId('row', brandId, row.cells);
    const copy = copies.get(key) ?? 0;
    copies.set(key, copy + 1);
    return contentId('run', key, copy);
  };
}

function companiesOf({ registered, brandName, competitors }: CsvImport): readonly NamedCompany[] {
  const { companies } = registered;
  const known = new Set(companies.map(({ name }) => name));
  const brand = registered.brand || brandName === null ? [] : [{ id: 0, name: brandName, names: [brandName] }];
  const added = competitors.filter((name) => !known.has(name));
  return [...brand, ...companies, ...added.map((name) => ({ id: -1, name, names: [name] }))];
}

/** A prompt is registered by its text, with the tags of the row where it comes first; one that is recorded stays as it is. */
function newPrompt({ prompt, tags }: Cells, prompts: Map<string, string>, brandId: string): Line | null {
  if (prompt === undefined || prompts.has(prompt)) return null;
  const id = contentId('prompt', brandId, prompt);
  prompts.set(prompt, id);
  return { type: 'prompt', id, brandId, text: prompt, tags: tags === undefined ? [] : textsOf(tags) };
}

function newModel({ model }: Cells, models: Map<string, string>): Line | null {
  const label = model?.trim() ?? '';
  if (label === '' || models.has(label.toLowerCase())) return null;
  const id = label.toLowerCase().replace(/\s+/g, '-');
  models.set(label.toLowerCase(), id);
  if ([...models.values()].filter((each) => each === id).length > 1) return null;
  return { type: 'model', id, label };
}

/** Faults that the recorder cannot tell: a row with more or fewer cells than the heading, and one without what every run has. */
function faultsOf(row: CsvRow, cells: Cells, heading: readonly string[]): readonly Fault[] {
  if (row.cells.length !== heading.length)
    return [
      {
        field: null,
        message: `The row has ${row.cells.length} cells, but the heading has ${heading.length}: put texts that contain the divider or a line end in double quotes.`,
      },
    ];
  const missing = requiredFields.filter((field) => cells[field] === undefined);
  return missing.map((field) => ({ field, message: `${field} is blank: every answer needs one.` }));
}
