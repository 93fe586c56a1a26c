// The lock file is whole: `npm ci` refuses one that lacks a package of another platform, which npm leaves out when it cannot fetch it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const packages: Readonly<Record<string, Locked>> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

it('names every package that a package needs, on any platform', () => {
  const missing = Object.entries(packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(from, name))
      .map((name) => `${name}, which ${from} needs`),
  );
  expect(missing).toEqual([]);
});

it('agrees with the manifest', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  expect(packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies });
});

/** Whether a package is there for one at `from`, as Node looks for it: beside it, then further and further out. */
function isFound(from: string, name: string): boolean {
  if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true;
  return from !== '' && isFound(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}
