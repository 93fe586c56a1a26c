// GraphQL documents with the types of their data and variables, which `npm run types` generates.

/** The text of a document, with the types of its data and variables. */
export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };

/** Beside the data of a response: sentences about what is left out. */
export const notices: unique symbol = Symbol('notices');

/** The data of a response without errors: a root field is null only with an error. */
export type Complete<Data> = { readonly [Field in keyof Data]: NonNullable<Data[Field]> } & {
  readonly [notices]?: readonly string[];
};

/** Gives a document its generated types: those of its own name. */
export function typed<Data, Variables>(text: string): Document<Data, Variables> {
  return text as Document<Data, Variables>; // safe because the types are generated from the document of that name
}

/** The arguments that select runs, with their types; with the window that is compared with; and with what else selects answers of a list. */
const runs = {
  brandId: 'ID!',
  start: 'DateTime!',
  end: 'DateTime!',
  model: 'ID',
  filter: 'RunFilter',
  tags: '[String!]',
};
const compared = { ...runs, compareStart: 'DateTime', compareEnd: 'DateTime' };
const answers = {
  ...runs,
  ...{ outcome: 'Outcome!', company: 'String', domain: 'String', url: 'String', query: 'String' },
  ...{ sentiment: 'SentimentLabel', search: 'String' },
};

type Arguments = Readonly<Record<string, string>>;

/** As a document declares them, and as it gives them to a field. */
const declare = (all: Arguments) =>
  Object.entries(all)
    .map(([name, type]) => `$${name}: ${type}`)
    .join(', ');
const give = (all: Arguments) =>
  Object.keys(all)
    .map((name) => `${name}: $${name}`)
    .join(', ');

export const declaredRuns = declare(runs);
export const givenRuns = give(runs);
export const declared = declare(compared);
export const given = give(compared);
export const declaredAnswers = declare(answers);
export const givenAnswers = give(answers);
