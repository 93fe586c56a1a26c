// Traces by the SDK of OpenTelemetry, sent to a collector by OTLP over HTTP. The SDK reads its other standard variables (`OTEL_TRACES_SAMPLER`,
// `OTEL_EXPORTER_OTLP_HEADERS`, …) itself. Nothing global is set but where the SDK reports its own failures.

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { programVersion } from '../root.js';
import { statementName, withoutValues } from './statement-text.js';
import type { ParentSpan, RequestSpan, Tracing } from './tracing.js';

/** Maximum wait at the end for spans that are not sent yet, in milliseconds. */
const flushMs = 5_000;
const reportEveryMs = 60_000;

interface TracingOptions {
  /** The address of the collector, without the path of its traces. */
  readonly endpoint: string;
  /** Called with why spans could not be sent. */
  readonly onError: (reason: string) => void;
}

/** Begins to send traces. Disposal sends what is left, and waits for it at most five seconds. */
export function openTracing({ endpoint, onError }: TracingOptions): Tracing {
  const report = seldom(onError);
  diag.setLogger(errorLogger(report), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const own = { 'service.name': 'sightline', 'service.version': programVersion() };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl(endpoint) }))],
  });
  const tracer = provider.getTracer('sightline', programVersion());
  const current = new AsyncLocalStorage<Span>();
  const contextOf = (parent: Span | undefined) => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  return {
    beginRequest: ({ method, route, parent }) => {
      const attributes = { 'http.request.method': method, ...(route === null ? {} : { 'http.route': route }) };
      const options = { kind: SpanKind.SERVER, attributes };
      const span = tracer.startSpan(route === null ? method : `${method} ${route}`, options, remoteContext(parent));
      return requestSpan(span, current);
    },
    continue: (parent, work) => current.run(trace.wrapSpanContext(contextFrom(parent)), work),
    span: async (name, attributes, work) => {
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, contextOf(current.getStore()));
      try {
        return await current.run(span, work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    beginStatement: (sql) => {
      const parent = current.getStore();
      // That of another thread is only known by its context.
      if (!parent || (parent.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return null;
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(sql) };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = tracer.startSpan(statementName(sql), options, contextOf(parent));
      return (error) => {
        if (error) fail(span, error);
        span.end();
      };
    },
    bind: (callback) => AsyncResource.bind(callback),
    [Symbol.asyncDispose]: async () => {
      const sent = new AbortController();
      const late = setTimeout(flushMs, undefined, { signal: sent.signal }).catch(() => {});
      await Promise.race([provider.shutdown().catch(({ message }: Error) => report(message)), late]);
      sent.abort();
      diag.disable();
    },
  };
}

function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

function remoteContext(parent: ParentSpan | null) {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...contextFrom(parent), isRemote: true }) : ROOT_CONTEXT;
}

function contextFrom({ traceId, spanId, flags }: ParentSpan) {
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

function requestSpan(span: Span, current: AsyncLocalStorage<Span>): RequestSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    trace: { traceId, response: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` },
    run: (work) => current.run(span, work),
    end: (status, attributes) => {
      span.setAttributes({ ...attributes, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** An error without its message, which may contain values. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  span.setAttribute('error.type', typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** `onError` at most once a minute: a collector that is away fails each batch. */
function seldom(onError: (reason: string) => void): (reason: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    onError(reason);
  };
}

/** The SDK reports an error as JSON. */
function errorLogger(report: (reason: string) => void) {
  const ignore = () => {};
  const error = (text: string) => report(reasonOf(text));
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}

function reasonOf(text: string): string {
  try {
    const { message } = JSON.parse(text);
    return typeof message === 'string' && message !== '' ? message : text;
  } catch {
    return text;
  }
}
