// Where the project lies: the folder of package.json, of the migrations and of the pages, for the sources and for the build alike.

import { readFileSync } from 'node:fs';

/** `src/` holds this file, and `dist/` every file of the build, side by side: the folder above is the project in both. */
export const projectRoot = new URL('../', import.meta.url);

/** The version of the program. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', projectRoot), 'utf8'));
  return version;
}
