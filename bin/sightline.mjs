#!/usr/bin/env node
// Starts the command line: from the sources in a clone, from the build in an installed package.

import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  await import('../scripts/setup.mjs');
  const { register } = await import('tsx/esm/api');
  register();
  await import('../src/main.ts');
} else {
  await import('../dist/main.js');
}
