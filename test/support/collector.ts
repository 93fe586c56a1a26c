// A collector of OpenTelemetry on HTTP: receives OTLP as JSON, and shows the spans as plain values.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the first span of a trace. */
  readonly parentSpanId: string;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly resource: Readonly<Record<string, string | number>>;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Of the last request. */
  readonly headers: () => IncomingHttpHeaders;
  /** Resolves to the spans once `isEnough` of them. */
  readonly until: (isEnough: (spans: readonly ReceivedSpan[]) => boolean) => Promise<readonly ReceivedSpan[]>;
}

/** Listens on a free port. Anything but traces as JSON is refused. */
export async function openCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  let headers: IncomingHttpHeaders = {};
  let onSpans = () => {};
  const server = createServer(async (request, response) => {
    headers = request.headers;
    const isTraces = request.url === '/v1/traces' && headers['content-type'] === 'application/json';
    const body = await json(request);
    response.writeHead(isTraces ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
    if (isTraces) spans.push(...spansOf(body));
    onSpans();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers: () => headers,
    until: (isEnough) =>
      new Promise((resolve) => {
        onSpans = () => {
          if (isEnough(spans)) resolve(spans);
        };
        onSpans();
      }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP
function spansOf(body: any): readonly ReceivedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP
  return body.resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP
    scopeSpans.flatMap(({ spans }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP
      spans.map((span: any) => ({
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        isFailed: span.status?.code === 2,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
