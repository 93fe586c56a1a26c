// Entity tags of REST responses: a hash of everything a response depends on, so that a client's copy can be confirmed without computing it.

import { hash } from 'node:crypto';
import type { Viewer } from '../../auth/viewer.js';
import type { KnownExchange } from '../exchange/exchange.js';

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
