// Looks ahead: which parts of an answer the selected fields need. Each field names its own needs beside its resolver, so
// nothing here knows the shape of an answer.

import type { GraphQLResolveInfo } from 'graphql';
import { isObjectType } from 'graphql';
import { parseResolveInfo, type ResolveTree } from 'graphql-parse-resolve-info';
import type { PagePart } from '../domain/run.js';
import type { Part } from '../domain/summary.js';

/** A part of a summary, the models' labels, or a part of a page. */
export type Need = Part | 'labels' | PagePart;

type NeedsOfArguments = (args: Readonly<Record<string, unknown>>) => readonly Need[];

/** What a selection needs, and what it needs of the window before. */
export interface Selection {
  readonly needs: ReadonlySet<Need>;
  readonly previous: Selection | null;
}

/** Extensions of a field that needs these parts whenever it is selected. */
export function needs(...parts: readonly Need[]): { needs: readonly Need[] } {
  return { needs: parts };
}

/** What the fields beneath the field that `info` is about need, through fragments, aliases, `@skip` and `@include`. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  // safe because without options the tree of the field itself is returned
  const tree = parseResolveInfo(info) as ResolveTree | null;
  return collect(tree ? [tree] : [], info);
}

/** The arguments of the fields called `name` that are selected right beneath the field that `info` is about. */
export function argumentsBeneath(info: GraphQLResolveInfo, name: string): readonly ResolveTree['args'][] {
  // safe because without options the tree of the field itself is returned
  const tree = parseResolveInfo(info) as ResolveTree | null;
  return Object.values(tree?.fieldsByTypeName ?? {})
    .flatMap((fields) => Object.values(fields))
    .filter((field) => field.name === name)
    .map(({ args }) => args);
}

function collect(trees: readonly ResolveTree[], info: GraphQLResolveInfo): Selection {
  const found = new Set<Need>();
  const previous: ResolveTree[] = [];
  const visit = (tree: ResolveTree) => {
    for (const [typeName, fields] of Object.entries(tree.fieldsByTypeName)) {
      for (const field of Object.values(fields)) {
        for (const need of needsOf(typeName, field, info)) found.add(need);
        if (field.name === 'previous') previous.push(field);
        else visit(field);
      }
    }
  };
  for (const tree of trees) visit(tree);
  return { needs: found, previous: previous.length === 0 ? null : collect(previous, info) };
}

function needsOf(typeName: string, { name, args }: ResolveTree, { schema }: GraphQLResolveInfo): readonly Need[] {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  // safe because only fields of this schema write this extension, `needs` or a function of their arguments
  const found = field?.extensions.needs as readonly Need[] | NeedsOfArguments | undefined;
  return typeof found === 'function' ? found(args) : (found ?? []);
}
