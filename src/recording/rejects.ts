// The rejects file: the number, faults and bytes of each rejected line, as newline-delimited JSON. Existing files are never overwritten.

import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { type Fault, isCode } from '../errors.js';

/** Only its owner reads what was to be recorded. */
const secret = 0o600;

export interface RejectedLine {
  readonly line: number;
  readonly faults: readonly Fault[];
  readonly bytes: Buffer;
}

/** The destination of rejected lines. */
export interface Rejects extends AsyncDisposable {
  readonly path: string;
  /** Appends lines; they are durable once it resolves. */
  keep(lines: readonly RejectedLine[]): Promise<void>;
  /** Call it when all input was processed: the file of an earlier recording, now obsolete, is renamed. */
  complete(): Promise<void>;
}

/** Where the rejected lines of an input go: beside the file, and where it is a stream (`-`, `/dev/stdin`, `/dev/fd/63`), into the working folder. */
export function rejectsPathOf(input: string): string {
  const isStream = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/[^/]+\/fd\/\d+)$/.test(input);
  return `${isStream ? 'stdin' : input}.rejected.ndjson`;
}

/**
 * A rejects file at `path`, created with its first line. A file of an earlier or concurrent recording is renamed to `<name>.1.ndjson`,
 * `<name>.2.ndjson`, …: no rejected line is lost.
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
      if (!file && (await kindOf(path)) === 'file') await renameAside(path);
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
      return await open(path, 'ax', secret);
    } catch (error) {
      const kind = await kindOf(path);
      // A device or a folder is not renamed.
      if (!isCode(error, 'EEXIST') || kind === 'other') throw error;
      if (kind === 'file') await renameAside(path);
    }
  }
}

/** Renames the file at `path`, if any, to the first free number. The name is reserved first, because a rename overwrites. */
async function renameAside(path: string): Promise<void> {
  for (let number = 1; ; number++) {
    const aside = path.replace(/(\.ndjson)?$/, `.${number}$1`);
    try {
      await (await open(aside, 'wx', secret)).close();
    } catch (error) {
      if (isCode(error, 'EEXIST')) continue;
      throw error;
    }
    try {
      return await rename(path, aside);
    } catch (error) {
      await unlink(aside);
      if (isCode(error, 'ENOENT')) return;
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
