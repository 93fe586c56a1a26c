// Configuration is a value: the only reader of the environment, and it reports every problem at once.

import { z } from 'zod';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
);

const adminKeys = list.refine(
  (keys) => keys.every((key) => key.length >= 16),
  'must hold keys of at least 16 characters each, separated by commas',
);

const origins = list.refine(
  (given) => given.every((each) => URL.canParse(each) && new URL(each).origin === each),
  'must hold origins such as https://app.example.com, separated by commas, without a path',
);

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text),
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/name',
  );

/** Every setting: its variable, what it means, its default as text, and how it is read. The README's table is checked against this. */
export const settings = {
  PORT: { about: 'Port to listen on; 0 takes a free one', default: '4000', read: wholeNumber(0, 65_535) },
  HOST: { about: 'Address to listen on', default: '127.0.0.1', read: z.string().min(1) },
  ADMIN_API_KEYS: {
    about: 'Admin keys that read everything, separated by commas, each of at least 16 characters',
    default: '',
    read: adminKeys,
  },
  DATABASE_URL: {
    about: 'PostgreSQL 15 or newer; empty: an embedded PostgreSQL in the data folder',
    default: '',
    read: databaseUrl.or(z.literal('')),
  },
  SIGHTLINE_DATA: { about: 'Data folder of the embedded PostgreSQL', default: '.sightline', read: z.string().min(1) },
  LOG_LEVEL: {
    about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    default: 'info',
    read: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  },
  DATABASE_POOL_SIZE: { about: 'Most database connections of one process', default: '10', read: wholeNumber(2, 1_000) },
  STATEMENT_TIMEOUT_MS: {
    about: 'Longest time one SQL statement of the server may take, in milliseconds',
    default: '30000',
    read: wholeNumber(1, 3_600_000),
  },
  MAX_WINDOW_DAYS: {
    about: 'Longest window of one question, in days',
    default: '3660',
    read: wholeNumber(1, 3_652_059),
  },
  MAX_BODY_BYTES: {
    about: 'Largest request body, in bytes',
    default: '1000000',
    read: wholeNumber(1_000, 100_000_000),
  },
  MAX_QUERY_COST: {
    about: 'Most that one GraphQL document may cost, by the table in `docs/design.md`',
    default: '100000',
    read: wholeNumber(1, 1_000_000_000),
  },
  MAX_QUERY_DEPTH: { about: 'Most fields within one another in a document', default: '12', read: wholeNumber(1, 100) },
  MAX_QUERY_ALIASES: { about: 'Most aliases in a document', default: '200', read: wholeNumber(0, 100_000) },
  MAX_QUERY_DIRECTIVES: { about: 'Most directives in a document', default: '50', read: wholeNumber(0, 100_000) },
  MAX_QUERY_TOKENS: { about: 'Most tokens of a document', default: '5000', read: wholeNumber(100, 100_000) },
  REQUEST_TIMEOUT_MS: {
    about: 'Longest time until a request is answered, in milliseconds; then its SQL is cancelled',
    default: '30000',
    read: wholeNumber(1, 3_600_000),
  },
  MAX_CONNECTIONS: {
    about: 'Most open connections of clients to one process; more are closed at once',
    default: '2000',
    read: wholeNumber(1, 1_000_000),
  },
  RATE_LIMIT_PER_MINUTE: {
    about: 'Requests a minute for each organization key; 0: no limit',
    default: '1000',
    read: wholeNumber(0, 1_000_000_000),
  },
  ADMIN_RATE_LIMIT_PER_MINUTE: {
    about: 'Requests a minute for each admin key; 0: no limit',
    default: '0',
    read: wholeNumber(0, 1_000_000_000),
  },
  AUTH_FAILURES_PER_MINUTE: {
    about: 'Refused keys a minute from one address before it has to wait; 0: no limit',
    default: '60',
    read: wholeNumber(0, 1_000_000_000),
  },
  TRUSTED_PROXIES: {
    about: 'Proxies before the server that append to `X-Forwarded-For`; 0: the header is not believed',
    default: '0',
    read: wholeNumber(0, 100),
  },
  MAX_CONCURRENT_READS: {
    about: 'Reads of figures and pages at once in one process; at most one less than `DATABASE_POOL_SIZE` run',
    default: '6',
    read: wholeNumber(1, 1_000),
  },
  MAX_QUEUED_READS: {
    about: 'Reads that may wait for their turn; beyond it requests are answered with 503',
    default: '200',
    read: wholeNumber(0, 1_000_000),
  },
  CORS_ORIGINS: {
    about: 'Origins whose pages browsers may let ask this server, separated by commas',
    default: '',
    read: origins,
  },
  METRICS_TOKEN: {
    about: 'Bearer token of `/metrics`, of at least 16 characters; empty: there are no metrics',
    default: '',
    read: z.string().min(16, 'must have at least 16 characters').or(z.literal('')),
  },
  SHUTDOWN_DELAY_MS: {
    about: 'How long the server still answers after SIGTERM while `/health/ready` says 503, in milliseconds',
    default: '0',
    read: wholeNumber(0, 600_000),
  },
} as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly adminKeys: readonly string[];
  /** `null`: the embedded database. */
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
  readonly logLevel: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly maxWindowDays: number;
  readonly maxBodyBytes: number;
  readonly maxQueryCost: number;
  readonly maxQueryDepth: number;
  readonly maxQueryAliases: number;
  readonly maxQueryDirectives: number;
  readonly maxQueryTokens: number;
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly rateLimitPerMinute: number;
  readonly adminRateLimitPerMinute: number;
  readonly authFailuresPerMinute: number;
  readonly trustedProxies: number;
  readonly maxConcurrentReads: number;
  readonly maxQueuedReads: number;
  readonly corsOrigins: readonly string[];
  /** `null`: no metrics are told. */
  readonly metricsToken: string | null;
  readonly shutdownDelayMs: number;
}

