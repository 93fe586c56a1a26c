// GraphQL documents with the types of their data and variables, which `npm run types` generates.

/** The text of a document, with the types of its data and variables. */
export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };

/** Beside the data of a response: sentences about what is left out. */
export const notices: unique symbol = Symbol('notices');

/** The data of a response without errors. */
export type Noted<Data> = Data & { readonly [notices]?: readonly string[] };

/** Gives a document its generated types: those of its own name. */
export function typed<Data, Variables>(text: string): Document<Data, Variables> {
  return text as Document<Data, Variables>; // safe because the types are generated from the document of that name
}

/** The arguments that select runs, as a document declares them; with the window that is compared with; and with what else selects answers of a list. */
export const declaredRuns =
  '$brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $tags: [String!]';
export const declared = `${declaredRuns}, $compareStart: DateTime, $compareEnd: DateTime`;
const ofSources = '$domain: String, $url: String, $query: String';
export const declaredAnswers = `${declaredRuns}, $outcome: Outcome!, $company: String, ${ofSources}, $sentiment: SentimentLabel, $search: String`;

/** As a document gives what it declares to a field. */
const give = (all: string): string => all.replace(/\$(\w+): [^,]+/g, '$1: $$$1');

export const givenRuns = give(declaredRuns);
export const given = give(declared);
export const givenAnswers = give(declaredAnswers);
