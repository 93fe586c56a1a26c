// What the rest of the program knows of traces. The packages that make them are loaded by `open-tracing.ts`, and only where traces are sent.

/** The place of a request in a trace, for its log line and its response. */
export interface Trace {
  readonly traceId: string;
  /** The header `traceresponse` of the response. */
  readonly response: string;
}

/** The span of a client, which the header `traceparent` of its request names. */
export interface ParentSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Two hexadecimal digits. */
  readonly flags: string;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

interface IncomingRequest {
  readonly method: string;
  /** `null`: its path does not exist. */
  readonly route: string | null;
  readonly parent: ParentSpan | null;
}

/** The span of a request. */
export interface RequestSpan {
  readonly trace: Trace;
  /** Runs `work` so that the spans that begin meanwhile are parts of this one. */
  readonly run: <T>(work: () => T) => T;
  /** Ends it with what is known once the request is answered. */
  readonly end: (status: number, attributes: Attributes) => void;
}

export interface Tracing extends AsyncDisposable {
  readonly beginRequest: (request: IncomingRequest) => RequestSpan;
  /** Runs `work` so that the spans that begin meanwhile are parts of `parent`, which another thread has begun. */
  readonly continue: <T>(parent: ParentSpan, work: () => T) => T;
  /** Runs `work` as a span: a part of the current one, or the first of a trace. */
  readonly span: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;
  /** Begins a statement of SQL as a part of the current span; `null` where there is none. The function ends it. */
  readonly beginStatement: (sql: string) => ((error?: unknown) => void) | null;
  /** `callback`, with the spans that it begins as parts of the span that is current now. */
  readonly bind: <Args extends readonly unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void;
}
