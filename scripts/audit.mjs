// Checks the packages that users run for known vulnerabilities: those of production, and those built into the pages. High and critical ones
// fail; if the registry does not offer audits, it says that nothing was checked.

import { spawnSync } from 'node:child_process';

/** Development dependencies all the same: the server does not load them. They have no dependencies of their own. */
const builtIntoPages = ['@graphql-yoga/render-graphiql', 'marked', 'preact', 'punycode', 'uplot'];

/** What npm reports; where there is no report, why. */
function audit(...options) {
  const { stdout, stderr, error } = spawnSync('npm', ['audit', ...options, '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 60_000,
  });
  try {
    const report = JSON.parse(stdout);
    if (report.metadata?.vulnerabilities) return { report };
  } catch {
    // There is no answer, or none in JSON.
  }
  return { reason: /audit (\d{3} [^\n]*)|(E[A-Z]+)/.exec(stderr ?? '')?.[0] ?? error?.message ?? 'no answer' };
}

const [production, everything] = [audit('--omit=dev'), audit()];
const { reason } = { ...everything, ...production };
if (reason) {
  console.log(
    `NOT AUDITED: this registry offers no list of vulnerabilities (${reason}). Run "npm audit" where one does.`,
  );
} else {
  const { critical, high, moderate, low } = production.report.metadata.vulnerabilities;
  console.log(`Vulnerabilities in production: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  const inPages = builtIntoPages.flatMap((name) => everything.report.vulnerabilities[name] ?? []);
  for (const { name, severity } of inPages)
    console.log(`Built into the pages: a vulnerability of ${name}, ${severity}.`);
  const isSevere = inPages.some(({ severity }) => severity === 'critical' || severity === 'high');
  if (critical + high > 0 || isSevere) process.exitCode = 1;
}
