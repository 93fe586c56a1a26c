// Requests that have the id of a document in place of its text: Apollo's automatic persisted queries, and `documentId` of the appendix to
// GraphQL over HTTP about persisted documents. From here on, they are requests like any other.

import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { invalid, statusOf } from '../../../errors.js';
import { type HttpResponse, jsonResponse } from '../../context/http-response.js';
import type { AuthorizedContext } from '../../context/request-context.js';
import { hashOf, type PersistedDocuments } from './document-store.js';

/** Message and code by which clients know that they have to send the text: those of Apollo Server, byte by byte. */
const notFound = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } } as const;

const noDocument =
  'Send query, the text of a document, or in place of it documentId or extensions.persistedQuery with the hash of one.';

/** A plugin that finds the text of a document by its id, and registers documents that are sent with their hash once they are valid. */
export function usePersistedDocuments(documents: PersistedDocuments): Plugin<OfKey, OfKey> {
  return {
    onParams: ({ params, request, setParams, context }) => {
      const find: Find = (id) => documents.find(context.requestContext.viewer.keyId, id);
      const { documentId = documentIdIn(request), ...others }: SentParams = params;
      const sha256 = hashIn(params);
      const id = documentId === undefined || documentId === null ? sha256 : toId(documentId);
      const { query } = others;
      if (id === null && query) return;
      if (id === null) throw fault(noDocument);
      if (!query) setParams({ ...others, query: findText(find, id, sha256) });
      else if (id !== sha256) throw fault('Send query or documentId, not both.');
      else if (find(id) !== query) assertHash(id, query);
    },
    onValidate: ({ context }) => {
      const { keyId } = context.requestContext.viewer;
      const { query: text } = context.params;
      const sha256 = hashIn(context.params);
      return ({ valid }) => {
        if (valid && sha256 !== null && text) documents.register({ keyId, sha256, text });
      };
    },
  };
}

/** The response to a request for a document that is not known; `null` if `error` says anything else. */
export function notFoundResponse(error: unknown, mediaType: string): HttpResponse | null {
  if (!(error instanceof GraphQLError) || error.extensions.code !== notFound.extensions.code) return null;
  // Clients of `application/json` read errors of GraphQL only where the status is 200.
  const status = mediaType === 'application/json' ? 200 : statusOf.not_found;
  return jsonResponse(status, { errors: [notFound] }, { 'Content-Type': `${mediaType}; charset=utf-8` });
}

/** A request of a key. */
interface OfKey {
  readonly requestContext: Pick<AuthorizedContext, 'viewer'>;
}

/** Finds a document for the key of the request. */
type Find = (id: string) => string | undefined;

interface SentParams extends GraphQLParams {
  readonly documentId?: unknown;
}

/** `documentId` of a query string, which Yoga does not read. */
function documentIdIn({ method, url }: Request): string | undefined {
  if (method !== 'GET' || !url.includes('documentId=')) return undefined;
  return new URL(url).searchParams.get('documentId') ?? undefined;
}

/** The key of a `documentId`: its hash, or the id that the operator gave the document. */
function toId(documentId: unknown): string {
  if (typeof documentId === 'string' && documentId !== '') return documentId.replace(/^sha256:/, '');
  throw fault('documentId must be a string such as sha256:<hash>.');
}

/** The hash of a persisted query; `null`: the request is not about one. */
function hashIn({ extensions }: GraphQLParams): string | null {
  const { persistedQuery: given }: { readonly persistedQuery?: unknown } = extensions ?? {};
  if (given === undefined || given === null) return null;
  const { version, sha256Hash }: { readonly version?: unknown; readonly sha256Hash?: unknown } = Object(given);
  if (version === 1 && typeof sha256Hash === 'string' && sha256Hash !== '') return sha256Hash;
  throw fault('extensions.persistedQuery must have version 1 and sha256Hash, a string.');
}

/** The text of the document `id`, which must be that of `sha256` if both are given. */
function findText(find: Find, id: string, sha256: string | null): string {
  const text = find(id);
  if (sha256 !== null && sha256 !== id && (text === undefined || text !== find(sha256)))
    throw fault('documentId and extensions.persistedQuery name different documents: send one of them.');
  if (text === undefined) throw new GraphQLError(notFound.message, { extensions: notFound.extensions });
  return text;
}

function assertHash(sha256: string, query: string): void {
  if (typeof query !== 'string') return;
  const right = hashOf(query);
  if (sha256 !== right) throw fault(`sha256Hash is not the SHA-256 of query, which is ${right}.`);
}

function fault(message: string) {
  return invalid([{ field: null, message }]);
}
