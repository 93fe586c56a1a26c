// Which column of a CSV file is which field of a run: stated by the user, or recognized by its heading. Pure.

import { distance } from 'fastest-levenshtein';
import { ownValue } from '../../../own-value.js';

/** The fields that a column may fill, with headings by which they are recognized (lower case, without blanks and punctuation). */
const headings = {
  id: ['id', 'runid', 'answerid', 'responseid'],
  prompt: ['prompt', 'prompttext', 'question', 'query', 'keyword'],
  model: ['model', 'platform', 'engine', 'llm', 'aimodel', 'aiplatform', 'chatbot'],
  provider: ['provider', 'source', 'scraper'],
  createdAt: ['createdat', 'date', 'datetime', 'timestamp', 'time', 'rundate', 'askedat'],
  answer: ['answer', 'response', 'answertext', 'responsetext', 'output', 'aianswer', 'airesponse'],
  citations: ['citations', 'citedurls', 'citationurls', 'sources', 'sourceurls', 'urls', 'links', 'references'],
  /** Of files with a row for each: the others of an answer stand in the rows beside it. */
  citation: ['citation', 'citationurl', 'citedurl', 'citedpage', 'sourceurl', 'referenceurl', 'citationlink'],
  citationTitle: ['citationtitle', 'citedtitle', 'sourcetitle', 'referencetitle'],
  webQueries: ['webqueries', 'searchqueries', 'searches', 'queryfanout', 'fanoutqueries'],
  webSearchEnabled: ['websearchenabled', 'websearch'],
  market: ['market', 'country', 'region', 'locale', 'location'],
  brandMentioned: ['brandmentioned', 'mentioned', 'ismentioned', 'brandpresent', 'visible'],
  competitorsMentioned: ['competitorsmentioned', 'competitors', 'mentionedcompetitors', 'othermentions'],
  sentiment: ['sentiment', 'brandsentiment'],
  position: ['position', 'brandposition', 'rank', 'ranking'],
  tags: ['tags', 'tag', 'topic', 'topics', 'category'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CsvField = keyof typeof headings;

export const csvFields = Object.keys(headings) as readonly CsvField[]; // safe because the keys are those of the type

/** The fields without which a row is no run. */
export const requiredFields: readonly CsvField[] = ['prompt', 'model', 'createdAt'];

/** What the user stated: the heading of the column of a field, or its value in every row; and the headings that are not to be imported. */
export interface Mapping {
  readonly columns: Partial<Readonly<Record<CsvField, string>>>;
  readonly values: Partial<Readonly<Record<CsvField, string>>>;
  readonly ignored: readonly string[];
}

/** Words of a heading that speak of a field, although the heading as a whole is not known. */
const signs: Readonly<Record<string, CsvField>> = {
  ...{ citation: 'citations', citations: 'citations', cited: 'citations', source: 'citations', sources: 'citations' },
  ...{ url: 'citations', urls: 'citations', link: 'citations', links: 'citations', reference: 'citations' },
  ...{ competitor: 'competitorsMentioned', competitors: 'competitorsMentioned' },
  ...{ mention: 'brandMentioned', mentions: 'brandMentioned', mentioned: 'brandMentioned' },
  ...{ sentiment: 'sentiment', position: 'position', rank: 'position', tag: 'tags', tags: 'tags', topic: 'tags' },
};
/** So many letters may differ from a known heading. */
const maxTypingErrors = 2;

/** The place of the column of each field that has one. */
export type Columns = ReadonlyMap<CsvField, number>;

/** The columns of a file with these headings, or the sentences that say what is missing. */
export function columnsOf(heading: readonly string[], mapping: Mapping): Columns | readonly string[] {
  const { columns, values, ignored } = mapping;
  const left = new Set(ignored.flatMap((each) => placesOf(heading, each)));
  const faults: string[] = [];
  const found = new Map<CsvField, number>();
  const taken = new Set(left);
  const take = (field: CsvField, place: number) => {
    found.set(field, place);
    taken.add(place);
  };
  for (const field of csvFields) {
    const stated = columns[field];
    if (stated === undefined) continue;
    const [place] = placesOf(heading, stated);
    if (place === undefined)
      faults.push(`There is no column "${stated}" for ${field}: the file has ${listOf(heading)}.`);
    else take(field, place);
  }
  for (const field of csvFields) {
    if (found.has(field) || values[field] !== undefined) continue;
    const place = heading.findIndex((each, at) => !taken.has(at) && isKnown(field, each));
    if (place !== -1) take(field, place);
  }
  for (const field of requiredFields)
    if (!found.has(field) && values[field] === undefined && columns[field] === undefined)
      faults.push(
        `No column was recognized as ${field}: say which one it is with --column "${field}=<heading>", or give one value for all rows with --set "${field}=<value>". The file has ${listOf(heading)}.`,
      );
  for (const each of ignored)
    if (placesOf(heading, each).length === 0)
      faults.push(`There is no column "${each}" to ignore: the file has ${listOf(heading)}.`);
  if (found.has('citations') && found.has('citation'))
    faults.push(
      'The file has a column with all citations of an answer and one with a single citation: leave one of them out with --ignore.',
    );
  if (found.has('citationTitle') && !found.has('citation'))
    faults.push(
      'The titles of citations need a column of their URLs: name it with --column "citation=<heading>", or leave them out with --ignore.',
    );
  faults.push(...headingFaults(heading, found, left));
  return faults.length > 0 ? faults : found;
}

/** What there is to say of headings that stand twice, and of columns that would be left out without a word. */
function headingFaults(heading: readonly string[], found: Columns, left: ReadonlySet<number>): readonly string[] {
  const used = new Set(found.values());
  const [faults, others]: [string[], string[]] = [[], []];
  for (const each of new Set(heading)) {
    const places = placesOf(heading, each);
    const isUsed = places.some((place) => used.has(place));
    if (!isUsed && places.some((place) => left.has(place))) continue;
    const field = nearestField(each);
    if (!isUsed && !field) others.push(each);
    else if (places.length > 1) faults.push(repeatedFault(each, places));
    else if (!isUsed && field) faults.push(unusedFault(each, field, heading[found.get(field) ?? -1] ?? null));
  }
  if (others.length > 0)
    faults.push(
      `Not imported, because none is known as a field: ${listOf(others)}. Name the field of one with --column "<field>=<heading>", or leave them out with ${others.map((each) => `--ignore "${each}"`).join(' ')}.`,
    );
  return faults;
}

function repeatedFault(heading: string, places: readonly number[]): string {
  const which = places.map((place) => place + 1).join(' and ');
  return `The heading "${heading}" stands ${places.length} times (columns ${which}): keep one of them, or leave them all out with --ignore "${heading}".`;
}

/** `from`: the heading that the field is taken from. */
function unusedFault(heading: string, field: CsvField, from: string | null): string {
  const leaveOut = `leave it out with --ignore "${heading}"`;
  if (from !== null)
    return `Column "${heading}" looks like ${field} and is not imported: ${field} is taken from "${from}" already; ${leaveOut}.`;
  return `Column "${heading}" looks like ${field} and is not imported: say so with --column "${field}=${heading}", or ${leaveOut}.`;
}

/** The field with this heading, else the one that a word of it speaks of, else the one whose heading it is but for a few letters. */
function nearestField(heading: string): CsvField | null {
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const name = words.join('');
  const [nearest] = csvFields
    .flatMap((field) => headings[field].map((known) => ({ field, known, errors: distance(known, name) })))
    .filter(({ known, errors }) => errors === 0 || (known.length > 2 * maxTypingErrors && errors <= maxTypingErrors))
    .sort((one, other) => one.errors - other.errors);
  if (nearest?.errors === 0) return nearest.field;
  return words.map((word) => ownValue(signs, word)).find((field) => field !== undefined) ?? nearest?.field ?? null;
}

/** The places of the columns with this heading: exactly, else in any case. */
function placesOf(heading: readonly string[], stated: string): readonly number[] {
  const places = (isIt: (each: string) => boolean) => heading.flatMap((each, place) => (isIt(each) ? place : []));
  const exact = places((each) => each === stated);
  return exact.length > 0 ? exact : places((each) => each.trim().toLowerCase() === stated.trim().toLowerCase());
}

function isKnown(field: CsvField, heading: string): boolean {
  const known: readonly string[] = headings[field];
  return known.includes(heading.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function listOf(heading: readonly string[]): string {
  return heading.map((each) => `"${each}"`).join(', ');
}
