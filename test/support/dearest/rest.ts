// Every path of REST with its dearest parameters: each order of each list, each filter, and the whole lists as CSV.

import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { schema } from '../../../src/schema/index.js';
import { csv } from '../../../src/server/rest/export/formats.js';
import { type Route, routes } from '../../../src/server/rest/routes.js';
import type { ExtremeSize } from '../extreme-world.js';
import { dayWindows, filtersOf, longestAnswer, type Question, type Values, whole, windows } from './values.js';

/** What a route is asked with. */
interface Variant {
  readonly name: string;
  readonly values: Values;
}

/** Every question of every route about a brand of this size. */
export function restQuestions(size: ExtremeSize): readonly Question[] {
  return routes.flatMap((route) => [
    ...variantsOf(route, size).map((variant) => asked(route, variant)),
    ...exportsOf(route).map((variant) => asked(route, variant, csv.mediaType)),
  ]);
}

/** Over each window, if it takes one. */
export function plainOf(route: Route): readonly Variant[] {
  const spans = parametersOf(route).includes('start') ? Object.entries(windows) : [['', {}] as const];
  return spans.map(([name, window]) => ({ name, values: valuesOf(route, window) }));
}

/** Plain, by each order, and with each filter. */
function variantsOf(route: Route, size: ExtremeSize): readonly Variant[] {
  const names = parametersOf(route);
  const byDays = names.includes('last') ? Object.entries(dayWindows) : [];
  const filters = Object.entries(filtersOf(size)).filter(([name]) => names.includes(name));
  const ofDays = byDays.map(([name, window]) => ({
    name: `with ${name}`,
    values: { ...valuesOf(route, {}), ...window },
  }));
  const ofInstants = plainOf(route).flatMap((plain) => [
    plain,
    ...ordersOf(route).map((orderBy) => changed(plain, `by ${orderBy}`, { orderBy })),
    ...filters.map(([name, value]) => changed(plain, `with ${name}`, { [name]: value })),
  ]);
  return [...ofInstants, ...ofDays];
}

/** A whole list has no pages. */
function exportsOf(route: Route): readonly Variant[] {
  return plainOf(route).flatMap(({ name, values: { limit: _, ...values } }) =>
    ordersOf(route).map((orderBy) => changed({ name, values }, `by ${orderBy} as CSV`, { orderBy })),
  );
}

function changed({ name, values }: Variant, change: string, given: Values): Variant {
  return { name: name === '' ? change : `${name} ${change}`, values: { ...values, ...given } };
}

/** Of the path and the query string. */
function parametersOf({ path, parameters = [] }: Route): readonly string[] {
  return [...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name), ...parameters.map(({ name }) => name)];
}

function valuesOf(route: Route, window: Values): Values {
  const all = parametersOf(route);
  // Where nothing but days depends on a time zone, it would be refused beside instants.
  const isZoneOfDays = all.includes('last') && !all.includes('compare');
  const names = all.filter((name) => name !== 'timeZone' || !isZoneOfDays);
  const values = { ...whole, ...window, ...(names.includes('runId') ? longestAnswer : {}) };
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** What the list of a route can be ordered by, as the schema says. */
function ordersOf({ list }: Route): readonly string[] {
  const analytics = schema.getType('BrandAnalytics');
  const field = list === undefined || !isObjectType(analytics) ? undefined : analytics.getFields()[list];
  const type = getNamedType(field?.args.find(({ name }) => name === 'orderBy')?.type);
  return isEnumType(type) ? type.getValues().map(({ name }) => name.toLowerCase()) : [];
}

function asked({ path }: Route, { name, values }: Variant, accept = 'application/json'): Question {
  const inPath = (key: string) => path.includes(`:${key}`);
  const given = Object.entries(values).filter(([key]) => !inPath(key));
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  const filled = path.replace(/:(\w+)/g, (_, key: string) => String(values[key]));
  return { name: `${path} ${name}`, path: given.length > 0 ? `${filled}?${query}` : filled, headers: { accept } };
}
