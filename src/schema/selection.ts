// Looks ahead: which parts of an answer the selected fields need. Each field names its own needs beside its resolver, so
// nothing here knows the shape of an answer.

import type { GraphQLResolveInfo } from 'graphql';
import { isObjectType } from 'graphql';
import { parseResolveInfo, type ResolveTree } from 'graphql-parse-resolve-info';
import type { Part } from '../domain/summary.js';

/** A part of a summary, the models' labels, or a part of a page of runs. */
export type Need = Part | 'labels' | 'rows' | 'total';

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

function collect(trees: readonly ResolveTree[], info: GraphQLResolveInfo): Selection {
  const found = new Set<Need>();
  const previous: ResolveTree[] = [];
  const visit = (tree: ResolveTree) => {
    for (const [typeName, fields] of Object.entries(tree.fieldsByTypeName)) {
      for (const field of Object.values(fields)) {
        for (const need of needsOf(typeName, field.name, info)) found.add(need);
        if (field.name === 'previous') previous.push(field);
        else visit(field);
      }
    }
  };
  for (const tree of trees) visit(tree);
  return { needs: found, previous: previous.length === 0 ? null : collect(previous, info) };
}

function needsOf(typeName: string, fieldName: string, { schema }: GraphQLResolveInfo): readonly Need[] {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  // safe because only `needs` writes this extension
  return (field?.extensions.needs as readonly Need[] | undefined) ?? [];
}
