// What the benchmarks use of the packages of this folder, which the type check of the project does not install.

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** In seconds. */
    readonly duration: number;
    readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }
  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
  }
  interface Running extends EventEmitter {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): this;
  }
  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Running;
}

declare module '@duckdb/node-api' {
  export interface DuckDBConnection {
    run(sql: string): Promise<unknown>;
    runAndReadAll(sql: string): Promise<{ getRowObjectsJS(): readonly unknown[] }>;
    closeSync(): void;
  }
  export const DuckDBInstance: {
    create(
      file: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<DuckDBConnection>; closeSync(): void }>;
  };
  export function version(): string;
}
