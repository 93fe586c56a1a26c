// A chart asks for the series that it shows, by the types of the document that has all of them.

import { type FieldNode, type OperationDefinitionNode, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { trendDocument, trendOf } from '../../src/web/documents/overview.js';
import { metrics } from '../../src/web/pages/overview/metrics.js';

/** The variables and the figures that a document asks for. */
function partsOf(document: string) {
  // safe because a document of the pages is one operation, and these have no fragments
  const { variableDefinitions = [], selectionSet } = parse(document).definitions[0] as OperationDefinitionNode;
  const [field] = selectionSet.selections as readonly FieldNode[];
  return { variables: variableDefinitions.map(print), figures: field?.selectionSet?.selections.map(print) ?? [] };
}

test('the trend of a figure is one of those that its types are of', () => {
  const { variables, figures } = partsOf(trendDocument);
  const asked = metrics.map(({ value }) => partsOf(trendOf(value)));
  expect(asked.map((each) => each.variables)).toEqual(metrics.map(() => variables));
  expect(asked.map((each) => each.figures.length)).toEqual(metrics.map(() => 1));
  expect(asked.flatMap((each) => each.figures).sort()).toEqual(figures.toSorted());
});
