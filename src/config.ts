// Configuration is a value, read from the environment here and nowhere else. Every setting is one entry of `settings`;
// the `Config` type follows from it, and a test compares the README's table with it.

import { z } from 'zod';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const text = z.string().min(1);

/** `null` when the setting is empty. */
const optional = (schema: z.ZodType<string, string>) =>
  z
    .literal('')
    .transform(() => null)
    .or(schema);

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const adminKeys = list
  .refine(
    (keys) => keys.every((key) => key.length >= 16),
    'must contain keys of at least 16 characters each, separated by commas',
  )
  .readonly();

const origins = list
  .refine(
    (items) => items.every((item) => URL.canParse(item) && new URL(item).origin === item),
    'must contain origins such as https://app.example.com, separated by commas, without a path',
  )
  .readonly();

/** An address of PostgreSQL. */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL URL such as postgresql://user:password@host:5432/name');

const httpUrl = z.string().refine((value) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}, 'must be a URL such as http://127.0.0.1:4318');

const token = z.string().min(16, 'must have at least 16 characters');

const logLevel = z.enum(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  'must be fatal, error, warn, info, debug, trace or silent',
);

/** One setting: its environment variable, its default as text, the schema that parses it, and its line in the README. */
const setting = <Schema extends z.ZodType>(variable: string, fallback: string, schema: Schema, description: string) =>
  ({ variable, default: fallback, schema, description }) as const;

/** Less than a second would cancel ordinary statements on a busy machine, and those of a start with them. */
const minStatementTimeoutMs = 1_000;

