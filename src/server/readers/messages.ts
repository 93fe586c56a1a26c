// What the door and a reader send each other. Everything is plain, so that it can be copied to another thread; bodies are moved.

import type { BrandReach } from '../../database/citus/brand-reach.js';
import type { AppError } from '../../errors.js';
import type { SubjectsAt } from '../../loaders/versions.js';
import type { HttpResponse } from '../context/http-response.js';
import type { AuthorizedContext, RequestContext } from '../context/request-context.js';
import type { ClientDocument } from '../graphql/persisted/document-store.js';
import type { Figures } from '../watch/metrics.js';

/** What is asked of a reader: a route of REST, by its path in the table, or a body of GraphQL or of MCP. */
export type JobKind =
  | { readonly kind: 'route'; readonly path: string; readonly mediaType: string | null; readonly isHead: boolean }
  | { readonly kind: 'graphql' | 'mcp' };

/** What a reader knows of a request as it is known at the door. */
type Known = 'viewer' | 'requestId' | 'label' | 'trace' | 'limitHeaders';

export interface Job extends Pick<AuthorizedContext, Known> {
  readonly id: number;
  readonly what: JobKind;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly receivedAt: Date;
  /** What is left of its time, in milliseconds. */
  readonly timeoutMs: number;
  readonly version: string | undefined;
  readonly named: SubjectsAt | undefined;
  readonly reach: BrandReach | undefined;
}

/** What is known of a request once its reader has read it, for the log and for the next that is the same. */
type Findings = Pick<RequestContext, 'cost' | 'operation' | 'cache' | 'question'>;

/** What is left of an `AppError`, which loses its class on the way. */
type PlainError = Pick<AppError, 'code' | 'message' | 'faults' | 'headers'>;

export interface Reply extends Pick<HttpResponse, 'status' | 'headers'> {
  readonly kind: 'reply';
  readonly id: number;
  readonly findings: Findings;
  readonly error: PlainError | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly stream: ReadableStream<Uint8Array> | null;
}

export type FromReader =
  | { readonly kind: 'ready' }
  | Reply
  | { readonly kind: 'log'; readonly line: string }
  /** Sent before the reply to the request that brought it, so that the others know it before what comes after that. */
  | { readonly kind: 'document'; readonly document: ClientDocument }
  | { readonly kind: 'figures'; readonly figures: Figures };

export type ToReader =
  | { readonly kind: 'job'; readonly job: Job }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'leave'; readonly id: number }
  /** A client sent it to another reader. */
  | { readonly kind: 'document'; readonly document: ClientDocument }
  | { readonly kind: 'end' };
