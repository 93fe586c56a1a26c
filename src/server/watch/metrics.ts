// Metrics in the format of Prometheus. The values of labels come from small fixed lists, never from a client, so that
// their number is bounded.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReadCounts } from '../../database/bounded.js';
import type { Database } from '../../database/postgres.js';
import type { ReplicaState } from '../../database/replica/replica.js';
import type { ReplicaOutcome } from '../../database/replica/request-snapshot.js';
import type { Statement } from '../../database/watched.js';
import type { Answers } from '../answers/answers.js';

/** A completed request. */
interface Answered {
  readonly api: string;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  /** Whether its key was valid. */
  readonly isKnown: boolean;
}

export type Metrics = ReturnType<typeof createMetrics>;

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

interface MetricSources {
  readonly pool: Pick<Database['pool'], 'idleCount' | 'totalCount' | 'waitingCount'>;
  /** Left out where a thread reads nothing, or keeps no answers. */
  readonly reads?: () => ReadCounts;
  readonly answers?: Answers['counts'];
}

interface ProcessSources {
  /** How many readers were replaced; `null`: there are none. */
  readonly readersReplaced: (() => number) | null;
  /** `null`: there is no replica. */
  readonly replica: (() => ReplicaState) | null;
  readonly oldestMark: () => Promise<Date | null>;
  /** `null`: the database is not distributed. */
  readonly unreachableNodes: (() => Promise<readonly string[]>) | null;
}

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const statementSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30];

export function createMetrics() {
  // Of the process alone, and of each thread.
  const [whole, registry] = [new Registry(), new Registry()];
  const counters = createCounters(registry);
  const said = new Map<number, Figures>();
  let gone: Figures = [];
  // Labels are looked up once: their values come from fixed lists, so this does not grow.
  const kinds = new Map<string, ReturnType<typeof kindOf>>();
  const kindOf = ({ api, operation, status }: Pick<Answered, 'api' | 'operation' | 'status'>) => ({
    requests: counters.requests.labels({ api, operation, status }),
    seconds: counters.requestSeconds.labels({ api, operation }),
  });
  return {
    answered: (request: Answered) => {
      const { api, operation, status, ms, isKnown } = request;
      const name = `${api} ${operation} ${status}`;
      const kind = kinds.get(name) ?? kindOf(request);
      kinds.set(name, kind);
      kind.requests.inc();
      kind.seconds.observe(ms / 1000);
      if (status === 401) counters.authFailures.inc();
      if (status === 429) counters.rateLimited.inc({ by: isKnown ? 'key' : 'address' });
    },
    statement: ({ ms, copiedRows, copiedBytes }: Statement) => {
      counters.statementSeconds.observe(ms / 1000);
      if (copiedRows > 0) counters.tileRows.inc(copiedRows);
      if (copiedBytes > 0) counters.tileBytes.inc(copiedBytes);
    },
    corruptBlock: () => counters.corruptBlocks.inc(),
    replicaRead: (outcome: ReplicaOutcome) => counters.replicaReads.inc({ outcome }),
    /** Collects metrics of what a thread has. */
    watch: (sources: MetricSources) => watchThread(registry, sources),
    /** Collects metrics of the process, the replica, and the age of the oldest mark, which the door alone has. */
    watchProcess: (sources: ProcessSources) => {
      collectDefaultMetrics({ register: whole });
      watchProcess(whole, sources);
    },
    /** What a thread says of itself, plain, for the metrics of the door. */
    say: (): Promise<Figures> => registry.getMetricsAsJSON(),
    /** Takes what a thread says in place of what it said before. */
    note: (place: number, figures: Figures) => void said.set(place, figures),
    /** What a lost thread had counted stays; what it was at is no more. */
    lose: (place: number) => {
      const counted = (said.get(place) ?? []).filter(({ type }) => String(type) !== 'gauge');
      said.delete(place);
      // safe because a sum has the values that it is of
      gone = AggregatorRegistry.aggregate([gone, counted]).getMetricsAsArray() as Figures;
    },
    /** All metrics as text of the media type `contentType`. */
    print: async () => {
      const all = AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), gone, ...said.values()]);
      return `${await whole.metrics()}\n${await all.metrics()}`;
    },
    contentType: registry.contentType,
  };
}

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `sightline_${name}`, help, labelNames, registers });
  const histogram = <Label extends string = never>(
    { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
    buckets: number[],
  ) => new Histogram({ name: `sightline_${name}`, help, labelNames, buckets, registers });
  return {
    requests: counter('requests_total', 'Requests that were answered.', ['api', 'operation', 'status']),
    requestSeconds: histogram(
      { name: 'request_duration_seconds', help: 'Time to answer a request.', labelNames: ['api', 'operation'] },
      requestSeconds,
    ),
    authFailures: counter('auth_failures_total', 'Requests with no key or a refused one.'),
    rateLimited: counter('rate_limited_total', 'Requests refused for a limit of their key or address.', ['by']),
    statementSeconds: histogram(
      { name: 'sql_statement_duration_seconds', help: 'Time of an SQL statement, begin and commit included.' },
      statementSeconds,
    ),
    tileRows: counter('tile_rows_total', 'Rows of packed tiles that were read.'),
    tileBytes: counter('tile_bytes_total', 'Bytes of packed tiles that were read.'),
    replicaReads: counter(
      'replica_reads_total',
      'Snapshots opened on the read replica, and those on the primary by what kept them from the replica.',
      ['outcome'],
    ),
    corruptBlocks: counter('corrupt_blocks_total', 'Questions answered from raw rows because a tile was corrupt.'),
  };
}

