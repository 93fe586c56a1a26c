// The stored documents of REST: each parameter of a route is a variable, with the type of the argument of the schema that it is passed to.

import { type GraphQLArgument, type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { filterNames } from './parameters.js';
import { pathParameters, type Route } from './routes.js';

/** What variables within a selection are passed to. */
const typesWithin: Readonly<Record<string, string>> = { if: 'Boolean = false', bucket: 'Bucket' };

/** The name of the operation of a route. */
function nameOf({ name, field, pick, list }: Route): string {
  const source = pick ?? list ?? field;
  return name ?? `${source.charAt(0).toUpperCase()}${source.slice(1)}`;
}

/** The document of a route. */
export function documentOf(schema: GraphQLSchema, route: Route): string {
  const { field, selection, pick, list, parameters = [] } = route;
  const taken = new Set([...pathParameters(route), ...parameters].map(({ name }) => name));
  const renamed: Route['renamed'] = { ...filterNames, ...route.renamed };
  const declared = new Map<string, string>();
  for (const [, argument = '', variable = ''] of selection.matchAll(/(\w+): \$(\w+)/g))
    declared.set(variable, typesWithin[argument] ?? '');
  const passedTo = (args: readonly Pick<GraphQLArgument, 'name' | 'type'>[], above = ''): string[] =>
    args.flatMap(({ name, type }) => {
      const input = getNamedType(type);
      const path = `${above}${name}`;
      if (isInputObjectType(input)) {
        const passed = passedTo(Object.values(input.getFields()), `${path}.`);
        return passed.length === 0 ? [] : [`${name}: { ${passed.join(', ')} }`];
      }
      const variable = renamed[path] ?? name;
      if (!taken.has(variable)) return [];
      declared.set(variable, String(type));
      return [`${name}: $${variable}`];
    });
  const fieldIn = (parent: unknown, name: string, selected: string): string => {
    const args = isObjectType(parent) ? passedTo(parent.getFields()[name]?.args ?? []) : [];
    return `${name}${args.length === 0 ? '' : `(${args.join(', ')})`} { ${selected} }`;
  };
  const query = schema.getQueryType();
  const root = query?.getFields()[field];
  const inner = pick ?? list;
  const within = root && inner ? fieldIn(getNamedType(root.type), inner, selection) : selection;
  const whole = fieldIn(query, field, list === undefined ? within : `range { start end } ${within}`);
  const variables = [...declared].map(([name, type]) => `$${name}: ${type}`);
  return `query ${nameOf(route)}${variables.length === 0 ? '' : `(${variables.join(', ')})`} { ${whole} }`;
}
