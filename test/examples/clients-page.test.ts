// The page for clients is true: every command and every document on it works as it stands, on the data that the demo has.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf, openPage } from '../support/docs-page.js';

const page = readFileSync('docs/clients.md', 'utf8');
const commands = blocksOf(page, 'sh').filter((text) => text.includes('curl'));
const documents = blocksOf(page, 'gql');
const { app, run, written } = await openPage(30);

const commandWith = (part: string) => commands.find((text) => text.includes(part)) ?? '';

describe('the page for clients', () => {
  it('has commands and documents', () => {
    expect([commands.length, documents.length]).toEqual([7, 3]);
  });

  it('registers a document and sends its id', async () => {
    const [registered = '', found] =
      (await run(commandWith('documentId='))).split('\n')[0]?.split(/(?<=\})(?=\{"data")/) ?? [];
    expect(JSON.parse(registered).data.models.length).toBeGreaterThan(1);
    expect(found).toBe(registered);
  });

  it('confirms a copy of GraphQL over GET', async () => {
    expect(await run(commandWith('If-None-Match'))).toBe('304');
    expect(JSON.parse(written('answer.json')).data.brandAnalytics.totals.runs).toBeGreaterThan(0);
  });

  it('reads a list, and another one whole', async () => {
    expect(JSON.parse(await run(commandWith('citations/domains'))).data.length).toBeGreaterThan(0);
    const lost = JSON.parse(await run(commandWith('presence=lost'))).data;
    expect(lost.every(({ citations }: { citations: number }) => citations === 0)).toBe(true);
    await run(commandWith('urls.csv'));
    const lines = written('urls.csv').split('\r\n');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines[0]).toContain('previous.citations');
  });

  it('reads figures as CSV, for spreadsheets, and as JSON, for Grafana', async () => {
    await run(commandWith('visibility.csv'));
    const [head = '', ...lines] = written('visibility.csv').trimEnd().split('\r\n');
    expect(head).toMatch(/^key\.model,key\.date,runs,/);
    expect(lines.length).toBeGreaterThan(30);
    const { data } = JSON.parse(await run(commandWith('by=day&limit=1000')));
    expect(data.length).toBe(30);
    expect(data[0].key.date).toBe('2026-10-22');
  });

  it('names addresses to tools that are answered with the headers that it gives them', async () => {
    const examples = [...blocksOf(page, 'powerquery'), ...blocksOf(page, 'js')].filter((text) =>
      text.includes('/api/v1'),
    );
    expect(examples.length).toBe(2);
    for (const text of examples) {
      const [, path = ''] = /https:\/\/sightline\.example(\/api\/v1[^"']*)/.exec(text) ?? [];
      expect(text).toMatch(/Authorization.*Bearer /);
      const { status, headers } = await app.send(path, { headers: { accept: 'text/csv' } });
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(/^text\/csv/)]);
    }
  });

  it('has documents that are answered', async () => {
    const answers = [];
    for (const document of documents) {
      const { body } = await app.graphql(document);
      expect(body.errors).toBeUndefined();
      answers.push(body.data);
    }
    const [filtered, lists, linked] = answers;
    expect(filtered.brandAnalytics.visibility.runs).toBeGreaterThan(0);
    expect(linked.brandRuns.data).toHaveLength(5);
    expect(linked.brandRuns.data[0].prompt.text).not.toBe('');
    expect(lists.brandAnalytics.promptPerformance.data.length).toBeGreaterThan(0);
    expect(lists.brandAnalytics.queryFanout.data.length).toBeGreaterThan(0);
  });
});
