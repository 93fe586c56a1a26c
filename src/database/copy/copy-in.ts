// Rows go into tables by COPY: what of them is ready is sent while the rest is being made.

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies rows of one of COPY's formats, in chunks of any size, into `target`, a table with its columns. */
export async function copyIn(
  client: pg.ClientBase,
  target: string,
  chunks: Iterable<Uint8Array>,
  format: 'text' | 'binary' = 'text',
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin (format ${format})`));
  const done = finished(stream);
  done.catch(() => {}); // looked at below, or thrown by `once`
  for (const chunk of chunks) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
  stream.end();
  await done;
}
