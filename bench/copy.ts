// Rows into tables by COPY in its text format, a chunk at a time.

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies lines of COPY's text format into `table`. Resolves to their bytes. */
export async function copyLines(client: pg.ClientBase, table: string, lines: readonly string[]): Promise<number> {
  if (lines.length === 0) return 0;
  const stream = client.query(copyFrom(`copy ${table} from stdin`));
  let bytes = 0;
  for (let at = 0; at < lines.length; at += 1_000) {
    const chunk = Buffer.from(lines.slice(at, at + 1_000).join(''));
    bytes += chunk.length;
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return bytes;
}

/** A list as an array of COPY's text format; its elements need no quoting. */
export function list(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
