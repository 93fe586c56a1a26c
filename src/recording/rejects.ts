// Lines that were not recorded are kept: with their number, every fault and their bytes, one JSON object a line. Nothing is overwritten.

import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import type { Fault } from '../errors.js';

export interface RejectedLine {
  readonly line: number;
  readonly faults: readonly Fault[];
  readonly bytes: Buffer;
}

/** Where rejected lines go. */
export interface Rejects extends AsyncDisposable {
  readonly path: string;
  /** Keeps lines; they are on the disk when it fulfils. */
  keep(lines: readonly RejectedLine[]): Promise<void>;
  /** Call it when all input was read: a file of an earlier time that no longer holds true is set aside. */
  complete(): Promise<void>;
}

/**
 * A rejects file at `path`, created with its first line. A file that an earlier recording left there, or that a concurrent one writes, is set
 * aside as `<name>.1.ndjson`, `<name>.2.ndjson`, …: a rejected line is never lost.
 */
export function rejectsFile(path: string): Rejects {
  let file: FileHandle | null = null;
  return {
    path,
    async keep(lines) {
      if (lines.length === 0) return;
      file ??= await create(path);
      await file.appendFile(lines.map(textOf).join(''));
      await file.sync();
    },
    async complete() {
      if (!file && (await kindOf(path)) === 'file') await setAside(path);
    },
    async [Symbol.asyncDispose]() {
      await file?.close();
      file = null;
    },
  };
}

function textOf({ line, faults, bytes }: RejectedLine): string {
  const kept = isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
  return `${JSON.stringify({ line, faults, ...kept })}\n`;
}

async function create(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, 'ax');
    } catch (error) {
      const kind = await kindOf(path);
      // What is no file, a device or a folder, is not ours to move.
      if (codeOf(error) !== 'EEXIST' || kind === 'other') throw error;
      if (kind === 'file') await setAside(path);
    }
  }
}

/** Renames what is at `path`, if anything, to the first free number, which is reserved first: a rename overwrites what it finds. */
async function setAside(path: string): Promise<void> {
  for (let number = 1; ; number++) {
    const aside = path.replace(/(\.ndjson)?$/, `.${number}$1`);
    try {
      await (await open(aside, 'wx')).close();
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw error;
    }
    try {
      return await rename(path, aside);
    } catch (error) {
      await unlink(aside);
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
  }
}

async function kindOf(path: string): Promise<'file' | 'other' | 'none'> {
  return stat(path).then(
    (found) => (found.isFile() ? 'file' : 'other'),
    () => 'none',
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
