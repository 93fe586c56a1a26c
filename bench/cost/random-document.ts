// A random document of the schema about one brand, with as many aliases of its fields and windows as wanted. Pure.

import { type ArgumentNode, type DocumentNode, type FieldNode, GraphQLError, Kind, parse, print, visit } from 'graphql';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { Choices } from '../../test/support/fuzz/choices.js';
import { validRequest } from '../../test/support/fuzz/documents.js';
import type { Subject } from './kinds.js';
import type { Request } from './server.js';

/** What a document is made of. */
export interface Genes {
  /** The choices of the generator. */
  readonly numbers: readonly number[];
  /** Of each field of the query. */
  readonly aliases: number;
  readonly days: number;
  /** Whether each alias has a window of its own. */
  readonly isShifted: boolean;
}

/** The generated document, its subjects and windows replaced by those of the brand. Undefined where a text in it cannot be parsed. */
export function requestOf(subject: Subject, genes: Genes): Request | undefined {
  const { query, variables } = validRequest(new Choices(genes.numbers));
  const parsed = parsedOf(query);
  if (!parsed) return undefined;
  const document = multiplied(parsed, (field, at) => aboutSubject(field, valuesOf(subject, genes, at)), genes);
  return { query: print(withoutUnused(document, valuesOf(subject, genes, 0))), variables };
}

function parsedOf(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

type Values = Readonly<Record<string, string | number | null>>;

/** Values of arguments by name; an argument with `null` is left out. */
function valuesOf({ brandId, promptId, end }: Subject, { days, isShifted }: Genes, at: number): Values {
  const last = end - (isShifted ? at * quarterMs : 0);
  return {
    brandId,
    promptId,
    id: brandId,
    start: new Date(last - days * dayMs).toISOString(),
    end: new Date(last).toISOString(),
    date: new Date(last - (isShifted ? at * dayMs : 0)).toISOString().slice(0, 10),
    limit: 100,
    first: 100,
    page: 1,
    after: null,
    model: null,
  };
}

function aboutSubject<T extends FieldNode | DocumentNode>(node: T, values: Values): T {
  const replaced: T = visit(node, {
    Argument: (argument) => {
      const value = values[argument.name.value];
      if (value === undefined) return undefined;
      return value === null ? null : { ...argument, value: literal(value) };
    },
  });
  return replaced;
}

function literal(value: string | number): ArgumentNode['value'] {
  if (typeof value === 'string') return { kind: Kind.STRING, value };
  return { kind: Kind.INT, value: String(value) };
}

function multiplied(
  document: DocumentNode,
  write: (field: FieldNode, at: number) => FieldNode,
  { aliases }: Genes,
): DocumentNode {
  return visit(document, {
    OperationDefinition: (operation) => {
      const fields = operation.selectionSet.selections.filter((each) => each.kind === Kind.FIELD);
      const selections = Array.from({ length: aliases }, (_, at) =>
        fields.map((field, index) => ({
          ...write(field, at),
          alias: { kind: Kind.NAME, value: `f${index}_${at}` } as const,
        })),
      ).flat();
      return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
    },
  });
}

/** Also replaces the arguments in fragments. */
function withoutUnused(document: DocumentNode, values: Values): DocumentNode {
  const whole = aboutSubject(document, withoutWindows(values));
  const used = new Set<string>();
  visit(whole, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  return visit(whole, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  });
}

/** Windows stay as each alias has them; fragments have none. */
function withoutWindows({ limit = 100, first = 100, page = 1 }: Values): Values {
  return { limit, first, page, after: null };
}
