// Rows into tables by COPY in its text format, a chunk at a time.

import type pg from 'pg';
import { copyIn } from '../src/database/copy/copy-in.js';

const chunkLines = 1_000;

/** Copies lines of COPY's text format into `table`. Resolves to their bytes. */
export async function copyLines(client: pg.ClientBase, table: string, lines: readonly string[]): Promise<number> {
  const chunks = [];
  for (let at = 0; at < lines.length; at += chunkLines)
    chunks.push(Buffer.from(lines.slice(at, at + chunkLines).join('')));
  if (chunks.length > 0) await copyIn(client, table, chunks);
  return chunks.reduce((bytes, chunk) => bytes + chunk.length, 0);
}

/** A list as an array of COPY's text format; its elements need no quoting. */
export function list(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** A list of texts, none of which has a quote or a backslash. */
export function quotedList(values: readonly string[]): string {
  return list(values.map((value) => `"${value}"`));
}