/** The configuration that `env` describes, frozen. Throws one error that lists every problem. Pure: tests pass a literal. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  for (const [name, setting] of Object.entries(settings)) {
    const given = env[name]?.trim();
    const result = setting.read.safeParse(given ? given : setting.default);
    if (result.success) values.set(name, result.data);
    else problems.push(...result.error.issues.map((issue) => `${name} ${issue.message}.`));
  }
  if (problems.length > 0) throw new Error(`The configuration is not usable:\n  ${problems.join('\n  ')}`);
  return toConfig(values);
}

function toConfig(values: ReadonlyMap<string, unknown>): Config {
  // safe because every setting was parsed by its own schema just before
  const value = <Name extends keyof typeof settings>(name: Name) =>
    values.get(name) as z.output<(typeof settings)[Name]['read']>;
  return Object.freeze({
    port: value('PORT'),
    host: value('HOST'),
    adminKeys: Object.freeze(value('ADMIN_API_KEYS')),
    databaseUrl: value('DATABASE_URL') || null,
    dataFolder: value('SIGHTLINE_DATA'),
    logLevel: value('LOG_LEVEL'),
    poolSize: value('DATABASE_POOL_SIZE'),
    statementTimeoutMs: value('STATEMENT_TIMEOUT_MS'),
    maxWindowDays: value('MAX_WINDOW_DAYS'),
    maxBodyBytes: value('MAX_BODY_BYTES'),
    maxQueryCost: value('MAX_QUERY_COST'),
    maxQueryDepth: value('MAX_QUERY_DEPTH'),
    maxQueryAliases: value('MAX_QUERY_ALIASES'),
    maxQueryDirectives: value('MAX_QUERY_DIRECTIVES'),
    maxQueryTokens: value('MAX_QUERY_TOKENS'),
    requestTimeoutMs: value('REQUEST_TIMEOUT_MS'),
    maxConnections: value('MAX_CONNECTIONS'),
    rateLimitPerMinute: value('RATE_LIMIT_PER_MINUTE'),
    adminRateLimitPerMinute: value('ADMIN_RATE_LIMIT_PER_MINUTE'),
    authFailuresPerMinute: value('AUTH_FAILURES_PER_MINUTE'),
    trustedProxies: value('TRUSTED_PROXIES'),
    maxConcurrentReads: value('MAX_CONCURRENT_READS'),
    maxQueuedReads: value('MAX_QUEUED_READS'),
    corsOrigins: Object.freeze(value('CORS_ORIGINS')),
    metricsToken: value('METRICS_TOKEN') || null,
    shutdownDelayMs: value('SHUTDOWN_DELAY_MS'),
  });
}
