// Which column of a CSV file is which field of a run: stated by the user, or recognized by its heading. Pure.

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

/** What the user stated: the heading of the column of a field, or its value in every row. */
export interface Mapping {
  readonly columns: Partial<Readonly<Record<CsvField, string>>>;
  readonly values: Partial<Readonly<Record<CsvField, string>>>;
}

/** The place of the column of each field that has one. */
export type Columns = ReadonlyMap<CsvField, number>;

/** The columns of a file with these headings, or the sentences that say what is missing. */
export function columnsOf(heading: readonly string[], { columns, values }: Mapping): Columns | readonly string[] {
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
  return faults.length > 0 ? faults : found;
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
