// The time zones of the windows of an operation that are of the last days: its answer is another one tomorrow, whatever its data.

import { type DocumentNode, getOperationAST, Kind, type ValueNode, visit } from 'graphql';
import { ownValue } from '../../own-value.js';

interface Asked {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What the schema reads as the time zones of those windows; none where there is none. */
type ZonesOf = (document: DocumentNode, asked: Asked) => readonly unknown[];

/** Looks for such windows once in each document. */
export function createZonesOf(): ZonesOf {
  const found = new WeakMap<DocumentNode, readonly (ValueNode | undefined)[]>();
  return (document, asked) => {
    const zones = found.get(document) ?? zonesIn(document);
    found.set(document, zones);
    return zones.map((zone) => textOf(zone, document, asked));
  };
}

/** The time zone of each field that is given `last`. */
function zonesIn(document: DocumentNode): readonly (ValueNode | undefined)[] {
  const zones: (ValueNode | undefined)[] = [];
  visit(document, {
    Field: ({ arguments: given = [] }) => {
      const argumentOf = (wanted: string) => given.find(({ name }) => name.value === wanted)?.value;
      if (argumentOf('last')) zones.push(argumentOf('timeZone'));
    },
  });
  return zones;
}

/** The text that the schema reads from a value. */
function textOf(value: ValueNode | undefined, document: DocumentNode, { operationName, variables }: Asked): unknown {
  if (value?.kind === Kind.STRING) return value.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const { value: name } = value.name;
  const defined = getOperationAST(document, operationName || undefined)?.variableDefinitions;
  const otherwise = defined?.find(({ variable }) => variable.name.value === name)?.defaultValue;
  const given = ownValue(variables, name);
  if (given !== undefined) return given;
  return otherwise?.kind === Kind.STRING ? otherwise.value : null;
}
