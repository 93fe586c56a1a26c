// The destination of an export: standard output, or a file that gets its name only once it is complete and on disk.

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

interface Target {
  /** A path, or `-` for standard output. */
  readonly path: string;
  readonly gzip: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Writes `chunks`. If that fails, no partial file is left, and an existing file of the same name is unchanged. */
export async function writeTo(target: Target, chunks: AsyncIterable<Buffer>): Promise<void> {
  if (target.path === '-') return pipe(chunks, process.stdout, target);
  const path = await realpath(target.path).catch(() => target.path);
  // A device or a named pipe is written directly.
  if (await isSpecial(path)) return pipe(chunks, createWriteStream(path), target);
  // Of its own: another export to the same file may be under way.
  const draft = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    await pipe(chunks, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }), target);
    await rename(draft, path);
    await using folder = await open(dirname(path));
    await folder.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function pipe(chunks: AsyncIterable<Buffer>, to: NodeJS.WritableStream, { gzip, signal }: Target): Promise<void> {
  const options = { end: to !== process.stdout, ...(signal ? { signal } : {}) };
  if (gzip) await pipeline(chunks, createGzip(), to, options);
  else await pipeline(chunks, to, options);
}

async function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
}
