// What a key cannot reach looks exactly like what does not exist: the same bytes, the same statements, on every way to ask there is.

import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { routes } from '../../src/server/rest/routes.js';
import { type Reply, storeKey } from '../support/app.js';
import { graphqlWays, mixesOf, restWays, type Way } from '../support/isolation/walk.js';
import {
  canaryOf,
  type Ids,
  nowhere,
  type Owned,
  ours,
  recordBrands,
  siblings,
  theirs,
} from '../support/isolation/world.js';
import { sharedApp } from '../support/shared.js';

const statements: string[] = [];
const { db, app } = await sharedApp(recordBrands, {
  // No limits of number and size: their headers and refusals are not what is compared.
  config: { rateLimitPerMinute: 0, maxQueryCost: 1e9, maxQueryTokens: 100_000, maxQueryDepth: 100 },
  onQuery: (sql) => statements.push(sql),
});
const keys: Record<string, string> = {
  whole: (await storeKey(db, { organizationId: ours.organizationId })).token,
  narrowed: (await storeKey(db, { organizationId: ours.organizationId, brandIds: [ours.brandId] })).token,
  other: (await storeKey(db, { organizationId: theirs.organizationId })).token,
};
const { headers: signedIn } = await app.send('/session', { method: 'POST' }, keys.narrowed);
/** Headers of a browser that is signed in with the narrowed key. */
const session: Readonly<Record<string, string>> = {
  ...{ cookie: (signedIn.get('set-cookie') ?? '').split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' },
};

/** Each key, what is its own, and what is out of its reach. */
const attackers: readonly (readonly [string, Owned, Owned])[] = [
  ['whole', ours, theirs],
  ['narrowed', ours, theirs],
  ['narrowed', ours, siblings],
  ['session', ours, theirs],
];

const ways = [...graphqlWays(), ...restWays()];
/** The key that goes every way; the others go those without a format and a filter. */
const thorough = 'whole';
const waysOf = (key: string) =>
  key === thorough ? ways : ways.filter(({ isNarrow, headers }) => !isNarrow && headers === undefined);
const cases = attackers.flatMap(([key, own, target]) =>
  waysOf(key).map((way) => ({ name: way.name, way, key, own, target })),
);

interface Asked {
  readonly reply: Reply;
  readonly statements: readonly string[];
}

async function ask(
  { kind, ask: write, headers: own }: Pick<Way, 'kind' | 'ask' | 'headers'>,
  ids: Ids,
  key: string,
  more = {},
): Promise<Asked> {
  statements.length = 0;
  const reply =
    kind === 'rest'
      ? await app.send(write(ids), { headers: { ...own, ...more, ...sessionOf(key) } }, credentialOf(key))
      : await graphql(write(ids), key);
  return { reply, statements: [...statements] };
}

const known = new Map<string, Promise<Asked>>();

/** What several tests compare with is asked once. */
function askOnce(way: Way, ids: Ids, key: string): Promise<Asked> {
  const { brandId, promptId, runId } = ids;
  const name = JSON.stringify([way.name, brandId, promptId, runId, key]);
  const asked = known.get(name) ?? ask(way, ids, key);
  known.set(name, asked);
  return asked;
}

function graphql(field: string, key: string): Promise<Reply> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
    ...sessionOf(key),
  };
  const body = JSON.stringify({ query: `{ field: ${field} }`, variables: {} });
  return app.send('/graphql', { method: 'POST', headers, body }, credentialOf(key));
}

const sessionOf = (key: string) => (key === 'session' ? session : {});
const credentialOf = (key: string) => (key === 'session' ? null : (keys[key] ?? key));

/** All of an answer, as one text, but for its request id. */
function bytesOf({ status, headers, text }: Reply): string {
  const named = [...headers].filter(([name]) => name !== 'x-request-id').map((each) => each.join(': '));
  return [status, ...named, text].join('\n');
}

/** The answer to a request for `ids`, as if it had been for `nowhere`. */
function disguised(reply: Reply, asked: Ids, wanted: Ids): string {
  const names = ['brandId', 'promptId', 'runId'] as const;
  const wereAsked = names.filter((name) => asked[name] === wanted[name]);
  return wereAsked.reduce((text, name) => text.replaceAll(wanted[name], nowhere[name]), bytesOf(reply));
}

describe('the walk', () => {
  it('goes every way with every key', () => {
    const described = routes.filter(({ path }) => path.includes(':'));
    expect(restWays().filter(({ takes }) => takes.length > 0).length).toBeGreaterThanOrEqual(described.length);
    expect(described.length).toBeGreaterThan(0);
    expect(graphqlWays().length).toBeGreaterThanOrEqual(Object.keys(schema.getQueryType()?.getFields() ?? {}).length);
    expect(cases.filter(({ key }) => key === thorough)).toHaveLength(ways.length);
    for (const [key] of attackers)
      expect(waysOf(key).length).toBeGreaterThanOrEqual(graphqlWays().length + routes.length);
  });

  it('asks for everything that the key may read', async () => {
    for (const [key, own] of attackers) {
      for (const way of waysOf(key)) {
        const { reply } = await askOnce(way, own, key);
        expect({ way: way.name, status: reply.status, errors: reply.body?.errors }).toEqual({
          way: way.name,
          status: 200,
          errors: undefined,
        });
        if (way.takes.length > 0 && !way.isNarrow) expect(reply.text).toContain(canaryOf(own));
      }
    }
  });

  it('would notice a canary', async () => {
    const { reply } = await ask(
      ways.find(({ name }) => name.startsWith('brandAnalytics')) ?? (ways[0] as Way),
      theirs,
      app.adminKey,
    );
    expect(bytesOf(reply)).toContain(canaryOf(theirs));
  });
});

