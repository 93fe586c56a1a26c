// Compiles documents that are used often, which makes them about twice as fast. Responses do not depend on it: requests for which the
// compiled form would return other messages are not executed by it. The memory of compiled forms and the time to compile are limited.

import './weak-memoize.js';
import { type DocumentNode, type ExecutionArgs, getVariableValues, Kind, type OperationDefinitionNode } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Measures, OfOperation } from '../cost/measure.js';

interface CompilingLimits {
  /** A document is compiled after this number of runs while it is in the cache, plus one for each step of its size. */
  readonly minRuns: number;
  readonly sizePerRun: number;
  /** Maximum expanded size of a document that is compiled: each unit takes up to 0.5 ms once, and up to 10 kB of memory. */
  readonly maxDocumentSize: number;
  /** Maximum total size of compiled documents; beyond it the least recently used is evicted. */
  readonly maxTotalSize: number;
}

const defaultLimits: CompilingLimits = { minRuns: 3, sizePerRun: 20, maxDocumentSize: 500, maxTotalSize: 5_000 };

/** A plugin that executes the compiled form of documents that have one; the cache of the parser makes equal documents the same object. */
export function useCompiled(measuresOf: OfOperation<Measures>): Plugin {
  const documents = createCompiledDocuments(measuresOf, defaultLimits);
  return {
    onExecute: ({ args, setExecuteFn }) => {
      const query = documents.find(args);
      if (query)
        setExecuteFn(({ rootValue, contextValue, variableValues }) => query(rootValue, contextValue, variableValues));
    },
  };
}

interface Candidate {
  readonly operation: OperationDefinitionNode;
  readonly size: number;
  runs: number;
}

/** Compiles documents as they are executed. An evicted document is counted from zero again. */
export function createCompiledDocuments(measuresOf: OfOperation<Measures>, limits: CompilingLimits) {
  const candidates = new WeakMap<DocumentNode, Candidate | null>();
  const compiled = new LRUCache<DocumentNode, CompiledQuery['query']>({
    maxSize: limits.maxTotalSize,
    dispose: (_, document) => void candidates.delete(document),
  });
  const candidateOf = ({ document, operationName }: ExecutionArgs): Candidate | null => {
    const known = candidates.get(document);
    if (known !== undefined) return known;
    const { size } = measuresOf(document, operationName ?? '');
    const found = toCandidate(document, size, limits.maxDocumentSize);
    candidates.set(document, found);
    return found;
  };
  return {
    /** The compiled form of a document; `undefined` if it has none. */
    find: (args: ExecutionArgs): CompiledQuery['query'] | undefined => {
      const candidate = candidateOf(args);
      if (!candidate || !isPlain(candidate.operation, args)) return undefined;
      const found = compiled.get(args.document);
      candidate.runs += 1;
      if (found || candidate.runs < Math.max(limits.minRuns, candidate.size / limits.sizePerRun)) return found;
      const query = compile(args);
      compiled.set(args.document, query, { size: candidate.size });
      return query;
    },
    /** The total size of compiled documents. */
    get totalSize() {
      return compiled.calculatedSize;
    },
  };
}

/** `null`: the document is never compiled. Compiled documents are cached without the name of their operation, so they have only one. */
function toCandidate(document: DocumentNode, size: number, maxSize: number): Candidate | null {
  const [operation, ...more] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'query' || more.length > 0) return null;
  return size === 0 || size > maxSize ? null : { operation, size, runs: 0 };
}

/** The compiled form would return other messages for a wrong operation name or wrong variables. */
function isPlain(
  operation: OperationDefinitionNode,
  { operationName, schema, variableValues }: ExecutionArgs,
): boolean {
  if (operationName && operationName !== operation.name?.value) return false;
  return !getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}).errors;
}

function compile({ schema, document, operationName }: ExecutionArgs): CompiledQuery['query'] {
  const result = compileQuery(schema, document, operationName ?? undefined);
  if (!isCompiledQuery(result)) throw new Error('A document could not be compiled.', { cause: result.errors });
  const { query } = result;
  return query;
}
