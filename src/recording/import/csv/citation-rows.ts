// Files with a row for each citation: the rows of one answer, which stand together and are equal but for their citations, become one row.

import type { Fault } from '../../../errors.js';
import { contentId } from '../content-id.js';
import type { Columns } from './columns.js';
import type { CsvRow } from './rows.js';
import { citationsOfRow } from './values.js';

/** The rows of one answer so far. */
interface Group {
  readonly key: string;
  readonly rows: CsvRow[];
}

/** `rows` as they are where no column has one citation; else a row for each answer, with a JSON list in that column. */
export async function* joinCitations(rows: AsyncGenerator<CsvRow>, columns: Columns): AsyncGenerator<CsvRow> {
  const place = columns.get('citation');
  if (place === undefined) {
    yield* rows;
    return;
  }
  const seen = new Map<string, number>();
  let group: Group | null = null;
  for await (const row of rows) {
    const key = row.faults.length > 0 ? null : keyOf(row, columns);
    if (group && group.key === key) {
      group.rows.push(row);
      continue;
    }
    if (group) yield joined(group, columns, seen);
    group = key === null ? null : { key, rows: [row] };
    if (key === null) yield row;
  }
  if (group) yield joined(group, columns, seen);
}

const ofCitation = ['citation', 'citationTitle'] as const;

/** Equal for rows of one answer: all that is imported of it but the citation. */
function keyOf({ cells }: CsvRow, columns: Columns): string {
  const places = [...columns].filter(([field]) => !ofCitation.some((each) => each === field)).map(([, place]) => place);
  return contentId('answer', cells.length, ...places.map((place) => cells[place] ?? ''));
}

/** `seen`: by key, the line of the answers before. */
function joined({ key, rows }: Group, columns: Columns, seen: Map<string, number>): CsvRow {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error('A group has no row.');
  const bytes = Buffer.concat(rows.flatMap((row, at) => (at === 0 ? [row.bytes] : [lineEnd, row.bytes])));
  const earlier = seen.get(key);
  if (earlier !== undefined) return { ...last, bytes, cells: [], faults: [apartFault(earlier)] };
  seen.set(key, last.line);
  const [place, titled] = ofCitation.map((field) => columns.get(field));
  const cited: unknown[] = [];
  for (const { cells } of rows) {
    const [url = '', title = ''] = [place, titled].map((at) => (at === undefined ? '' : cells[at]));
    const citations = citationsOfRow(url, title);
    if (!citations) return { ...last, bytes, cells: [], faults: [titleFault(url, title)] };
    cited.push(...citations);
  }
  const cells = first.cells.map((cell, at) => (at === place ? JSON.stringify(cited) : cell));
  return { ...last, bytes, cells };
}

const lineEnd = Buffer.from('\n');

function apartFault(line: number): Fault {
  return {
    field: null,
    message: `This answer stands up to line ${line} already: put the rows of one answer together, or give answers that are equal an id.`,
  };
}

function titleFault(url: string, title: string): Fault {
  const given = `given was ${JSON.stringify(title.slice(0, 100))} for ${JSON.stringify(url.slice(0, 200))}.`;
  const message = `A title belongs to one URL: give each citation a row with its URL and its title, or leave the titles out with --ignore; ${given}`;
  return { field: 'citationTitle', message };
}