describe.each(cases)('$name asked by the key $key', ({ way, key, own, target }) => {
  it(`says nothing of ${target.brandId}`, async () => {
    const hidden = target.canaries;
    const plain = await askOnce(way, own, key);
    expect(hidden.filter((canary) => bytesOf(plain.reply).includes(canary))).toEqual([]);
    for (const mix of mixesOf(way.takes, target, own)) {
      const out = await ask(way, mix, key);
      const none = await askOnce(way, missingFor(mix, target), key);
      const shown = disguised(out.reply, mix, target);
      expect(hidden.filter((canary) => shown.includes(canary))).toEqual([]);
      expect(shown).toBe(bytesOf(none.reply));
      expect(out.statements).toEqual(none.statements);
    }
  });
});

/** The same mix with things that do not exist in the place of the target's. */
function missingFor(mix: Ids, target: Ids): Ids {
  const pairs = (['brandId', 'promptId', 'runId'] as const).map(
    (name) => [name, mix[name] === target[name] ? nowhere[name] : mix[name]] as const,
  );
  return { ...nowhere, ...Object.fromEntries(pairs) };
}

describe('an entity tag', () => {
  it.each(restWays().filter(({ takes }) => takes.length > 0))(
    'of $name is of no use to who may not read it',
    async (way) => {
      const { reply } = await ask(way, theirs, app.adminKey);
      for (const tag of [reply.headers.get('etag') ?? '"none"', '*']) {
        const headers = { 'if-none-match': tag };
        const out = await ask(way, theirs, 'whole', headers);
        const none = await ask(way, nowhere, 'whole', headers);
        expect(out.reply.status).toBe(404);
        expect(disguised(out.reply, theirs, theirs)).toBe(bytesOf(none.reply));
      }
    },
  );
});

describe('filters', () => {
  it('on what others wrote find nothing', async () => {
    const field = (tag: string) =>
      `brand(id: "${ours.brandId}") { prompts(tags: ["${tag}"], search: "${tag}") { data { id } pagination { total } } }`;
    const [out, none] = [
      await graphql(field(`tag ${canaryOf(theirs)}`), 'whole'),
      await graphql(field('tag canary-z'), 'whole'),
    ];
    // Notices repeat what was given.
    expect(out.text.replaceAll(canaryOf(theirs), 'canary-z')).toBe(none.text);
  });

  it('take a cursor for a place in time, whoever it was given to', async () => {
    const pages = (ids: Ids, more: string) =>
      `promptRuns(promptId: "${ids.promptId}", start: "2026-03-01T00:00:00Z", end: "2026-03-03T00:00:00Z", limit: 1${more}) { data { id } nextCursor }`;
    const cursor = (await graphql(pages(theirs, ''), 'other')).body.data.field.nextCursor;
    const { text } = await graphql(pages(ours, `, after: "${cursor}"`), 'whole');
    expect(theirs.canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });
});

describe('one request for what is ours and theirs', () => {
  it('answers the one as if the other were nothing', async () => {
    const fields = ways.filter(({ kind, takes }) => kind === 'graphql' && takes.length > 0);
    for (const { ask: write } of fields) {
      const both = (ids: Ids) => app.graphql(`{ a: ${write(ids)} b: ${write(ours)} }`, {}, keys.whole);
      const [out, none] = [await both(theirs), await both(nowhere)];
      expect(out.body.data.a).toBeNull();
      expect(out.body.data.b).not.toBeNull();
      expect(disguised(out, theirs, theirs)).toBe(bytesOf(none));
    }
  });
});

describe('what is open to everybody, and the log', () => {
  it.each(['/', '/health/live', '/health/ready', '/metrics', '/api/v1/openapi.json', '/api/v1/docs', '/graphql'])(
    '%s holds no text of a brand',
    async (path) => {
      for (const key of [null, keys.whole ?? '', keys.narrowed ?? '']) {
        const text = bytesOf(await app.send(path, {}, key));
        expect([...theirs.canaries, ...siblings.canaries].filter((canary) => text.includes(canary))).toEqual([]);
      }
    },
  );

  it('holds none but the ids that were asked for', () => {
    const asked = [ours, siblings, theirs].flatMap((each) => [each.brandId, each.promptId, each.runId]);
    const log = asked.reduce((text, id) => text.replaceAll(id, ''), JSON.stringify(app.logged));
    expect([ours, siblings, theirs].map(canaryOf).filter((canary) => log.includes(canary))).toEqual([]);
  });
});
