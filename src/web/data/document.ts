// GraphQL documents with the types of their data and variables, which `npm run types` generates.

/** The text of a document, with the types of its data and variables. */
export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };

/** Beside the data of a response: sentences about what is left out. */
export const notices: unique symbol = Symbol('notices');

/** The data of a response without errors. */
export type Noted<Data> = Data & { readonly [notices]?: readonly string[] };

interface Declared {
  /** Variables beside those of the tag. */
  readonly also?: string;
  readonly fragments?: string;
}

type Types<Documents> = { readonly [Name in keyof Documents]: { readonly data: unknown; readonly variables: unknown } };

/** Tags that make documents of what they select, each with its generated types: those of its name. */
export function documentsOf<Documents extends Types<Documents>>() {
  type Named<Name extends keyof Documents> = Document<Documents[Name]['data'], Documents[Name]['variables']>;
  const question = <Name extends keyof Documents & string>(name: Name, variables = '', fragments = '') => {
    const head = `query ${name}${variables && `(${variables})`}`;
    // Safe because the types are generated from the document of that name.
    return tag((selection) => `${head} { ${selection} } ${fragments}`.trim() as Named<Name>);
  };
  /** Selects of the analytics of a brand, with these arguments. */
  const analytics = <Name extends keyof Documents & string>(name: Name, given: string, declared: Declared = {}) => {
    const { also, fragments } = declared;
    const ask = question(name, [given, also].filter(Boolean).join(', '), fragments);
    return tag((selection) => ask`brandAnalytics(${give(given)}) { ${selection} }`);
  };
  return { question, analytics };
}

const tag =
  <Made>(make: (text: string) => Made) =>
  (texts: TemplateStringsArray, ...parts: readonly (string | number)[]) =>
    make(String.raw(texts, ...parts));

/** The arguments that select runs, as a document declares them; with the window that is compared with; and with what else selects answers of a list. */
export const declaredRuns =
  '$brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $tags: [String!]';
export const declared = `${declaredRuns}, $compareStart: DateTime, $compareEnd: DateTime`;
const ofSources = '$domain: String, $url: String, $query: String';
export const declaredAnswers = `${declaredRuns}, $outcome: Outcome!, $company: String, ${ofSources}, $sentiment: SentimentLabel, $search: String`;

/** As a document gives what it declares to a field. */
export const give = (all: string): string => all.replace(/\$(\w+): [^,]+/g, '$1: $$$1');
