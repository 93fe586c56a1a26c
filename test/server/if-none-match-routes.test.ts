// `If-None-Match: *` on every tagged route of REST: 304 where there is an answer, and otherwise the refusal that there is without it.

import { describe, expect, it } from 'vitest';
import { restPrefix, routes } from '../../src/server/rest/routes.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z';
const run = '0c9d0000-0000-4000-8000-000000000000';
const nothing = '00000000-0000-4000-8000-000000000000';

interface Case {
  readonly answered: string;
  readonly refused: Readonly<Record<string, 400 | 404>>;
}

const cases: Readonly<Record<string, Case>> = {
  '/brands/:brandId/analytics': {
    answered: `/brands/${brand}/analytics?${window}`,
    refused: {
      [`/brands/${brand}/analytics`]: 400,
      [`/brands/${brand}/analytics?start=x&end=y`]: 400,
      [`/brands/${brand}/analytics?${window}&tag=crm`]: 400,
      [`/brands/${brand}/analytics?${window}&timeZone=Mars`]: 400,
      [`/brands/${brand}/analytics?${window}&model=gpt-0`]: 400,
      [`/brands/nobody/analytics?${window}`]: 404,
    },
  },
  '/brands/:brandId/runs': {
    answered: `/brands/${brand}/runs?${window}`,
    refused: {
      [`/brands/${brand}/runs?${window}&page=1`]: 400,
      [`/brands/${brand}/runs?${window}&after=x`]: 400,
      [`/brands/${brand}/runs?${window}&outcome=lost`]: 400,
      [`/brands/nobody/runs?${window}`]: 404,
    },
  },
  '/brands/:brandId/prompt-performance': {
    answered: `/brands/${brand}/prompt-performance?${window}`,
    refused: {
      [`/brands/${brand}/prompt-performance?${window}&orderBy=colour`]: 400,
      [`/brands/${brand}/prompt-performance?${window}&search=`]: 400,
      [`/brands/nobody/prompt-performance?${window}`]: 404,
    },
  },
  '/brands/:brandId/citations/domains': {
    answered: `/brands/${brand}/citations/domains?${window}`,
    refused: {
      [`/brands/${brand}/citations/domains?${window}&category=own,mine`]: 400,
      [`/brands/nobody/citations/domains?${window}`]: 404,
    },
  },
  '/brands/:brandId/citations/urls': {
    answered: `/brands/${brand}/citations/urls?${window}`,
    refused: {
      [`/brands/${brand}/citations/urls?${window}&limit=0`]: 400,
      [`/brands/nobody/citations/urls?${window}`]: 404,
    },
  },
  '/brands/:brandId/query-fanout': {
    answered: `/brands/${brand}/query-fanout?${window}`,
    refused: {
      [`/brands/${brand}/query-fanout?${window}&outcome=gap`]: 400,
      [`/brands/nobody/query-fanout?${window}`]: 404,
    },
  },
  '/brands/:brandId/breakdown': {
    answered: `/brands/${brand}/breakdown?by=tag,model&${window}`,
    refused: {
      [`/brands/${brand}/breakdown?${window}`]: 400,
      [`/brands/${brand}/breakdown?by=tag,tag&${window}`]: 400,
      [`/brands/${brand}/breakdown?by=day,week&${window}`]: 400,
      [`/brands/${brand}/breakdown?by=tag&${window}&orderBy=colour`]: 400,
      [`/brands/nobody/breakdown?by=tag&${window}`]: 404,
    },
  },
  '/brands/:brandId/signals': {
    answered: `/brands/${brand}/signals?${window}`,
    refused: {
      [`/brands/${brand}/signals?${window}&level=1`]: 400,
      [`/brands/${brand}/signals?${window}&level=high`]: 400,
      [`/brands/${brand}/signals?${window}&kinds=colour`]: 400,
      [`/brands/${brand}/signals?${window}&page=2`]: 400,
      [`/brands/nobody/signals?${window}`]: 404,
    },
  },
  '/brands/:brandId/annotations': {
    answered: `/brands/${brand}/annotations?${window}`,
    refused: {
      [`/brands/${brand}/annotations`]: 400,
      [`/brands/${brand}/annotations?${window}&tags=crm`]: 400,
      [`/brands/nobody/annotations?${window}`]: 404,
    },
  },
  '/prompts/:promptId/analytics': {
    answered: `/prompts/${prompts.best}/analytics?${window}&compare=previous`,
    refused: {
      [`/prompts/${prompts.best}/analytics?${window}&bucket=year`]: 400,
      [`/prompts/${prompts.best}/analytics?${window}&compare=next`]: 400,
      [`/prompts/${prompts.best}/analytics?${window}&tags=crm`]: 400,
      [`/prompts/best/analytics?${window}`]: 400,
      [`/prompts/${nothing}/analytics?${window}`]: 404,
    },
  },
  '/prompts/:promptId/runs': {
    answered: `/prompts/${prompts.best}/runs?${window}`,
    refused: {
      [`/prompts/${prompts.best}/runs?${window}&page=0`]: 400,
      [`/prompts/${prompts.best}/runs?${window}&colour=red`]: 400,
      [`/prompts/${prompts.best}/runs?${window}&model=gpt-0`]: 400,
      [`/prompts/best/runs?${window}`]: 400,
      [`/prompts/${nothing}/runs?${window}`]: 404,
    },
  },
  '/prompts/:promptId/runs/:runId': {
    answered: `/prompts/${prompts.best}/runs/${run}`,
    refused: {
      [`/prompts/${prompts.best}/runs/first`]: 400,
      [`/prompts/${prompts.best}/runs/${run}?page=1`]: 400,
      [`/prompts/${prompts.best}/runs/${nothing}`]: 404,
      [`/prompts/${prompts.cheap}/runs/${run}`]: 404,
      [`/prompts/${nothing}/runs/${run}`]: 404,
    },
  },
  '/prompts/:promptId/snapshot': {
    answered: `/prompts/${prompts.best}/snapshot?date=2026-03-01`,
    refused: {
      [`/prompts/${prompts.best}/snapshot`]: 400,
      [`/prompts/${prompts.best}/snapshot?date=2026-02-30`]: 400,
      [`/prompts/${prompts.best}/snapshot?date=2026-03-01&model=gpt-0`]: 400,
      [`/prompts/${nothing}/snapshot?date=2026-03-01`]: 404,
    },
  },
  '/models': { answered: '/models', refused: { '/models?model=chatgpt': 400 } },
};

