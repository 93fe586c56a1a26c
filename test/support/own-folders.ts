// Keeps a test run out of the user's folders: a home and a data folder of its own for everything that it starts, and a
// look afterwards at whether it left anything in the clone. What a demo or a server of the user's keeps there stays theirs.

import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/root.js';

/** Gives this process, and those that it starts, folders of their own until disposal, which throws where something was created in the clone. */
export async function ownFolders(): Promise<AsyncDisposable> {
  const before = new Set(inClone());
  const { HOME, SIGHTLINE_DATA } = process.env;
  const home = await mkdtemp(join(tmpdir(), 'sightline-home-'));
  Object.assign(process.env, { HOME: home, SIGHTLINE_DATA: join(home, 'data') });
  return {
    [Symbol.asyncDispose]: async () => {
      for (const [name, value] of Object.entries({ HOME, SIGHTLINE_DATA })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await rm(home, { recursive: true });
      const created = inClone().filter((path) => !before.has(path));
      if (created.length > 0) throw new Error(`The tests created in the clone: ${created.join(', ')}.`);
    },
  };
}

/** Where a command that was given no folder would write. */
function inClone(): readonly string[] {
  const found = readdirSync(projectRoot);
  const data = found.includes('.sightline') ? readdirSync(new URL('.sightline/', projectRoot)) : [];
  return [...found, ...data.map((name) => `.sightline/${name}`)];
}
