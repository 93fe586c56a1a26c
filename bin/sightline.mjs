#!/usr/bin/env node
// Starts the command line from its build, which a clone makes first where a source has changed since; the package comes with it.

import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) await import('../scripts/setup.mjs');
await import('../dist/main.js');
