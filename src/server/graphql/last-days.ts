// The time zones of the windows of an operation that are of the last days: its answer is another one tomorrow, whatever its data.

import { type DocumentNode, getOperationAST, type ValueNode, visit } from 'graphql';
import { givenIn } from '../cost/field-lookup.js';

interface Asked {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What the schema reads as the time zones of those windows; none where there is none. */
type ZonesOf = (document: DocumentNode, asked: Asked) => readonly unknown[];

/** Looks for such windows once in each document. */
export function createZonesOf(): ZonesOf {
  const found = new WeakMap<DocumentNode, readonly (ValueNode | undefined)[]>();
  return (document, { operationName, variables }) => {
    const zones = found.get(document) ?? zonesIn(document);
    found.set(document, zones);
    const operation = getOperationAST(document, operationName || undefined);
    return zones.map((zone) => (zone ? givenIn(zone, operation, variables) : null));
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
