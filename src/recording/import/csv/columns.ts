// Which column of a CSV file is which field of a run: stated by the user, or recognized by its heading. Pure.

import { distance } from 'fastest-levenshtein';

/** The fields that a column may fill, with headings by which they are recognized (lower case, without blanks and punctuation). */
const headings = {
  id: ['id', 'runid', 'answerid', 'responseid'],
  prompt: ['prompt', 'prompttext', 'question', 'query', 'keyword'],
  model: ['model', 'platform', 'engine', 'llm', 'aimodel', 'aiplatform', 'chatbot'],
  provider: ['provider', 'source', 'scraper'],
  createdAt: ['createdat', 'date', 'datetime', 'timestamp', 'time', 'rundate', 'askedat'],
  answer: ['answer', 'response', 'answertext', 'responsetext', 'output', 'aianswer', 'airesponse'],
  citations: ['citations', 'citedurls', 'citationurls', 'sources', 'sourceurls', 'urls', 'links', 'references'],
  webQueries: ['webqueries', 'searchqueries', 'searches', 'queryfanout', 'fanoutqueries'],
  webSearchEnabled: ['websearchenabled', 'websearch'],
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
  const { columns, values } = mapping;
  const faults: string[] = [];
  const found = new Map<CsvField, number>();
  const taken = new Set<number>();
  const take = (field: CsvField, place: number) => {
    found.set(field, place);
    taken.add(place);
  };
  for (const field of csvFields) {
    const stated = columns[field];
    if (stated === undefined) continue;
    const place = placeOf(heading, stated);
    if (place === -1) faults.push(`There is no column "${stated}" for ${field}: the file has ${listOf(heading)}.`);
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
  faults.push(...droppedFaults(heading, found, mapping));
  return faults.length > 0 ? faults : found;
}

/** A sentence for each column that looks like a field, and would be left out without a word. */
function droppedFaults(heading: readonly string[], found: Columns, { ignored }: Mapping): readonly string[] {
  const unknown = ignored.filter((each) => placeOf(heading, each) === -1);
  const places = new Set([...found.values(), ...ignored.map((each) => placeOf(heading, each))]);
  const dropped = heading.flatMap((each, place) => {
    const field = places.has(place) ? null : nearestField(each);
    if (!field) return [];
    const from = found.get(field);
    const how =
      from === undefined
        ? `say so with --column "${field}=${each}"`
        : `but ${field} is taken from "${heading[from] ?? ''}"`;
    return `Column "${each}" looks like ${field} and is not imported: ${how}, or leave it out with --ignore "${each}".`;
  });
  return [
    ...unknown.map((each) => `There is no column "${each}" to ignore: the file has ${listOf(heading)}.`),
    ...dropped,
  ];
}

function nearestField(heading: string): CsvField | null {
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const sign = words.map((word) => signs[word]).find((field) => field !== undefined);
  if (sign) return sign;
  const name = words.join('');
  const near = csvFields.find((field) =>
    headings[field].some((known) => known.length > 2 * maxTypingErrors && distance(known, name) <= maxTypingErrors),
  );
  return near ?? csvFields.find((field) => isKnown(field, heading)) ?? null;
}

function placeOf(heading: readonly string[], stated: string): number {
  const exact = heading.indexOf(stated);
  return exact === -1 ? heading.findIndex((each) => each.trim().toLowerCase() === stated.trim().toLowerCase()) : exact;
}

function isKnown(field: CsvField, heading: string): boolean {
  const known: readonly string[] = headings[field];
  return known.includes(heading.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function listOf(heading: readonly string[]): string {
  return heading.map((each) => `"${each}"`).join(', ');
}
