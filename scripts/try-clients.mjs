// Tries the installed package with what others have: the database of an Elmo is imported twice, and its figures compared with plain counts there;
// the examples of Apollo Client, urql and graphql-request read them, and a client of the Model Context Protocol calls every tool.
// Usage: try-clients.mjs [<folder in which the package is installed>]

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import pg from 'pg';
import { check, installPackage, programIn, root, run, whileServing } from './installed-package.mjs';

const adminKey = 'key-of-the-trial-0123456789';
const headers = { authorization: `Bearer ${adminKey}` };
const window = { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' };
const examples = ['graphql-request.ts', 'apollo.ts', 'urql.ts'];

const scratch = mkdtempSync(join(tmpdir(), 'sightline-clients-'));
try {
  const folder = process.argv[2] ?? scratch;
  if (!existsSync(programIn(folder))) installPackage(folder);
  const data = join(scratch, 'data');
  const own = { DATABASE_URL: '', SIGHTLINE_DATA: data, ADMIN_API_KEYS: adminKey, PORT: '0', LOG_LEVEL: 'silent' };
  const env = { ...process.env, ...own };
  await whileServing({ folder, args: ['serve'], env, pattern: /listening at (\S+)\n/ }, async ([, url]) => {
    const answers = await tryElmo({ folder, env, data, url });
    runExamples(join(folder, 'node_modules/sightline/examples'), url);
    const tools = await callTools(url);
    console.log(
      `An Elmo database of ${answers} answers imported twice gives the plain counts; ${examples.join(', ')} and ${tools} tools answer.`,
    );
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Imports an Elmo database, made beside Sightline's own, twice. Returns how many answers it has. */
async function tryElmo({ folder, env, data, url }) {
  const lock = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  const from = `postgresql://sightline@localhost:${lock[3]}/elmo?host=${encodeURIComponent(lock[4])}`;
  await query(from.replace('/elmo?', '/postgres?'), 'create database elmo');
  await query(from, readFileSync(join(root, 'test/cli/elmo.sql'), 'utf8'));
  const { rows } = await query(
    from,
    `select brand_id as id, count(*)::int as runs, count(*) filter (where brand_mentioned)::int as mentions,
       count(*) filter (where 'Globex' = any(competitors_mentioned))::int as rivals from prompt_runs group by 1 order by 1`,
  );
  for (const time of ['first', 'second']) {
    run(folder, process.execPath, [programIn(folder), 'import', 'elmo', '--from', from], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const found = await Promise.all(rows.map(({ id }) => figuresOf(id, url)));
    check(
      JSON.stringify(found) === JSON.stringify(rows),
      `After the ${time} import the figures are ${JSON.stringify(found)}.`,
    );
  }
  return rows.reduce((sum, { runs }) => sum + runs, 0);
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

async function figuresOf(id, url) {
  const path = `/api/v1/brands/${id}/analytics?${new URLSearchParams(window)}`;
  const { totals, shareOfVoice } = await (await fetch(url + path, { headers })).json();
  const mentionsOf = (isWanted) => shareOfVoice.entries.find(isWanted)?.mentions;
  const rivals = mentionsOf(({ name }) => name === 'Globex');
  return { id, runs: totals.runs, mentions: mentionsOf(({ isBrand }) => isBrand), rivals };
}

/** Runs the examples of the package beside the clients that they are for, which are those of the project. */
function runExamples(source, url) {
  const folder = join(scratch, 'examples');
  mkdirSync(folder);
  cpSync(source, join(folder, 'examples'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const env = { ...process.env, SIGHTLINE_URL: url, SIGHTLINE_KEY: adminKey };
  for (const name of examples) {
    const said = run(folder, process.execPath, ['--import', 'tsx', `examples/clients/${name}`], { env });
    check(/^page 3 of the runs|^15 runs of/m.test(said), `${name} says:\n${said}`);
  }
}

/** Calls every tool with the arguments that it requires. Returns how many there are. */
async function callTools(url) {
  const client = new Client({ name: 'trial', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  const call = async (name, args) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    check(!isError && structuredContent, `${name} answers ${JSON.stringify(content)}.`);
    return structuredContent;
  };
  const { data: prompts } = await call('list_prompts', { brandId: 'acme' });
  const ofPrompt = { promptId: prompts[0].id, ...window };
  const { data: answers } = await call('list_prompt_answers', ofPrompt);
  const values = {
    ...ofPrompt,
    brandId: 'acme',
    by: ['model'],
    runId: answers[0].id,
    date: answers[0].createdAt.slice(0, 10),
  };
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    // A window is named in one of three ways, none of which is required.
    const keys = [...(inputSchema.required ?? []), ...Object.keys(window)].filter((key) => inputSchema.properties[key]);
    await call(name, Object.fromEntries(keys.map((key) => [key, values[key]])));
  }
  await client.close();
  return tools.length;
}
