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

/** The variables that select runs, as a document declares them, and as it gives them to a field. */
export const declaredRuns =
  '$brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $tags: [String!]';
export const givenRuns = 'brandId: $brandId, start: $start, end: $end, model: $model, filter: $filter, tags: $tags';

/** The same with the window that is compared with. */
export const declared = `${declaredRuns}, $compareStart: DateTime, $compareEnd: DateTime`;
export const given = `${givenRuns}, compareStart: $compareStart, compareEnd: $compareEnd`;
