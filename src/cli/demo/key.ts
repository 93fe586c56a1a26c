// The admin key of the demo: generated once, stored in the data folder, readable by its owner only, and accepted only by a server that
// `sightline demo` starts. `sightline serve` does not accept it.

import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../database/embedded/folder.js';
import { isCode } from '../../errors.js';

/** The file that holds the key of this data folder, if the demo was ever started with it. */
export function demoKeyFile(dataFolder: string): string {
  return join(dataFolder, 'demo-key');
}

/** The key of this data folder, generated if there is none. The file can be read and written by its owner only. */
export async function demoKey(dataFolder: string): Promise<string> {
  const file = demoKeyFile(dataFolder);
  await makeFolder(dataFolder);
  const made = `demo-${randomBytes(24).toString('base64url')}`;
  try {
    await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  await chmod(file, 0o600);
  const kept = (await readFile(file, 'utf8')).trim();
  if (kept.length < 16) throw new Error(`${file} does not hold a key: remove it, and the next demo makes a new one.`);
  return kept;
}
