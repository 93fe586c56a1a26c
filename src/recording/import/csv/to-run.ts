// One row of a CSV file as a run record. Pure.

import { uuid } from '../../../domain/limits.js';
import type { Deriver } from '../../../domain/names/derive.js';
import type { NamedCompany } from '../../prepare/mentions.js';
import { contentId } from '../content-id.js';
import type { Columns, CsvField, Mapping } from './columns.js';
import type { DateReader } from './date-format.js';
import { citationsOf, flagOf, instantOf, labelOf, numberOf, textsOf } from './values.js';

/** What is said of a row by its cells; a blank cell says nothing. */
export type Cells = Partial<Readonly<Record<CsvField, string>>>;

export interface RowReader {
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
export interface CsvRun extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
}

/** The cells of a row, with the values that all rows have. */
export function cellsOf(row: readonly string[], columns: Columns, { values }: Mapping): Cells {
  const cells: Record<string, string> = { ...values };
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
export function toRun(cells: Cells, id: string, reader: RowReader): CsvRun {
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
