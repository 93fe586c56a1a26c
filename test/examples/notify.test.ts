// The examples of notifying: the receiver takes what is signed, once, and nothing else; the timers run commands that exist.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { post } from '../../src/notify/post.js';
import { runCommand } from '../support/command.js';
import { freePort } from '../support/free-port.js';

const secret = 'whsec_of-the-example';
const port = await freePort();
const receiver = spawn(process.execPath, ['examples/notify/receiver.mjs', `${port}`], {
  env: { SIGHTLINE_SECRET: secret },
});
let printed = '';
receiver.stdout.on('data', (bytes) => {
  printed += bytes;
});
afterAll(() => void receiver.kill());

const postWith = (key: string, id: string, text: string) =>
  post({ url: `http://127.0.0.1:${port}/`, secret: key, allowPrivate: true }, { id, body: JSON.stringify({ text }) });

describe('the example of a receiver', () => {
  it('accepts what is signed, prints it once, and refuses the rest', async () => {
    while ((await postWith(secret, '1', 'first')).said === 'ECONNREFUSED') await setTimeout(50);
    expect(await postWith(secret, '1', 'first')).toEqual({ isAccepted: true, said: 'status 204' });
    expect(await postWith('another', '2', 'forged')).toEqual({ isAccepted: false, said: 'status 401' });
    await postWith(secret, '3', 'last');
    while (!printed.includes('last')) await setTimeout(20);
    expect(printed).toBe('first\nlast\n');
  });
});

describe('the example', () => {
  it.each(['crontab', 'sightline-notify.service', 'cronjob.yaml'])('%s has options that there are', async (file) => {
    const text = await readFile(`examples/notify/${file}`, 'utf8');
    const { out } = await runCommand(['notify', '--help']);
    const options = text.match(/(?<= |\[|, )--[a-z-]+/g) ?? [];
    expect(options).toEqual(['--window', '--time-zone']);
    for (const option of options) expect(out).toContain(`${option} <`);
  });
});