/** What is read when the metrics are requested. */
function readers(registry: Registry) {
  const registers = [registry];
  return {
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name: `sightline_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    counter: (name: string, help: string, read: () => number) =>
      new Counter({
        name: `sightline_${name}`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
  };
}

function watchThread(registry: Registry, { pool, reads, answers }: MetricSources): void {
  const { gauge, counter } = readers(registry);
  new Gauge({
    name: 'sightline_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  gauge('pool_waiting', 'Statements that wait for a connection.', () => pool.waitingCount);
  if (reads) {
    gauge('reads_running', 'Snapshots of figures and pages that are being read.', () => reads().running);
    gauge('reads_waiting', 'Snapshots that wait for their turn.', () => reads().waiting);
    counter('reads_refused_total', 'Snapshots refused because too many waited.', () => reads().refused);
  }
  if (!answers) return;
  counter('answer_cache_hits_total', 'Requests sent an answer computed for another.', () => answers().hits);
  counter('answer_cache_misses_total', 'Requests whose answer was computed, to be kept.', () => answers().misses);
  gauge('answer_cache_bytes', 'Memory of kept answers.', () => answers().bytes);
  gauge('answer_cache_answers', 'Kept answers.', () => answers().answers);
}

function watchProcess(registry: Registry, sources: ProcessSources): void {
  const { replica, oldestMark, unreachableNodes, readersReplaced } = sources;
  const { gauge, counter } = readers(registry);
  const unknown = () => Number.NaN;
  if (readersReplaced)
    counter('readers_replaced_total', 'Readers that stood still or ended, and were replaced.', readersReplaced);
  if (replica) {
    gauge('replica_used', 'Whether reads go to the read replica: 1 or 0.', () => (replica().trouble === null ? 1 : 0));
    const lagOf = () => (replica().lagMs ?? Number.NaN) / 1_000;
    gauge('replica_lag_seconds', 'How far the read replica is behind, at most; NaN: it is not known.', lagOf);
  }
  if (unreachableNodes)
    gauge('unreachable_nodes', 'Nodes of the cluster that do not answer; NaN: it is not known.', () =>
      unreachableNodes().then(({ length }) => length, unknown),
    );
  const ageOf = (since: Date | null) => (since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0);
  gauge(
    'oldest_mark_seconds',
    'How long the oldest recorded run waits to be rolled into tiles; 0: none does, NaN: it is not known.',
    () => oldestMark().then(ageOf, unknown),
  );
}
