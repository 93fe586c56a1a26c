// The README's examples are real: asked again, of the same demo, they give the answers that it shows.

import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linesOfPlan } from '../src/cli/demo/lines.js';
import { dayMs } from '../src/domain/limits.js';
import { recordStream } from '../src/recording/record.js';
import { addHook, notifyOnce } from './support/notifying.js';
import { openReceiver } from './support/receiver.js';
import { noRejects } from './support/records.js';
import { sharedApp } from './support/shared.js';

const readme = readFileSync('README.md', 'utf8');
const [restAnswer, graphqlAnswer] = blocks('json').map((text) => JSON.parse(text));
const [query = ''] = blocks('graphql');

/** What stands for something that the README leaves out. */
const gap = '…';
const today = Date.UTC(2026, 10, 21);

const { db, app } = await sharedApp(async (db) => {
  // Of the demo that the README speaks of, the six months that the examples and their comparison with before look at.
  const plan = { first: today - 365 * dayMs, from: 180, to: 365 };
  await recordStream(db, Readable.from(linesOfPlan(plan)), { rejects: noRejects });
});

describe("the README's examples", () => {
  it('show what REST answers', async () => {
    const [, path = ''] = /127\.0\.0\.1:4000(\/api[^"]+)"/.exec(readme) ?? [];
    const { body } = await app.get(path);
    expect(withGapsOf(body, restAnswer)).toEqual(restAnswer);
  });

  it('show what GraphQL answers', async () => {
    const { body } = await app.graphql(query);
    expect(withGapsOf(body, graphqlAnswer)).toEqual(graphqlAnswer);
  });

  it('show what is posted to Slack', async () => {
    await using receiver = await openReceiver();
    const [, brand = ''] = /webhooks add --brand (\S+) .*--format slack --allow-private$/m.exec(readme) ?? [];
    const [, window = ''] = /sightline notify --window (\S+)$/m.exec(readme) ?? [];
    await addHook(db, receiver.url, { brand, format: 'slack' });
    expect((await notifyOnce(db, { now: new Date(today), window })).status).toBe(0);
    const lines: readonly string[] = JSON.parse(receiver.received[0]?.body ?? '').text.split('\n');
    const shown = blocks('text')[0]?.trimEnd().split('\n') ?? [];
    expect(shown.at(-1)).toBe(gap);
    expect(lines.slice(0, shown.length - 1)).toEqual(shown.slice(0, -1));
  });

  it('record the lines that they say can be recorded', async () => {
    const [, lines = ''] = /record - <<'END'\n([\s\S]*?\n)END\n/.exec(readme) ?? [];
    const refused: unknown[] = [];
    const keep = async (found: readonly unknown[]) => void refused.push(...found);
    const report = await recordStream(db, Readable.from([Buffer.from(lines)]), { rejects: { ...noRejects, keep } });
    expect(refused).toEqual([]);
    expect(report.recorded).toEqual({
      organization: 1,
      model: 0,
      brand: 1,
      competitor: 1,
      prompt: 1,
      annotation: 0,
      run: 1,
      deletion: 0,
    });
  });
});

function blocks(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}

/** `whole` with gaps where `shown` has them: what is left out of a list's end, and of an object. */
function withGapsOf(whole: unknown, shown: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(shown)) {
    const given = shown.at(-1) === gap ? shown.slice(0, -1) : shown;
    const kept = given === shown ? whole : whole.slice(0, given.length);
    return [...kept.map((item, index) => withGapsOf(item, given[index])), ...(given === shown ? [] : [gap])];
  }
  if (!isObject(whole) || !isObject(shown)) return whole;
  const entries = Object.entries(whole)
    .filter(([key]) => key in shown || !(gap in shown))
    .map(([key, value]) => [key, withGapsOf(value, shown[key])] as const);
  return Object.fromEntries(gap in shown ? [...entries, [gap, gap]] : entries);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
