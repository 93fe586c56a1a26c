// What the files of the repository export and import by name, found by how Biome writes them.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One exported name, as `src/room/file.ts name`. */
type ExportedName = string;

/** A file with its path from the root of the repository. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript and module file below the folders, generated ones left out. */
export function readFiles(folders: readonly string[]): readonly ReadFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/(^|\/)(generated|node_modules)\//.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
}

/** What a file of its own declares stands at the beginning of a line. */
const exporting = /^export (?:abstract |async )*(?:class|const|function\*?|interface|let|type) (\w+)/gm;
const importing = /^(?:import|export) (?:type )?([\w\s,{}*]+) from '(\.[^']+)'|\bimport(?: |\(\s*)'(\.[^']+)'/gm;

/** The names that files below `src/` export and no file imports. A file that is imported whole counts as imported by every name. */
export function unusedExports(files: readonly ReadFile[]): readonly ExportedName[] {
  const imported = new Set(files.flatMap(importedNames));
  return files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) => [...text.matchAll(exporting)].map(([, name]) => `${path} ${name}`))
    .filter((each) => !imported.has(each) && !imported.has(`${each.split(' ')[0]} *`));
}

function importedNames({ path, text }: ReadFile): readonly ExportedName[] {
  return [...text.matchAll(importing)].flatMap(([, names = '*', from, whole]) => {
    const target = posix.join(posix.dirname(path), from ?? whole ?? '');
    const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
    return namesIn(names).flatMap((name) => candidates.map((candidate) => `${candidate} ${name}`));
  });
}

/** Of `{ one, type Two as Three }`; of anything else `*`. */
function namesIn(names: string): readonly string[] {
  const named = /\{([^}]*)\}/.exec(names)?.[1];
  return named === undefined ? ['*'] : [...named.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(([, name]) => name ?? '');
}
