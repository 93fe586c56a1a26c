// The examples of notifying: the receiver takes what is signed, once, and nothing else; the timers run commands that exist.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
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

const postBody = (key: string, id: string, body: string) =>
  post({ url: `http://127.0.0.1:${port}/`, secret: key, allowPrivate: true }, { id, body, sentAt: new Date() });
const postWith = (key: string, id: string, text: string) => postBody(key, id, JSON.stringify({ text }));

describe('the example of a receiver', () => {
  it('accepts what is signed, prints it once, and refuses the rest', async () => {
    while ((await postWith(secret, '1', 'first')).said === 'ECONNREFUSED') await setTimeout(50);
    expect(await postWith(secret, '1', 'first')).toEqual({ isAccepted: true, said: 'status 204' });
    expect(await postWith('another', '2', 'forged')).toEqual({ isAccepted: false, said: 'status 401' });
    await postWith(secret, '3', 'last');
    while (!printed.includes('last')) await setTimeout(20);
    expect(printed).toBe('first\nlast\n');
  });

  it('outlives what is no notice, and who goes amid one', async () => {
    while ((await postWith(secret, '1', 'first')).said === 'ECONNREFUSED') await setTimeout(50);
    for (const body of ['no JSON', ''])
      expect(await postBody(secret, '4', body)).toEqual({ isAccepted: false, said: 'status 400' });
    expect(await postBody(secret, '5', 'null')).toEqual({ isAccepted: true, said: 'status 204' });
    const socket = connect(port, '127.0.0.1');
    socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx');
    await once(socket.resume(), 'close');
    expect(await postWith(secret, '6', 'still there')).toEqual({ isAccepted: true, said: 'status 204' });
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
