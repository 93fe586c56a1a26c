// The Grafana dashboard and the alerts ask for metrics and labels that a server has.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';

const folder = new URL('../../examples/monitoring/', import.meta.url);
const token = 'token-of-the-metrics';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}
const alerts: readonly Rule[] = parse(readFileSync(new URL('alerts.yml', folder), 'utf8')).groups[0].rules;

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}
const grafana: { readonly panels: readonly Panel[] } = JSON.parse(
  readFileSync(new URL('grafana.json', folder), 'utf8'),
);
const expressions = grafana.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Labels that a metric has, by its name: those of Prometheus itself besides. */
const labels = new Map<string, Set<string>>();

beforeAll(async () => {
  await using db = await testDatabase();
  await using app = await testApp(db, { metricsToken: token });
  await app.get('/api/v1/models');
  await app.get('/api/v1/models', 'wrong');
  const { text } = await app.get('/metrics', token);
  for (const [, name = '', given = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = labels.get(name) ?? new Set(['job', 'instance']);
    for (const [, label = ''] of given.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    if (type !== 'histogram' && !labels.has(name)) labels.set(name, new Set(['job', 'instance', 'by']));
  labels.set('up', new Set(['job', 'instance']));
  // Only a server with readers has it.
  labels.set('sightline_readers_replaced_total', new Set(['job', 'instance']));
});

/** What an expression asks for that no server has. */
function unknownIn(expr: string): readonly string[] {
  const words = [...expr.matchAll(/\b((?:sightline|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  if (words.length === 0) return ['no metric'];
  return words.flatMap(([, name = '', filter = '']) => {
    const known = labels.get(name);
    if (!known) return [name];
    return [...filter.matchAll(/(\w+)=/g)].flatMap(([, label = '']) => (known.has(label) ? [] : [`${name}{${label}}`]));
  });
}

describe('monitoring', () => {
  it('finds what a server lacks', () => {
    expect(unknownIn('rate(sightline_nothing_total[5m])')).toEqual(['sightline_nothing_total']);
    expect(unknownIn('sightline_requests_total{colour="red"}')).toEqual(['sightline_requests_total{colour}']);
  });

  it('asks in its panels for metrics that a server has', () => {
    expect(expressions.length).toBeGreaterThan(15);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });

  it('shows panels side by side, each with what it shows', () => {
    const cells = grafana.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(grafana.panels.map(({ id }) => id)).size).toBe(grafana.panels.length);
    for (const { type, description, title } of grafana.panels)
      if (type !== 'row') expect(description, title).toMatch(/\.$/);
  });

  it.each(alerts.map((rule) => [rule.alert, rule] as const))(
    'alerts by what a server has: %s',
    (_, { expr, annotations }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.description.length).toBeGreaterThan(20);
    },
  );
});
