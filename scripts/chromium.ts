// Where the system's Chromium is: no package brings one.

import { existsSync } from 'node:fs';

/** The first draws no windows, which takes a third of the work. */
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of `CHROMIUM`, or of the first that is installed; `undefined` where there is none. */
export const chromiumPath = [process.env.CHROMIUM ?? '', ...paths].find((path) => path !== '' && existsSync(path));
