// What the REST reference reads out of the description, and the requests that it makes of a form.

import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Operation, readDescription } from '../../src/web/docs/description.js';
import { prepare, toCurl } from '../../src/web/docs/request.js';
import { fieldsOf } from '../../src/web/docs/responses.js';
import { description } from '../support/rest-description.js';

// safe because it is what the server sends
const { groups } = readDescription(structuredClone(description) as unknown as Parameters<typeof readDescription>[0]);
const operations = groups.flatMap((group) => group.operations);

function operation(id: string): Operation {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}

/** The paths of everything in a body; the key of a map is `*`. */
function pathsOf(value: unknown, known: ReadonlySet<string>, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, known, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const place = known.has(own) ? own : `${path}.*`;
    return [...(place === own ? [own] : []), ...pathsOf(inner, known, place)];
  });
}

describe('the fields of a body', () => {
  it.each(operations)('are those of the example, in its order: $operationId', ({ responses }) => {
    const json = responses['200']?.content?.['application/json'];
    if (!json) throw new Error('There is no JSON.');
    const rows = fieldsOf(json.schema);
    expect(rows.length).toBeGreaterThan(0);
    const paths = rows.map(({ path }) => path);
    // Notices are rare.
    expect(pathsOf(json.example, new Set(paths))).toEqual(paths.filter((path) => path !== 'notices'));
    for (const { path, type, description: text } of rows) {
      expect(type, path).toMatch(/^[a-z]/);
      if (path !== 'data') expect(text, path).not.toBe('');
    }
  });

  it('have types in words', () => {
    const json = operation('promptRun').responses['200']?.content?.['application/json'];
    const types = new Map(fieldsOf(json?.schema ?? {}).map(({ path, type }) => [path, type]));
    expect(types.get('id')).toBe('uuid');
    expect(types.get('webQueries')).toBe('list of string');
    expect(types.get('assessments.competitors')).toBe('map of object');
    expect(types.get('assessments.brand.position')).toBe('integer ≥ 1 or null');
  });
});

describe('the request of a form', () => {
  const runs = operation('brandRuns');

  it('has no parameter that is empty, and lists with commas', () => {
    const values = {
      brandId: 'a/b',
      start: '2026-03-01T00:00:00+01:00',
      end: ' ',
      tags: 'crm,x & y',
      'If-None-Match': '"e"',
    };
    expect(prepare(runs, values, 'application/json')).toEqual({
      path: '/api/v1/brands/a%2Fb/runs?start=2026-03-01T00:00:00%2B01:00&tags=crm,x%20%26%20y',
      headers: { Accept: 'application/json', 'If-None-Match': '"e"' },
    });
  });

  it('carries any text, also through a shell as curl', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((each) => each.trim() === each && !/[\0\n\r]/.test(each));
    fc.assert(
      fc.property(text, text, (company, tag) => {
        const prepared = prepare(runs, { brandId: 'b', company, tags: 'x', 'If-None-Match': tag }, 'text/csv');
        expect(new URL(prepared.path, 'http://h').searchParams.get('company')).toBe(company);
        const shown = 'curl() { printf "%s\\0" "$@"; }; SIGHTLINE_KEY=k; ';
        const { stdout } = spawnSync('sh', ['-c', shown + toCurl(prepared, 'http://h')], { encoding: 'utf8' });
        expect(stdout.split('\0').slice(0, -1)).toEqual([
          `http://h${prepared.path}`,
          ...['-H', 'Authorization: Bearer k', '-H', 'Accept: text/csv', '-H', `If-None-Match: ${tag}`],
        ]);
      }),
      { numRuns: 40, verbose: true },
    );
  });
});
