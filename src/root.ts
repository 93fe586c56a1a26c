// Where the project lies: the folder of package.json, of the migrations and of the pages, for the sources and for the build alike.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** `src/` holds this file, and `dist/` every file of the build, side by side: the folder above is the project in both. */
export const projectRoot = new URL('../', import.meta.url);

/** The version of the program. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', projectRoot), 'utf8'));
  return version;
}

/** A digest of the files of the program in `folder`, by default of those that run: the same in each process of one build. The pages have a build of their own. */
export function buildDigest(folder: URL = new URL('./', import.meta.url)): string {
  const digest = createHash('sha256');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && !path.startsWith('web'))
    .sort();
  for (const path of paths) digest.update(`${path}\n`).update(readFileSync(new URL(path, folder)));
  return digest.digest('base64url');
}
