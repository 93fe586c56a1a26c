// The commands of README.md that lead from an empty folder to a message for Slack, as they stand there; what clones and installs is `install.test.ts`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { privateFolder, until } from './support/embedded.js';
import { freePort } from './support/free-port.js';
import { killPrograms, startProgram, tracked } from './support/program.js';

afterAll(killPrograms);

it('lead to a message for Slack, in five', async () => {
  const readme = await readFile('README.md', 'utf8');
  const [, block = ''] = /## Signals in Slack[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const [clone, demo, receive = '', ...commands] = block.trim().split('\n');
  expect([clone, demo, commands.length]).toEqual([
    'git clone <url of this repository> sightline && cd sightline',
    'npm run demo',
    2,
  ]);
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(scripts.demo).toMatch(/^node bin\/sightline\.mjs demo$/);
  await using folder = await privateFolder();
  const start = (argv: readonly string[]) => {
    const env = { SIGHTLINE_DATA: folder.path, PORT: '0', LOG_LEVEL: 'silent' };
    return startProgram(argv, { cwd: folder.path, env });
  };
  const served = start(['demo']);
  await said(served, 'Ctrl-C');

  // Others may listen at the port of the example.
  const port = `${await freePort()}`;
  const [program = '', script = ''] = receive.split(' ');
  expect(program).toBe('node');
  const receiver = tracked(spawn(process.execPath, [resolve(script), port]));
  let printed = '';
  receiver.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const ready = { method: 'POST', body: '{"text":"ready"}' };
  while (!(await fetch(`http://127.0.0.1:${port}`, ready).catch(() => null))) await setTimeout(50);

  for (const command of commands) {
    expect(command).toMatch(/^npx sightline /);
    const child = start(command.replace('127.0.0.1:8090', `127.0.0.1:${port}`).split(' ').slice(2));
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(status, stderr).toBe(0);
  }
  // It may be read here after the command that sent it has ended.
  await until(() => /\n• .+\n/.test(printed));
  expect(printed).toMatch(/^\*Haldenfjell\*: \d+ signals?, /m);
  expect(printed).toMatch(/^• .+ % → .+ % \(q .+\)$/m);
  served.kill('SIGINT');
  expect(await once(served, 'exit')).toEqual([0, null]);
});

async function said(child: ReturnType<typeof startProgram>, what: string): Promise<void> {
  child.stdout.resume();
  let all = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    all += chunk;
    if (all.includes(what)) return;
  }
  throw new Error(`It ended: ${all}`);
}
