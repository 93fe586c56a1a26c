// Random GraphQL requests, made from the schema: valid ones, ones that are almost valid, and ones that are meant to hurt.

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../../src/schema/index.js';
import type { Choices } from './choices.js';
import { hostileDocument } from './hostile-documents.js';
import { jsonOf } from './requests.js';
import { hostileText, textFor } from './texts.js';

export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: unknown;
}

const query = schema.getQueryType();

/** Any GraphQL request. */
export function graphqlRequestOf(choices: Choices): GraphQLRequest {
  const kind = choices.below(10);
  if (kind < 5) return validRequest(choices);
  if (kind < 8) return damaged(choices, validRequest(choices));
  return { query: hostileDocument(choices) };
}

/** A document that validates; a value in it may still be refused. */
export function validRequest(choices: Choices): GraphQLRequest {
  if (!query) throw new Error('The schema has no query.');
  const writer = new Writer(choices);
  const fields = Array.from({ length: 1 + choices.below(3) }, (_, index) => {
    const field = choices.of(Object.values(query.getFields()));
    return `f${index}: ${writer.field(field, 0)}`;
  });
  const declared = writer.declared.length > 0 ? `(${writer.declared.join(', ')})` : '';
  return {
    query: [`query Q${declared} { ${fields.join(' ')} }`, ...writer.fragments].join('\n'),
    variables: writer.variables,
    ...(choices.rarely(4) ? { operationName: choices.rarely(3) ? hostileText(choices) : 'Q' } : {}),
  };
}

/** Writes fields with their arguments, and collects what they refer to. */
class Writer {
  readonly variables: Record<string, unknown> = {};
  readonly declared: string[] = [];
  readonly fragments: string[] = [];
  /** Fragments by their type: spread again, and again within others, they multiply. */
  private readonly written = new Map<GraphQLNamedType, string[]>();
  private aliases = 0;

  constructor(private readonly choices: Choices) {}

  field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.filter((each) => isNonNullType(each.type) || this.choices.rarely(3));
    const args = given.map((each) => `${each.name}: ${this.argument(each)}`);
    const type = getNamedType(field.type);
    const selection = isObjectType(type) ? ` ${this.selection(type, depth)}` : '';
    return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${this.directive()}${selection}`;
  }

  private selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((each) => !isObjectType(getNamedType(each.type)));
    const fitting = depth > 5 && leaves.length > 0 ? leaves : fields;
    const chosen = depth > 5 ? fitting.slice(0, 1) : this.choices.some(fitting);
    const written = chosen.map((each) => this.repeated(each, depth + 1)).join(' ');
    const typename = this.choices.rarely(6) ? ' __typename' : '';
    const known = this.written.get(type) ?? [];
    if (known.length > 0 && this.choices.rarely(2)) return `{ ...${this.choices.of(known)} }`;
    const kind = this.choices.below(8);
    if (kind === 7) return `{ ... on ${type.name}${this.directive()} { ${written} }${typename} }`;
    if (kind !== 6) return `{ ${written}${typename} }`;
    const name = `Part${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type.name} { ${written}${typename} }`);
    this.written.set(type, [...known, name]);
    return `{ ...${name} }`;
  }

  /** A field, now and then several times under names of their own, of any length. */
  private repeated(field: GraphQLField<unknown, unknown>, depth: number): string {
    const times = this.choices.rarely(8) ? 2 + this.choices.below(4) : 1;
    if (times === 1 && !this.choices.rarely(20)) return this.field(field, depth);
    const alias = () => `a${this.aliases++}${'k'.repeat(this.choices.rarely(4) ? this.choices.below(2_000) : 0)}`;
    return Array.from({ length: times }, () => `${alias()}: ${this.field(field, depth)}`).join(' ');
  }

  private directive(): string {
    if (!this.choices.rarely(15)) return '';
    const value = this.choices.rarely(2) ? this.variable('Boolean!', this.choices.rarely(2)) : 'true';
    return ` @${this.choices.of(['include', 'skip'])}(if: ${value})`;
  }

  private argument({ name, type }: GraphQLArgument): string {
    const value = this.value(name, type);
    if (this.choices.rarely(3)) {
      return this.variable(String(type), this.choices.rarely(12) ? jsonOf(this.choices) : value);
    }
    const text = JSON.stringify(value) ?? 'null';
    return isEnumType(getNamedType(type)) ? text.replaceAll('"', '') : text;
  }

  private value(name: string, type: GraphQLArgument['type']): unknown {
    const bare = isNonNullType(type) ? type.ofType : type;
    if (isListType(bare)) return this.choices.list(3, () => this.leaf(name, getNamedType(bare)));
    return this.leaf(name, getNamedType(bare));
  }

  private leaf(name: string, type: GraphQLNamedType): unknown {
    if (isEnumType(type)) return this.choices.of(type.getValues()).name;
    if (type.name === 'Int') return this.choices.of([1, 2, 100, 0, -1, 101, 2_147_483_647]);
    if (type.name === 'Float') return this.choices.of([0.95, 0.5, 0, 1, -1, 1e-300, 0.9999999999999999, 1e308]);
    return textFor(this.choices, name);
  }

  private variable(type: string, value: unknown): string {
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${type}`);
    if (this.choices.rarely(60)) this.variables[name] = this.choices.of(['T', 'x', '9', '\u00e9']).repeat(100_000);
    else if (!this.choices.rarely(12)) this.variables[name] = value;
    return `$${name}`;
  }
}

const splinters = [
  ...['{', '}', '(', ')', '"', '"""', '$', '...', '@', ':', '!', '#', '&', '\\', '\0', '\ud800', '999e999'],
];

/** The same with one to three places of its text changed. */
function damaged(choices: Choices, request: GraphQLRequest): GraphQLRequest {
  let { query: text } = request;
  for (let left = 1 + choices.below(3); left > 0; left--) {
    const at = choices.below(text.length + 1);
    const length = choices.below(6);
    const put = choices.rarely(2) ? choices.of(splinters) : hostileText(choices).slice(0, 60);
    text = text.slice(0, at) + put + text.slice(at + length);
  }
  return { ...request, query: text };
}
