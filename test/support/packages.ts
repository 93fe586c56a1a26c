// Packages that single tests need and nothing else, which makes them no dependencies of the project: `test/packages` has a manifest and a lock file
// of their own, and the first test that needs one installs them.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
// @ts-expect-error: a script without types
import { ensurePackages } from '../../scripts/install.mjs';

const folder = fileURLToPath(new URL('../packages', import.meta.url));
const failure: string | null = await ensurePackages(folder, process.stderr);

export const arePackagesInstalled = failure === null;
/** For the name of a test, why it is skipped where it is. */
export const unlessInstalled = arePackagesInstalled
  ? ''
  : ' (skipped: the packages of test/packages are not installed, and npm cannot fetch them here)';

/** As they come: whoever needs one says what of it. */
export const requirePackage = createRequire(`${folder}/package.json`);
