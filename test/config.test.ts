// Every setting is read by its own rule, all problems are reported at once, and what is read cannot be changed.

import { describe, expect, it } from 'vitest';
import { readConfig, settings } from '../src/config.js';

describe('readConfig', () => {
  it('takes the default of a setting that is missing or blank', () => {
    expect(readConfig({ PORT: ' ' })).toEqual(readConfig({}));
    expect(readConfig({})).toMatchObject({ port: 4000, adminKeys: [], databaseUrl: null, metricsToken: null });
  });

  it('has a value for every setting, each from a variable of its own', () => {
    const names = Object.keys(settings);
    expect(Object.keys(readConfig({})).sort()).toEqual([...names].sort());
    expect(new Set(Object.values(settings).map(({ variable }) => variable)).size).toBe(names.length);
  });

  it.each([
    ['PORT', '80', { port: 80 }],
    [
      'ADMIN_API_KEYS',
      'key-of-16-letters, another-16-letters,',
      { adminKeys: ['key-of-16-letters', 'another-16-letters'] },
    ],
    ['DATABASE_URL', 'postgres://host/name', { databaseUrl: 'postgres://host/name' }],
    ['CORS_ORIGINS', 'https://app.example.com', { corsOrigins: ['https://app.example.com'] }],
    ['METRICS_TOKEN', 'token-of-16-letters', { metricsToken: 'token-of-16-letters' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', { traceEndpoint: 'http://localhost:4318' }],
  ])('reads %s=%s', (variable, value, expected) => {
    expect(readConfig({ [variable]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '1e3', 'must be a whole number from 0 to 65535'],
    ['ADMIN_API_KEYS', 'short', 'must contain keys of at least 16 characters each, separated by commas'],
    ['DATABASE_URL', 'mysql://host', 'must be a PostgreSQL URL such as postgresql://user:password@host:5432/name'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'must be a URL such as http://127.0.0.1:4318'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    [
      'CORS_ORIGINS',
      'https://app.example.com/page',
      'must contain origins such as https://app.example.com, separated by commas, without a path',
    ],
    ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
  ])('refuses %s=%s', (variable, value, problem) => {
    expect(() => readConfig({ [variable]: value })).toThrow(`The configuration is invalid:\n  ${variable} ${problem}.`);
  });

  it('reports all problems at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
      /^[^\n]+\n {2}PORT [^\n]+\n {2}LOG_LEVEL [^\n]+$/,
    );
  });

  it('is frozen, its lists too', () => {
    const config = readConfig({});
    const parts = [config, config.adminKeys, config.corsOrigins];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
  });
});
