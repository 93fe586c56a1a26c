// Entity tags: a hash of everything a response depends on, so that a client's copy can be confirmed, and a kept answer sent again, without computing it.

import { hash } from 'node:crypto';
import type { Viewer } from '../../auth/viewer.js';
import { buildDigest } from '../../root.js';
import type { HttpResponse } from '../context/http-response.js';

/** What an answer depends on. Equal keys mean equal answers. */
export interface AnswerKey {
  /** Of its data, read before the data. */
  readonly versions: string;
  /** Everything else: what is asked, by whom, in which format. */
  readonly question: string;
  readonly etag: string;
}

/** The key of the answer to a question, any list of values, that `viewer` asks at `versions` of its data. */
export function answerKey(versions: string, viewer: Viewer, question: readonly (string | null)[]): AnswerKey {
  return keyAt(versions, JSON.stringify([reachOf(viewer), ...question]));
}

/** Another build of the program may answer the same question in another way. */
const build = buildDigest();

/** The key of the same question at other versions. */
export function keyAt(versions: string, question: string, ofBuild: string = build): AnswerKey {
  return { versions, question, etag: `"${hash('sha256', `${ofBuild}\n${versions}\n${question}`, 'base64url')}"` };
}

function reachOf(viewer: Viewer): unknown {
  return viewer.kind === 'admin' ? viewer.kind : [viewer.organizationId, viewer.brandIds];
}

function tagHeaders({ key, vary }: Tagging): HttpResponse['headers'] {
  return { ETag: key.etag, 'Cache-Control': 'private, no-cache', Vary: vary };
}

/** The headers of a tagged response, without those of its tag. */
export function withoutTag({
  ETag,
  'Cache-Control': _,
  Vary,
  ...others
}: HttpResponse['headers']): HttpResponse['headers'] {
  return others;
}

/** A key as the tag of a response that depends on the request headers `vary`, for a client that has `copies`, an `If-None-Match` header. */
interface Tagging {
  readonly key: AnswerKey;
  readonly vary: string;
  readonly copies: string | null;
}

/** The response that confirms a copy of the client; `null` where it has none with this tag. */
export function confirmed(tagging: Tagging): HttpResponse | null {
  return tagsOf(tagging.copies).includes(tagging.key.etag) ? notModified(tagging) : null;
}

/** A complete response with its tag, or in its place that a copy of the client is the same. */
export function tagged(response: HttpResponse, tagging: Tagging): HttpResponse {
  if (isMatch(tagging.copies, tagging.key.etag)) return notModified(tagging);
  return { ...response, headers: { ...response.headers, ...tagHeaders(tagging) } };
}

function notModified(tagging: Tagging): HttpResponse {
  return { status: 304, headers: tagHeaders(tagging), body: null };
}

/** Whether an `If-None-Match` header matches an existing response with `etag`: it lists the tag, or is `*`. */
export function isMatch(header: string | null, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === etag || tag === '*');
}

function tagsOf(header: string | null): readonly string[] {
  return header === null ? [] : header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