/** Every setting by its name in `Config`, in the order of the README's table. */
// biome-ignore format: one setting, one entry
export const settings = {
  port: setting('PORT', '4000', wholeNumber(0, 65_535), 'Port to listen on; 0 chooses a free port'),
  host: setting('HOST', '127.0.0.1', text, 'Address to listen on'),
  adminKeys: setting('ADMIN_API_KEYS', '', adminKeys, 'Admin keys, which can read, record and delete everything: separated by commas, at least 16 characters each'),
  databaseUrl: setting('DATABASE_URL', '', optional(postgresUrl), 'URL of a PostgreSQL 15 or newer; empty: an embedded PostgreSQL in the data folder'),
  readDatabaseUrl: setting('READ_DATABASE_URL', '', optional(postgresUrl), 'URL of a hot standby for reads of figures, pages, lists and exports while it is close behind; empty: none'),
  maxReplicaLagMs: setting('MAX_REPLICA_LAG_MS', '5000', wholeNumber(1_000, 3_600_000), 'Maximum lag of that standby, in milliseconds; at least 1000; beyond it, all reads go to `DATABASE_URL`'),
  dataFolder: setting('SIGHTLINE_DATA', '.sightline', text, 'Data folder of the embedded PostgreSQL'),
  logLevel: setting('LOG_LEVEL', 'info', logLevel, '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
  poolSize: setting('DATABASE_POOL_SIZE', '11', wholeNumber(3, 1_000), 'Maximum number of database connections of one process; at least 3'),
  statementTimeoutMs: setting('STATEMENT_TIMEOUT_MS', '30000', wholeNumber(minStatementTimeoutMs, 3_600_000), 'Maximum duration of one SQL statement of the server, in milliseconds; at least 1000'),
  maxSeriesDays: setting('MAX_SERIES_DAYS', '3660', wholeNumber(1, 3_652_059), 'Maximum number of days in a series; a longer window lists those from its first to its last run'),
  maxBodyBytes: setting('MAX_BODY_BYTES', '1000000', wholeNumber(1_000, 100_000_000), 'Maximum size of a request body, in bytes'),
  maxRecordBytes: setting('MAX_RECORD_BYTES', '64000000', wholeNumber(1_000, 1_000_000_000), 'Maximum size of the records of one request, in bytes, also once they are decompressed'),
  maxQueryCost: setting('MAX_QUERY_COST', '100000', wholeNumber(1, 1_000_000_000), 'Maximum cost of one GraphQL document, by the table in `docs/cost.md`'),
  maxQueryDepth: setting('MAX_QUERY_DEPTH', '12', wholeNumber(1, 100), 'Maximum nesting of fields in a document'),
  maxQueryAliases: setting('MAX_QUERY_ALIASES', '200', wholeNumber(0, 100_000), 'Maximum number of aliases in a document'),
  maxQueryDirectives: setting('MAX_QUERY_DIRECTIVES', '50', wholeNumber(0, 100_000), 'Maximum number of directives in a document'),
  maxQueryTokens: setting('MAX_QUERY_TOKENS', '5000', wholeNumber(100, 100_000), 'Maximum number of tokens in a document'),
  maxAnswerBytes: setting('MAX_ANSWER_BYTES', '32000000', wholeNumber(1_000, 1_000_000_000), 'Maximum size of one answer, in bytes; does not apply to a single recorded run over REST'),
  maxPendingBytes: setting('MAX_PENDING_BYTES', '256000000', wholeNumber(1_000, 100_000_000_000), 'Maximum size of all answers of one process that are being built or sent, in bytes; beyond it: 503'),
  tileCacheBytes: setting('TILE_CACHE_BYTES', '134217728', wholeNumber(0, 100_000_000_000), 'Maximum memory of tiles that are kept while they do not change, in bytes; 0: none are kept'),
  answerCacheBytes: setting('ANSWER_CACHE_BYTES', '67108864', wholeNumber(0, 100_000_000_000), 'Maximum memory of answers that are kept while their data does not change, in bytes; 0: none are kept'),
  readers: setting('READERS', '2', wholeNumber(0, 64), 'Threads that compute answers, so that cached answers, health and metrics never wait for a computation; at most 64; 0: the main thread computes them'),
  persistedDocuments: setting('PERSISTED_DOCUMENTS', '', optional(text), 'File of GraphQL documents that clients can send by their ids, see `docs/clients.md`'),
  requestTimeoutMs: setting('REQUEST_TIMEOUT_MS', '30000', wholeNumber(1, 3_600_000), 'Maximum duration of a request, in milliseconds; after it, its SQL is cancelled'),
  maxExports: setting('MAX_EXPORTS', '2', wholeNumber(0, 1_000), 'Maximum number of lists sent as CSV or NDJSON at once, half of them of one key; 1, or less than `MAX_CONCURRENT_READS` / `READERS`; beyond it: 503; 0: always 503'),
  exportTimeoutMs: setting('EXPORT_TIMEOUT_MS', '300000', wholeNumber(1, 3_600_000), 'Maximum duration of sending one such list, in milliseconds; after it, its connection is closed'),
  maxConnections: setting('MAX_CONNECTIONS', '2000', wholeNumber(1, 1_000_000), 'Maximum number of open client connections; beyond it, the one that has been idle longest is closed'),
  rateLimitPerMinute: setting('RATE_LIMIT_PER_MINUTE', '1000', wholeNumber(0, 1_000_000_000), 'Requests per minute for each organization key; 0: no limit'),
  adminRateLimitPerMinute: setting('ADMIN_RATE_LIMIT_PER_MINUTE', '0', wholeNumber(0, 1_000_000_000), 'Requests per minute for each admin key; 0: no limit'),
  authFailuresPerMinute: setting('AUTH_FAILURES_PER_MINUTE', '60', wholeNumber(0, 1_000_000_000), 'Refused keys per minute from one address before it has to wait; 0: no limit'),
  trustedProxies: setting('TRUSTED_PROXIES', '0', wholeNumber(0, 100), 'Number of proxies in front of the server that append to `X-Forwarded-For`; 0: the header is ignored'),
  maxConcurrentReads: setting('MAX_CONCURRENT_READS', '6', wholeNumber(1, 1_000), 'Maximum number of concurrent reads of figures and pages, at most half of them of one key, counted in each of the `READERS`; always less than `DATABASE_POOL_SIZE`'),
  maxQueuedReads: setting('MAX_QUEUED_READS', '200', wholeNumber(0, 1_000_000), 'Maximum number of reads waiting to run, at most half of them of one key, counted in each of the `READERS`; further ones get 503'),
  corsOrigins: setting('CORS_ORIGINS', '', origins, 'Origins whose pages may call this server from a browser, separated by commas'),
  metricsToken: setting('METRICS_TOKEN', '', optional(token), 'Bearer token of `/metrics`, at least 16 characters; empty: metrics are disabled'),
  traceEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', '', optional(httpUrl), 'URL of an OpenTelemetry collector for traces, such as `http://127.0.0.1:4318`; empty: none are sent'),
  shutdownDelayMs: setting('SHUTDOWN_DELAY_MS', '0', wholeNumber(0, 600_000), 'How long requests are still answered after SIGTERM, while `/health/ready` returns 503, in milliseconds'),
};

type Settings = typeof settings;

/** The value of every setting. `databaseUrl: null` is the embedded database, `metricsToken: null` disables metrics. */
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']> };

/** The configuration that `env` describes, frozen. Throws one error that lists every problem. Pure: tests pass a literal. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Partial<Record<keyof Settings, unknown>> = {};
  for (const [name, { variable, schema, ...rest }] of entries) {
    const result = schema.safeParse(env[variable]?.trim() || rest.default);
    if (result.success) values[name] = result.data;
    else problems.push(...result.error.issues.map((issue) => `${variable} ${issue.message}.`));
  }
  if (problems.length > 0) throw new Error(`The configuration is invalid:\n  ${problems.join('\n  ')}`);
  // safe because every setting was parsed by its own schema just before
  return Object.freeze(values as Config);
}

// safe because an object literal has no other keys than those of its type
const entries = Object.entries(settings) as readonly [keyof Settings, Settings[keyof Settings]][];
