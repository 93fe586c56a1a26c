// The compose file, the Dockerfile and what they refer to agree with each other and with the program.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settings } from '../../src/config.js';
import { paths } from '../../src/server/paths.js';

const folder = 'examples/compose';
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const { services, volumes } = parse(text);
const dockerfile = readFileSync('Dockerfile', 'utf8');

it('a container is replaced where its process does not answer, not where its database does not', () => {
  expect(/^HEALTHCHECK [\s\S]*?^ {2}CMD (.*)$/m.exec(dockerfile)?.[1]).toMatch(/\/health\/live`/);
});
const variables = new Set(Object.values(settings).map(({ variable }) => variable));

describe('the compose file', () => {
  const example = readFileSync(join(folder, '.env.example'), 'utf8');

  it('asks for the variables that .env.example names, and for no others', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    expect([...new Set(asked)].sort()).toEqual(named.sort());
  });

  it('says where a variable belongs that is not set, and is filled by podman-compose 1.0, which knows no empty text', () => {
    const filled = [...text.matchAll(/\$\{\w+([^}]*)\}/g)].map(([, rest = '']) => rest);
    expect(new Set(filled)).toEqual(new Set([':?is not set in .env', '']));
  });

  it('gives Sightline settings that it has and accepts', () => {
    const given: Record<string, string> = services.sightline.environment;
    expect(Object.keys(given).filter((name) => !variables.has(name))).toEqual([]);
    const filled = Object.entries(given).map(([name, value]) => [name, value.replace(/\$\{[^}]+\}/g, 'a'.repeat(43))]);
    const config = readConfig(Object.fromEntries(filled));
    expect(config.databaseUrl).toMatch(/@postgres:5432\/sightline$/);
    expect([config.trustedProxies, config.adminKeys.length]).toEqual([1, 1]);
  });

  it('names volumes, services and files that are there', () => {
    const mounts = Object.values<{ volumes?: string[] }>(services).flatMap(({ volumes: each = [] }) => each);
    const sources = mounts.map((mount) => mount.split(':')[0] ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources)
      expect(source.startsWith('.') ? existsSync(join(folder, source)) : source in volumes, source).toBe(true);
    expect(Object.keys(services.sightline.depends_on).filter((name) => !(name in services))).toEqual([]);
    expect(services.caddy.environment.SIGHTLINE_UPSTREAM).toBe('sightline:4000');
    const proxied = readFileSync(join(folder, '../proxy/Caddyfile'), 'utf8');
    for (const name of Object.keys(services.caddy.environment)) expect(proxied).toContain(`{$${name}:`);
  });
});

describe('the Dockerfile', () => {
  it('sets what the program reads, and checks a path that it serves', () => {
    const [, set = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
    const names = [...set.matchAll(/(\w+)=/g)].map(([, name = '']) => name).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !variables.has(name))).toEqual([]);
    const [, checked] = /PORT\}(\/[\w/]+)`/.exec(dockerfile) ?? [];
    expect(paths.map(({ path }) => path)).toContain(checked);
  });

  it('is sent every file that the build copies', () => {
    const sent = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm)].map(([, path = '']) => path);
    expect(sent.filter((path) => !existsSync(path))).toEqual([]);
    const copied = /cp -a (bin .*) \/app\//.exec(dockerfile)?.[1]?.split(' ') ?? [];
    // The build makes these itself.
    const made = ['dist', 'node_modules'];
    expect(copied.filter((path) => !made.includes(path) && !sent.includes(path))).toEqual([]);
  });
});
