// GraphQL documents that are meant to hurt: deep, wide, repeated, self-referring, and about the schema itself.

import { smallWorldIds } from '../records.js';
import type { Choices } from './choices.js';

const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-08T00:00:00Z"';
const analytics = `brandAnalytics(brandId: "${smallWorldIds.brand}", ${window})`;

type Attack = (size: number) => string;

const chain = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join(' ');

const attacks: readonly Attack[] = [
  function deep(size) {
    return `{ ${analytics} ${'{ previous '.repeat(size)}{ brandId }${' }'.repeat(size)} }`;
  },
  function aliases(size) {
    return `{ ${chain(size, (at) => `a${at}: ${analytics} { totals { uniqueUrls } }`)} }`;
  },
  function windows(size) {
    return `{ ${chain(Math.min(size, 300), (at) => `a${at}: brandAnalytics(brandId: "${smallWorldIds.brand}", start: "2026-03-01T00:00:00Z", end: "2026-03-0${2 + (at % 8)}T0${at % 10}:00:00Z") { visibility { series { date } } }`)} }`;
  },
  function sameField(size) {
    return `{ ${analytics} { ${'brandId '.repeat(size)} } }`;
  },
  function fragmentBomb(size) {
    const count = 2 + (size % 30);
    return `{ ...F0 } ${chain(count, (at) => `fragment F${at} on Query { a${at}: models { id } ...F${at + 1} ...F${at + 1} }`)} fragment F${count} on Query { models { id } }`;
  },
  function fragmentCycle(size) {
    const count = 1 + (size % 50);
    return `{ ...F0 } ${chain(count, (at) => `fragment F${at} on Query { ...F${(at + 1) % count} }`)}`;
  },
  function overlapping(size) {
    const each = chain(
      Math.min(size, 200),
      (at) => `x: ${analytics} { a${at}: brandId ...on BrandAnalytics { brandName } }`,
    );
    return `{ ${each} }`;
  },
  function directives(size) {
    return `{ models ${'@include(if: true) '.repeat(size)} { id } }`;
  },
  function unknownDirectives(size) {
    return `{ models ${chain(size, (at) => `@d${at}`)} { id } }`;
  },
  function introspection(size) {
    const deep = 1 + (size % 12);
    return `{ __schema { types { ${'fields { type { '.repeat(deep)}name${' } }'.repeat(deep)} } } }`;
  },
  function typeChain(size) {
    return `{ __type(name: "Query") { fields { type { ${'ofType { '.repeat(size)}name${' }'.repeat(size)} } } } }`;
  },
  function typename(size) {
    return `{ ${chain(size, (at) => `t${at}: __typename`)} }`;
  },
  function lists(size) {
    return `{ brandAnalytics(brandId: ${'['.repeat(size)}${']'.repeat(size)}, ${window}) { brandId } }`;
  },
  function objects(size) {
    return `{ brand(id: ${'{a: '.repeat(size)}1${'}'.repeat(size)}) { id } }`;
  },
  function open(size) {
    return '{ a '.repeat(size);
  },
  function operations(size) {
    return chain(size, (at) => `query Q${at} { models { id } }`);
  },
  function variables(size) {
    return `query (${chain(size, (at) => `$v${at}: ${'['.repeat(at % 40)}Int${']'.repeat(at % 40)}`)}) { models { id } }`;
  },
  function inline(size) {
    return `{ ${'... on Query { '.repeat(size)}models { id }${' }'.repeat(size)} }`;
  },
  function comments(size) {
    return `${'#\n'.repeat(size)}{ models { id } }`;
  },
  function strings(size) {
    return `{ brand(id: """${'\\""" '.repeat(size)}""") { id } }`;
  },
  function escapes(size) {
    return `{ brand(id: "${'\\u0000\\uD800\\u{1F600}'.repeat(1 + (size % 60))}") { id } }`;
  },
  function numbers(size) {
    return `{ promptRuns(promptId: "${smallWorldIds.prompts.best}", ${window}, limit: ${'9'.repeat(size + 1)}) { data { id } } }`;
  },
  function floats(size) {
    return `{ ${analytics} { visibility { interval(level: 0.${'9'.repeat(size + 1)}) { low high } } } }`;
  },
  function texts(size) {
    const page = `promptRuns(promptId: "${smallWorldIds.prompts.best}", ${window}, limit: 100) { data { answer { text } citations { url } assessments { competitors { name } } } }`;
    return `{ ${chain(Math.min(size, 100), (at) => `p${at}: ${page}`)} }`;
  },
  function brands(size) {
    return `{ ${chain(Math.min(size, 100), (at) => `b${at}: brands { id tags runs prompts(limit: 100) { data { text } } }`)} }`;
  },
  function tags(size) {
    return `{ brandAnalytics(brandId: "${smallWorldIds.brand}", ${window}, tags: [${'"crm" '.repeat(size)}]) { brandId } }`;
  },
  function subscription() {
    return 'subscription { models { id } }';
  },
  function mutation() {
    return 'mutation { deleteEverything }';
  },
  function streaming() {
    return '{ models @stream(initialCount: 0) { id } ... @defer { brands { id } } }';
  },
];

const sizes = [1, 2, 5, 20, 100, 500, 3_000];

/** One attack, of a size. */
export function hostileDocument(choices: Choices): string {
  return choices.of(attacks)(choices.of(sizes));
}
