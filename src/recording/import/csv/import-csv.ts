// A CSV file as the lines of a recording: what the rows refer to and is not recorded yet, and a run for each row.

import { deriverOf } from '../../../domain/names/derive.js';
import type { Fault } from '../../../errors.js';
import type { NamedCompany } from '../../prepare/mentions.js';
import { contentId } from '../content-id.js';
import type { Registered } from '../registered.js';
import type { TracedLine } from '../traced.js';
import { joinCitations } from './citation-rows.js';
import { type Columns, columnsOf, type Mapping } from './columns.js';
import type { DateReader } from './date-format.js';
import { openText } from './encoding.js';
import { type Cells, faultsOfRecord, type RowReader, readRow, statedId } from './read-row.js';
import { type CsvRow, rowsOf } from './rows.js';
import { textsOf } from './values.js';

/** What is to be imported, and for whom. */
interface CsvImport {
  readonly brandId: string;
  readonly mapping: Mapping;
  readonly registered: Registered;
  /** To register the brand with, where it is not recorded yet. Without a name, one that is recorded stays as it is, and another is named by its id. */
  readonly organization: { readonly id: string; readonly name: string | null } | null;
  readonly brandName: string | null;
  /** Competitors to register. */
  readonly competitors: readonly string[];
  /** Of dates and times without an offset: an IANA name. */
  readonly timeZone: string;
  readonly dates: DateReader;
  /** Of rows that name none. */
  readonly provider: string;
  /** The name of the encoding of the file; `null`: it is detected. */
  readonly encoding: string | null;
  /** The prompts of those runs of the brand that are recorded, by the ids of the runs. */
  readonly promptsOfRuns: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The columns that were recognized, and then the lines. */
export interface CsvLines {
  readonly encoding: string;
  readonly heading: readonly string[];
  readonly columns: Columns;
  /** Each has its row as its origin, but for what rows need. */
  readonly lines: AsyncGenerator<TracedLine>;
}

/** Reads the heading of `input`. Throws where the brand is not known, or a column is missing. */
export async function openCsv(input: AsyncIterable<Buffer>, given: CsvImport): Promise<CsvLines> {
  const references = referencesOf(given);
  const text = await openText(input, given.encoding);
  const rows = rowsOf(text);
  const { value: first } = await rows.next();
  if (!first) throw new Error('The file is empty: its first line must name the columns.');
  const [fault] = first.faults;
  if (fault) throw new Error(`The first line must name the columns, and cannot be read. ${fault.message}`);
  const heading = first.cells;
  const columns = columnsOf(heading, given.mapping);
  if ('length' in columns) throw new Error(columns.join('\n'));
  const lines = linesOf(joinCitations(rows, columns), { ...given, columns, references });
  return { encoding: text.encoding, heading, columns, lines };
}

type Line = Readonly<Record<string, unknown>>;

function referencesOf(given: CsvImport): readonly Line[] {
  const { brandId, registered, organization, brandName } = given;
  const tracked = newCompetitors(given).map((name) => {
    return { type: 'competitor', brandId, name, ...registered.untracked.get(name) };
  });
  const owner = registered.brand?.organizationId;
  if (owner !== undefined && owner !== (organization?.id ?? owner))
    throw new Error(`The brand "${brandId}" belongs to the organization "${owner}", not to "${organization?.id}".`);
  if (owner !== undefined) return tracked;
  if (!organization || brandName === null)
    throw new Error(
      `There is no brand "${brandId}": give --brand-name and --org to register it, or the id of a recorded brand.`,
    );
  const { id, name } = organization;
  const isKept = registered.hasOrganization && name === null;
  return [
    ...(isKept ? [] : [{ type: 'organization', id, name: name ?? id }]),
    { type: 'brand', id: brandId, organizationId: id, name: brandName },
    ...tracked,
  ];
}

/** The competitors to register that are not the brand or a competitor of it in any case, each once. */
function newCompetitors({ registered, competitors }: CsvImport): readonly string[] {
  const known = new Set(registered.companies.map(({ name }) => name.toLowerCase()));
  return competitors.filter((name) => !known.has(name.toLowerCase()) && known.add(name.toLowerCase()));
}

interface Opened extends CsvImport {
  readonly columns: Columns;
  readonly references: readonly Line[];
}

async function* linesOf(rows: AsyncGenerator<CsvRow>, opened: Opened): AsyncGenerator<TracedLine> {
  const { brandId, registered } = opened;
  for (const record of opened.references) yield { record, origin: null };
  const registeredKeys = new Set([
    ...[...registered.models.values()].map((id) => keyOf({ type: 'model', id })),
    ...[...registered.promptIds].map((id) => keyOf({ type: 'prompt', id })),
  ]);
  const companies = companiesOf(opened).map(({ name }) => name);
  const reader: RowReader = {
    ...opened,
    brandName: registered.brand?.name ?? opened.brandName,
    idOf: runIds(opened),
    derive: deriverOf(companiesOf(opened)),
    names: companies,
    spelled: spelledAs(companies),
    promptOf: (text) => promptId(text, opened),
    modelOf: (name) => modelId(name, registered),
  };
  const known = new Map<string, KnownRun>();
  for await (const some of batched(rows)) {
    const read = some.map((row) => readRow(row, reader));
    const stated = read.flatMap(({ cells, run }) => (cells.id === undefined || !run ? [] : run.id));
    const recorded = stated.length > 0 ? await opened.promptsOfRuns(stated) : new Map<string, string>();
    for (const { row, cells, run, faults: found } of read) {
      const { line, bytes } = row;
      const earlier = run && known.get(run.id);
      const promptId = run && (earlier?.promptId ?? recorded.get(run.id));
      const content = cells.id === undefined ? '' : contentId('content', cells);
      const faults = [
        ...found,
        ...(promptId && promptId !== run.promptId ? [movedFault] : []),
        ...(earlier && earlier.promptId === run?.promptId && earlier.content !== content ? [otherFault(earlier)] : []),
      ];
      const needed = namedBy(cells, reader, brandId).filter((each) => !registeredKeys.has(keyOf(each)));
      const all = [...faults, ...needed.flatMap(faultsOfRecord)];
      if (!run || all.length > 0) {
        // The recorder rejects what has only a type; the reasons are those of the row. What only such rows name is not registered.
        yield { record: { type: 'run' }, origin: { line, bytes, faults: all } };
        continue;
      }
      if (cells.id !== undefined) known.set(run.id, { promptId: run.promptId, content, line });
      for (const each of needed) registeredKeys.add(keyOf(each));
      for (const record of [...needed, run]) yield { record, origin: { line, bytes, faults } };
    }
  }
}

const movedFault: Fault = {
  field: 'id',
  message: 'id is that of an answer to another prompt: an answer cannot change its prompt.',
};

/** A run of an earlier row that stated its id. */
interface KnownRun {
  readonly promptId: string;
  /** Equal for equal cells. */
  readonly content: string;
  readonly line: number;
}

function otherFault({ line }: KnownRun): Fault {
  const message = `id is that of another answer, in line ${line}: an id stands for one answer. Correct it, or leave the column out with --ignore.`;
  return { field: 'id', message };
}

const batchRows = 500;

async function* batched(rows: AsyncGenerator<CsvRow>): AsyncGenerator<readonly CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    if (batch.push(row) < batchRows) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Spaces around a text make no other prompt, unless one is recorded with them. */
function promptId(text: string, { brandId, registered: { prompts } }: CsvImport): string {
  return prompts.get(text) ?? prompts.get(text.trim()) ?? contentId('prompt', brandId, text.trim());
}

/** A name in any case as it is recorded; one that is not stays as it is. */
function spelledAs(names: readonly string[]): (name: string) => string {
  const recorded = new Set(names);
  const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (name) => (recorded.has(name) ? name : (byLowerCase.get(name.toLowerCase()) ?? name));
}

function modelId(name: string, { models }: Registered): string {
  const label = name.trim().toLowerCase();
  return models.get(label) ?? label.replace(/\s+/g, '-');
}

/** What the rows that name no provider have, unless another is given. */
export const defaultProvider = 'csv';

/** The id of the run of a row: the one that it states, or one of its cells and of what is said of all rows. Rows with equal cells are different runs. */
function runIds({ brandId, provider, mapping }: CsvImport): (cells: Cells, row: CsvRow) => string {
  const said = { ...(provider === defaultProvider ? {} : { provider }), ...mapping.values };
  const ofAll = Object.entries(said).sort();
  const copies = new Map<string, number>();
  return ({ id }, row) => {
    if (id !== undefined) return statedId(id, brandId);
    const key = contentId('row', brandId, row.cells, ...ofAll);
    const copy = copies.get(key) ?? 0;
    copies.set(key, copy + 1);
    return contentId('run', key, copy);
  };
}

function companiesOf(given: CsvImport): readonly NamedCompany[] {
  const { registered, brandName } = given;
  const brand = registered.brand || brandName === null ? [] : [{ id: 0, name: brandName, names: [brandName] }];
  const last = registered.companies.at(-1)?.id ?? 0;
  const added = newCompetitors(given).map((name, place) => {
    return { id: last + 1 + place, name, names: [name, ...(registered.untracked.get(name)?.aliases ?? [])] };
  });
  return [...brand, ...registered.companies, ...added];
}

/** A model or a prompt. */
interface Reference extends Line {
  readonly type: 'model' | 'prompt';
  readonly id: string;
}

function keyOf({ type, id }: Pick<Reference, 'type' | 'id'>): string {
  return `${type} ${id}`;
}

/**
 * The model and the prompt of a row, as they are registered. A prompt is by its text, with the tags of the row where it comes first; one that is recorded
 * stays as it is, whatever its text is now.
 */
function namedBy({ model = '', prompt, tags }: Cells, reader: RowReader, brandId: string): readonly Reference[] {
  const [label, text] = [model.trim(), prompt?.trim()];
  const ofPrompt = { brandId, text, tags: tags === undefined ? [] : textsOf(tags) };
  return [
    ...(label === '' ? [] : [{ type: 'model', id: reader.modelOf(label), label } as const]),
    ...(prompt === undefined ? [] : [{ type: 'prompt', id: reader.promptOf(prompt), ...ofPrompt } as const]),
  ];
}
