// What a document may ask for. It is judged as soon as it is parsed: before it is validated, before anything of it is allowed or
// refused to its viewer, and before any SQL. Judgements are remembered with the documents.

import type { Plugin } from '@envelop/core';
import { type DocumentNode, GraphQLError, type GraphQLSchema, MaxIntrospectionDepthRule, validate } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import { AppError } from '../../errors.js';
import { type Measures, measure } from './measure.js';

export interface DocumentLimits {
  readonly maxQueryCost: number;
  readonly maxQueryDepth: number;
  readonly maxQueryAliases: number;
  readonly maxQueryDirectives: number;
  readonly maxQueryTokens: number;
}

/** What a document costs, and the most that it may. */
export interface Cost {
  readonly requested: number;
  readonly limit: number;
}

export interface CostContext {
  /** Told the cost of the document as soon as it is known, also where it is refused. */
  readonly tellCost: (cost: Cost) => void;
}

export interface LimitsContext extends CostContext {
  /** Whether the document is a client's, and may be too much. */
  readonly isLimited: boolean;
  /** The longest window that is not refused. */
  readonly maxWindowDays: number;
}

interface Judgement extends Measures {
  /** What is wrong whatever the variables are. */
  readonly excesses: readonly string[];
}

/** A plugin that refuses documents beyond `limits`, all that is too much of one in one `query_too_complex`. */
export function useLimits(schema: GraphQLSchema, limits: DocumentLimits): Plugin<YogaInitialContext & LimitsContext> {
  const judged = new WeakMap<DocumentNode, Map<string, Judgement>>();
  const judge = (document: DocumentNode, operationName = ''): Judgement => {
    const known = judged.get(document) ?? new Map<string, Judgement>();
    judged.set(document, known);
    const judgement = known.get(operationName) ?? judgementOf({ schema, limits }, document, operationName);
    // A client may send any name; those that mean nothing are not kept.
    if (known.size < 10) known.set(operationName, judgement);
    return judgement;
  };
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) =>
        parseWithin(limits.maxQueryTokens, (more) => parseFn(source, { ...options, ...more })),
      );
    },
    onValidate: ({ params, context }) => {
      const document: DocumentNode = params.documentAST;
      const { operationName, variables } = context.params;
      const { excesses, costWith } = judge(document, operationName ?? '');
      const cost = { requested: costWith(variables ?? {}, context.maxWindowDays), limit: limits.maxQueryCost };
      context.tellCost(cost);
      const found = cost.requested > cost.limit ? [costExcess(cost), ...excesses] : excesses;
      if (found.length > 0 && context.isLimited) throw new AppError('query_too_complex', found.join(' '));
    },
  };
}

interface Judge {
  readonly schema: GraphQLSchema;
  readonly limits: DocumentLimits;
}

function judgementOf({ schema, limits }: Judge, document: DocumentNode, operationName: string): Judgement {
  const measures = measure(schema, document, operationName || null);
  const { depth, aliases, directives } = measures;
  const { maxQueryDepth, maxQueryAliases, maxQueryDirectives } = limits;
  const isDeep = validate(schema, document, [MaxIntrospectionDepthRule]).length > 0;
  const excesses = [
    depth > maxQueryDepth &&
      `The document nests ${figure(depth)} fields, and the limit is ${figure(maxQueryDepth)}: nest less.`,
    aliases > maxQueryAliases &&
      `The document has ${figure(aliases)} aliases, and the limit is ${figure(maxQueryAliases)}: ask in several requests.`,
    directives > maxQueryDirectives &&
      `The document has ${figure(directives)} directives, and the limit is ${figure(maxQueryDirectives)}: use fewer.`,
    isDeep && 'The document nests the lists of introspection 3 deep, and the limit is 2: nest less.',
  ];
  return { ...measures, excesses: excesses.filter((each) => each !== false) };
}

function costExcess({ requested, limit }: Cost): string {
  return `The document costs ${figure(requested)}, and the limit is ${figure(limit)}: select fewer fields, shorter lists or fewer aliases.`;
}

/** Numbers beyond what is exact come from fragments that multiply one another; nobody needs their digits. */
function figure(value: number): string {
  return value > Number.MAX_SAFE_INTEGER ? 'countless' : value.toLocaleString('en-US');
}

function parseWithin<T>(maxTokens: number, parse: (options: { maxTokens: number }) => T): T {
  try {
    return parse({ maxTokens });
  } catch (error) {
    if (error instanceof GraphQLError && /Document contains more tha[nt] \d+ tokens/.test(error.message)) {
      const message = `The document has more than ${figure(maxTokens)} tokens, which is the limit: ask in several requests.`;
      throw new AppError('query_too_complex', message);
    }
    // The parser calls itself for what is nested, and so would everything after it.
    if (error instanceof RangeError)
      throw new AppError('query_too_complex', 'The document is nested too deeply to be read: nest less.');
    throw error;
  }
}