const { app } = await sharedApp((db) => recordAll(db, smallWorld()));

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  app.send(restPrefix + path, { method, headers });
const withAsterisk = (method: string, path: string) => ask(method, path, { 'if-none-match': '*' });

it('is tried on every tagged route', () => {
  const tagged = routes.filter(({ isUntagged }) => !isUntagged).map(({ path }) => path.slice(restPrefix.length));
  expect(Object.keys(cases).sort()).toEqual(tagged.sort());
});

describe.each(['GET', 'HEAD'])('%s with If-None-Match: *', (method) => {
  it.each(Object.values(cases).map(({ answered }) => answered))('is 304 where %s is answered', async (path) => {
    const plain = await ask(method, path);
    expect(plain.status).toBe(200);
    const { status, text, headers } = await withAsterisk(method, path);
    expect([status, text, headers.get('etag')]).toEqual([304, '', plain.headers.get('etag')]);
    expect((await ask(method, path, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it.each(Object.values(cases).flatMap(({ refused }) => Object.entries(refused)))(
    'is refused as without it: %s is %i',
    async (path, expected) => {
      const { status, headers, text } = await withAsterisk(method, path);
      expect(status).toBe(expected);
      expect(headers.get('etag')).toBeNull();
      expect(text).toBe((await ask(method, path)).text);
    },
  );
});
