// Limits of documents. A document is checked as soon as it is parsed: before it is validated, before access is
// checked, and before any SQL. Then it is weighed with the stored sizes of the subjects it names, and only then executed.

import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  MaxIntrospectionDepthRule,
  type SelectionSetNode,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../../config.js';
import { AppError } from '../../errors.js';
import { costSentence, figure } from '../cost/budget.js';
import { evaluate, nothingStored } from '../cost/cost-sum.js';
import { type Measures, type OfOperation, perOperation } from '../cost/measure.js';
import { readStoredSizes } from '../cost/weigh.js';
import type { OperationContext } from './operation-context.js';

type DocumentLimits = Pick<
  Config,
  'maxQueryCost' | 'maxQueryDepth' | 'maxQueryAliases' | 'maxQueryDirectives' | 'maxQueryTokens'
>;

/** A plugin that refuses documents that exceed `limits`, with one `query_too_complex` for all exceeded limits. */
export function useLimits(
  schema: GraphQLSchema,
  limits: DocumentLimits,
  measuresOf: OfOperation<Measures>,
): Plugin<OperationContext> {
  const excessesOf = perOperation((document, operationName) => {
    const isDeep = validate(schema, document, [MaxIntrospectionDepthRule]).length > 0;
    return findExcesses(measuresOf(document, operationName), limits, isDeep);
  });
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) =>
        parseWithin(limits.maxQueryTokens, (more) => parseFn(source, { ...options, ...more })),
      );
    },
    onValidate: ({ params, context }) => {
      const { operationName, variables: given } = context.params;
      const { sum, defaults } = measuresOf(params.documentAST, operationName ?? '');
      const excesses = excessesOf(params.documentAST, operationName ?? '');
      const variables = { ...defaults, ...given };
      const { maxSeriesDays, now } = context;
      const requested = evaluate(sum, { variables, sizes: nothingStored, maxSeriesDays, now });
      const { limit } = context.budget.cost();
      // Also where it is refused; more of it may be known later.
      context.requestContext.cost = { requested, limit: limits.maxQueryCost };
      const found = requested > limit ? [costSentence({ requested, limit }), ...excesses] : excesses;
      if (found.length > 0 && context.isLimited) throw new AppError('query_too_complex', found.join(' '));
    },
    onExecute: async ({ args, context }) => {
      const measures = measuresOf(args.document, args.operationName ?? '');
      const variables = { ...measures.defaults, ...args.variableValues };
      const sizes = await readStoredSizes(context, measures, variables);
      const { maxSeriesDays, now } = context;
      context.budget.begin(evaluate(measures.sum, { variables, sizes, maxSeriesDays, now }));
    },
  };
}

/** The faults that do not depend on variables. */
function findExcesses(measures: Measures, limits: DocumentLimits, isDeep: boolean): readonly string[] {
  const { depth, aliases, directives } = measures;
  const { maxQueryDepth, maxQueryAliases, maxQueryDirectives } = limits;
  const excesses = [
    depth > maxQueryDepth &&
      `The document nests ${figure(depth)} fields, and the limit is ${figure(maxQueryDepth)}: nest less.`,
    aliases > maxQueryAliases &&
      `The document has ${figure(aliases)} aliases, and the limit is ${figure(maxQueryAliases)}: ask in several requests.`,
    directives > maxQueryDirectives &&
      `The document has ${figure(directives)} directives, and the limit is ${figure(maxQueryDirectives)}: use fewer.`,
    isDeep && 'The document nests the lists of introspection 3 deep, and the limit is 2: nest less.',
  ];
  return excesses.filter((each) => each !== false);
}

function parseWithin<T>(maxTokens: number, parse: (options: { maxTokens: number }) => T): T {
  try {
    return parse({ maxTokens });
  } catch (error) {
    if (error instanceof GraphQLError && /Document contains more tha[nt] \d+ tokens/.test(error.message)) {
      const message = `The document has more than ${figure(maxTokens)} tokens, which is the limit: ask in several requests.`;
      throw new AppError('query_too_complex', message);
    }
    // The parser is recursive, and so is everything after it.
    if (error instanceof RangeError)
      throw new AppError('query_too_complex', 'The document is nested too deeply to be parsed. Use less nesting.');
    throw error;
  }
}

/** The message of graphql-js, which aborts after half a million comparisons. */
const aborted = 'Validation aborted.';

/** Pairs of fields with the same response name within the selection sets of a document: 200 equal fields, for instance. */
const maxPairs = 20_000;

/**
 * A plugin that refuses documents whose validation needs too many comparisons: it compares all pairs of fields that have the same response name. Those of one
 * selection set are counted before anything is compared, and those that fragments add are refused when graphql-js aborts.
 */
export function useValidationWork(): Plugin {
  const counted = new WeakSet<DocumentNode>();
  return {
    onValidate: ({ params }) => {
      const document: DocumentNode = params.documentAST;
      if (!counted.has(document) && pairsOf(document) > maxPairs) throw tooMuch();
      counted.add(document);
      return ({ valid, result }) => {
        if (!valid && result.some(({ message }: { message: string }) => message === aborted)) throw tooMuch();
      };
    },
  };
}

function pairsOf(document: DocumentNode): number {
  let pairs = 0;
  visit(document, {
    SelectionSet: (set: SelectionSetNode) => {
      const seen = new Map<string, number>();
      for (const node of set.selections) {
        if (node.kind !== Kind.FIELD) continue;
        const name = node.alias?.value ?? node.name.value;
        const before = seen.get(name) ?? 0;
        pairs += before;
        seen.set(name, before + 1);
      }
    },
  });
  return pairs;
}

function tooMuch(): AppError {
  return new AppError(
    'query_too_complex',
    'The document selects fields under the same name too many times to be validated: select each field once, and spread fragments less often.',
  );
}
