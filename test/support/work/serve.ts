// The application in a process of its own that counts its work. Its clock is ahead whenever it is looked at: whoever may yield, yields.

// What others wrote is not counted, and loads faster before anything is.
import '@prisma/adapter-pg';
import '@prisma/client/runtime/client';
import 'graphql';
import 'graphql-yoga';
import 'zod';
import type { Question } from '../dearest/values.js';
import { countWork } from './count.js';

/** A question, and how much work is enough to count it turn by turn. */
export interface Counted extends Question {
  readonly enough: number;
}

const count = countWork('/src/');
// Loaded once it counts.
const { openApp } = await import('../../../src/app.js');
const { readConfig } = await import('../../../src/config.js');
// Work in other threads would not be counted.
const config = { ...readConfig(process.env), readers: 0 };
const app = await openApp(config);
const now = performance.now.bind(performance);
let aheadMs = 0;
performance.now = () => {
  aheadMs += 1_000;
  return now() + aheadMs;
};

process.on('message', async ({ path, headers, body, enough }: Counted) => {
  let fault: string | null = null;
  const answer = async () => {
    const authorization = `Bearer ${config.adminKeys[0]}`;
    const post = body === undefined ? {} : { method: 'POST', body };
    const url = new URL(path, 'http://sightline.test');
    const response = await app.fetch(new Request(url, { headers: { ...headers, authorization }, ...post }));
    const text = await response.text();
    // A tool says so in an answer that is fine to HTTP.
    const isAnswer = response.ok && !text.includes('"isError":true');
    fault = isAnswer || text.includes('query_too_complex') ? null : text;
  };
  process.send?.({ ...(await count(answer, enough)), fault });
});
process.once('disconnect', async () => {
  await app[Symbol.asyncDispose]();
  process.exit(0);
});
process.send?.('ready');
