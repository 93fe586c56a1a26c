// Checks the production dependencies for known vulnerabilities. High and critical ones fail; if the registry does not offer audits, it says
// that nothing was checked.

import { spawnSync } from 'node:child_process';

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 60_000,
});

function parsed() {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

const counts = parsed()?.metadata?.vulnerabilities;
if (!counts) {
  const reason = /audit (\d{3} [^\n]*)|(E[A-Z]+)/.exec(stderr ?? '')?.[0] ?? error?.message ?? 'no answer';
  console.log(
    `NOT AUDITED: this registry offers no list of vulnerabilities (${reason}). Run "npm audit" where one does.`,
  );
} else {
  const { critical, high, moderate, low } = counts;
  console.log(`Vulnerabilities in production: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  if (critical + high > 0) process.exitCode = 1;
}
