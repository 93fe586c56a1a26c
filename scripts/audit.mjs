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

/** The vulnerabilities by package and by severity; `null`: there is no report, which it says. */
function vulnerabilitiesOf(what, ...options) {
  const { report, reason } = audit(...options);
  if (!report) console.log(`NOT AUDITED: ${what}, as this registry offers no list of vulnerabilities (${reason}).`);
  return report && { ofPackage: report.vulnerabilities, ...report.metadata.vulnerabilities };
}

const production = vulnerabilitiesOf('production', '--omit=dev');
if (production) {
  const { critical, high, moderate, low } = production;
  console.log(`Vulnerabilities in production: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  if (critical + high > 0) process.exitCode = 1;
}
const all = vulnerabilitiesOf('what is built into the pages');
for (const { name, severity } of builtIntoPages.flatMap((name) => all?.ofPackage[name] ?? [])) {
  console.log(`Built into the pages: a vulnerability of ${name}, ${severity}.`);
  if (severity === 'critical' || severity === 'high') process.exitCode = 1;
}
