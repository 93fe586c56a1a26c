// Creates the data folder.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isCode } from './postmaster.js';

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

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
