// Entity tags of REST responses: a hash of everything a response depends on, so that a client's copy can be confirmed without computing it.

import { hash } from 'node:crypto';
import { mayRead, type Viewer } from '../../auth/viewer.js';
import type { Subject, VersionOf } from '../../loaders/versions.js';
import type { KnownExchange } from '../exchange/exchange.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The subject of the responses under a path; `null` if its parameter is not a possible id. */
export function subjectOf(path: Readonly<Record<string, string>>): Subject | null {
  const { brandId, promptId } = path;
  if (promptId !== undefined) return uuid.test(promptId) ? { promptId } : null;
  if (brandId === undefined) return 'shared';
  const id = decoded(brandId);
  return id === null || id === '' || id.includes('\0') ? null : { brandId: id };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // malformed percent-encoding: the route itself says so
  }
}

/** The version of the data that the answer to `exchange` depends on, read by itself; `null` where there is none for this viewer. */
export async function readVersion(
  { viewer }: KnownExchange,
  subject: Subject | null,
  versionOf: VersionOf,
): Promise<string | null> {
  const found = subject === null ? null : await versionOf(subject);
  return !found || (found.brand && !mayRead(viewer, found.brand)) ? null : found.version;
}

/** The headers of the answer to `exchange` at a version of its data, in a format where it has several. Two answers with one tag are the same bytes. */
export function tagHeaders({ viewer, path, search }: KnownExchange, version: string, format: string | null) {
  const tag = hash('sha256', JSON.stringify([version, reachOf(viewer), path, search, format]), 'base64url');
  return {
    ETag: `"${tag}"`,
    'Cache-Control': 'private, no-cache',
    Vary: format === null ? 'Authorization' : 'Authorization, Accept',
  };
}

function reachOf(viewer: Viewer): unknown {
  return viewer.kind === 'admin' ? viewer.kind : [viewer.organizationId, viewer.brandIds];
}

/** Whether an `If-None-Match` header lists `etag`. */
export function isTagMatch(header: string | null, etag: string): boolean {
  return tagsOf(header).includes(etag);
}

/** Whether an `If-None-Match` header matches an existing response with `etag`: it lists the tag, or is `*`. */
export function isMatch(header: string | null, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === etag || tag === '*');
}

function tagsOf(header: string | null): readonly string[] {
  return header === null ? [] : header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
