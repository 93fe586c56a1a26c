// Ids of imported records that have none of their own: the same content always has the same id, so that an import can be repeated.

import { hash } from 'node:crypto';

/** A UUID (version 8, RFC 9562) made from the SHA-256 of `parts`. */
export function contentId(...parts: readonly unknown[]): string {
  const digits = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
