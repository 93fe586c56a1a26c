// Where an export goes: standard output, or a file that bears its name only once it is whole and on the disk.

import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface Target {
  /** A path, or `-` for standard output. */
  readonly path: string;
  readonly gzip: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Writes `pieces`, and leaves nothing of a file that did not become whole; what bore its name before then still does. */
export async function writeTo(target: Target, pieces: AsyncIterable<Buffer>): Promise<void> {
  if (target.path === '-') return pour(pieces, process.stdout, target);
  const path = await realpath(target.path).catch(() => target.path);
  // A device or a named pipe is written to as it is.
  if (await isSpecial(path)) return pour(pieces, createWriteStream(path), target);
  const draft = `${path}.partial`;
  try {
    await pour(pieces, createWriteStream(draft, { mode: 0o600, flush: true }), target);
    await rename(draft, path);
    await using folder = await open(dirname(path));
    await folder.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function pour(pieces: AsyncIterable<Buffer>, to: NodeJS.WritableStream, { gzip, signal }: Target): Promise<void> {
  const options = { end: to !== process.stdout, ...(signal ? { signal } : {}) };
  if (gzip) await pipeline(pieces, createGzip(), to, options);
  else await pipeline(pieces, to, options);
}

async function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
}
