// Creates the data folder, and looks whether a file is there.

import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isCode } from '../../errors.js';

/** Creates `folder` and its parents where they do not exist. Unlike `mkdir` with `recursive`, it ends under /proc, where nothing can be created. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await stat(folder)).isDirectory()) return;
    if (!isCode(error, 'ENOENT') || (await isThere(dirname(folder)))) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

/** The text of a file; `null` where there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
