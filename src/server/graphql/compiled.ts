// Compiles documents that come often: they run about twice as fast. What a client sees does not depend on it, so only what the
// compiled form answers in the same words is left to it. What compiled forms hold is bounded, and so is the time to make them.

import './weak-memoize.js';
import { type DocumentNode, type ExecutionArgs, getVariableValues, Kind, type OperationDefinitionNode } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { expandedSize } from '../cost/expanded-size.js';

export interface CompilingLimits {
  /** A document is compiled when it has been run so often while it was remembered, and once for each so much of its size. */
  readonly minRuns: number;
  readonly sizePerRun: number;
  /** The largest document that is compiled, by its expanded size: each unit takes up to 0.5 ms once, and holds up to 10 kB. */
  readonly maxDocumentSize: number;
  /** The sum of the sizes of all that is kept; beyond it the least recently used is forgotten. */
  readonly maxTotalSize: number;
}

const defaultLimits: CompilingLimits = { minRuns: 3, sizePerRun: 20, maxDocumentSize: 500, maxTotalSize: 5_000 };

export interface CompiledDocuments {
  /** The compiled form of the document to run; `undefined`: it has none. */
  find(args: ExecutionArgs): CompiledQuery['query'] | undefined;
  /** The sum of the sizes of all that is kept. */
  readonly totalSize: number;
}

/** A plugin that runs the compiled form of documents that have one; the parser's cache makes equal documents the same object. */
export function useCompiled(): Plugin {
  const documents = createCompiledDocuments(defaultLimits);
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

/** Compiles documents as they are run. One that was forgotten must come as often again. */
export function createCompiledDocuments(limits: CompilingLimits): CompiledDocuments {
  const candidates = new WeakMap<DocumentNode, Candidate | null>();
  const compiled = new LRUCache<DocumentNode, CompiledQuery['query']>({
    maxSize: limits.maxTotalSize,
    dispose: (_, document) => void candidates.delete(document),
  });
  const candidateOf = (document: DocumentNode): Candidate | null => {
    const known = candidates.get(document);
    if (known !== undefined) return known;
    const found = toCandidate(document, limits.maxDocumentSize);
    candidates.set(document, found);
    return found;
  };
  return {
    find: (args) => {
      const candidate = candidateOf(args.document);
      if (!candidate || !isPlain(candidate.operation, args)) return undefined;
      const found = compiled.get(args.document);
      candidate.runs += 1;
      if (found || candidate.runs < Math.max(limits.minRuns, candidate.size / limits.sizePerRun)) return found;
      const query = compile(args);
      compiled.set(args.document, query, { size: candidate.size });
      return query;
    },
    get totalSize() {
      return compiled.calculatedSize;
    },
  };
}

/** `null`: the document is never compiled. Compiled documents are remembered without the name of their operation, so they have one only. */
function toCandidate(document: DocumentNode, maxSize: number): Candidate | null {
  const [operation, ...more] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'query' || more.length > 0) return null;
  const size = Math.max(1, expandedSize(document, operation));
  return size > maxSize ? null : { operation, size, runs: 0 };
}

/** The compiled form tells of a wrong name or wrong variables in other words. */
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
