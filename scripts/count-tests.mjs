// Prints what vitest's JSON report counted, as one closing line. Usage: count-tests.mjs <report.json>. Fails where no test ran or one failed.

import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report;
// A file that could not be loaded has no tests of its own, yet it is a failure.
const broken = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
const failed = numFailedTests + broken.length;
const skipped = numPendingTests + numTodoTests;

console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || numPassedTests === 0) process.exitCode = 1;
