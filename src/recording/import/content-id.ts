// Ids of imported records that have none of their own: the same content always has the same id, so that an import can be repeated.

import { hash } from 'node:crypto';

/** The id of what consists of `parts`. */
export function contentId(...parts: readonly unknown[]): string {
  return uuidFrom(JSON.stringify(parts));
}

/** A UUID (version 8, RFC 9562) made from the SHA-256 of a text. */
export function uuidFrom(text: string): string {
  const digits = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-8$3-${variant}$4-$5`);
}
