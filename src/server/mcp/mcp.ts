// The Model Context Protocol over HTTP, for assistants: every tool is a request to REST, with its limits, faults and figures. Nothing is kept
// between requests.

import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { AppError } from '../../errors.js';
import type { VersionsOf } from '../../loaders/versions.js';
import { toAppError } from '../context/errors.js';
import type { HttpResponse } from '../context/http-response.js';
import { noteVersions } from '../context/named-subjects.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { utf8Of } from '../context/utf8.js';
import type { ComputeRoute } from '../rest/compute.js';
import type { GivenAsJson } from '../rest/query.js';
import { pathParameters } from '../rest/routes.js';
import { subjectReader } from '../rest/serving.js';
import { readArguments, type ToolArguments } from './arguments.js';
import { refuseBytes, refuseMessage, refuseOrigin } from './message.js';
import { schemasOf, unchecked } from './schemas.js';
import { type ToolRow, toolRows } from './tools.js';

const instructions = `Sightline measures how AI models speak of brands, from recorded answers.
Ratios are fractions in [0, 1], exact and never rounded; null means that there is no data, never zero.
A window is half-open, [start, end), in RFC 3339 date-times; both ends are aligned down to the quarter hour.
Figures rest on a limited number of prompts: call a difference a change only where isSignificant is true.`;

interface McpParts {
  readonly schema: GraphQLSchema;
  readonly compute: ComputeRoute;
  readonly versionsOf: VersionsOf;
  readonly version: string;
  /** Origins whose pages may call this server. */
  readonly corsOrigins: readonly string[];
}

/** Answers a request of an assistant. */
export type ServeMcp = (request: Request, requestContext: AuthorizedContext) => Promise<HttpResponse>;

/** Throws if a tool does not match the schema. */
export function createMcp({ schema, compute, versionsOf, version, corsOrigins }: McpParts): ServeMcp {
  const tools = toolRows.map((tool) => {
    const { input, output } = schemasOf(schema, tool);
    const inPath = pathParameters(tool.route).map(({ name }) => name);
    const read = { schema: input, inPath, refused: tool.route.refused ?? {} };
    return {
      tool,
      read,
      subjectOf: subjectReader(tool.route),
      inputSchema: unchecked(input),
      outputSchema: unchecked(output),
    };
  });
  const names = toolRows.map(({ name }) => name);
  const call = async (
    { tool, subjectOf }: (typeof tools)[number],
    given: ToolArguments,
    requestContext: AuthorizedContext,
  ): Promise<Called> => {
    const address = addressOf(tool, given.texts);
    const subject = subjectOf(address.path);
    const areAll = !tool.route.isUntagged;
    if (subject) await noteVersions(requestContext, { subjects: [subject], areAll }, versionsOf);
    const json = { ...given, ...address };
    const answer = await compute(requestContext, { route: tool.route, format: null, isHead: false, json });
    const body = tool.fields ? onlyFields(String(answer.body), tool.fields) : String(answer.body);
    const bytes = Buffer.byteLength(body);
    requestContext.reservation.resize(bytesSentFor(bytes));
    return { body, result: resultFor(body, bytes) };
  };
  const serverFor = (requestContext: AuthorizedContext, onBody: (body: string) => void) => {
    // The tools of a server never change, and no stream could say so.
    const capabilities = { tools: { listChanged: false } };
    const server = new McpServer({ name: 'sightline', title: 'Sightline', version }, { instructions, capabilities });
    for (const each of tools) {
      const { inputSchema, outputSchema } = each;
      const { name, title, description } = each.tool;
      const config = { title, description, inputSchema, outputSchema, annotations: { readOnlyHint: true } };
      server.registerTool(name, config, async (given) => {
        try {
          const { body, result } = await call(each, readArguments(given, each.read), requestContext);
          onBody(body);
          return result;
        } catch (error) {
          return refusal(toAppError(error, requestContext));
        }
      });
    }
    return server;
  };
  return async (request, requestContext) => {
    const stranger = refuseOrigin(request, corsOrigins);
    if (stranger) return stranger;
    const text = await utf8Of(request.clone());
    const message = text === null ? undefined : parsed(text);
    const refused = text === null ? refuseBytes() : refuseMessage(message, names);
    if (refused) return refused;
    let body: string | undefined;
    const makeServer = () => serverFor(requestContext, (returned) => (body = returned));
    const handler = createMcpHandler(makeServer, { maxSubscriptions: 0, keepAliveMs: 0 });
    const response = await handler.fetch(request, { parsedBody: message });
    const framed = await response.text();
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      headers: type === null ? {} : { 'Content-Type': type },
      body: (body === undefined ? framed : withBody(framed, body)) || null,
    };
  };
}

/** `undefined` for what is not JSON, which the SDK then reads and refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body that a tool returns, and the result that the SDK frames in its place. */
interface Called {
  readonly body: string;
  readonly result: CallToolResult;
}

function onlyFields(body: string, fields: readonly string[]): string {
  const whole: Record<string, unknown> = JSON.parse(body);
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, whole[field]])));
}

/** What an assistant can correct is a result of the tool, so that the model reads it. */
function refusal({ code, message }: AppError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${code}: ${message}` }] };
}

/** The address of that request. `texts` has every segment of the path. */
function addressOf(
  { route, defaults = {} }: ToolRow,
  texts: ReadonlyMap<string, string>,
): Pick<GivenAsJson, 'path' | 'search'> {
  const inPath = new Set<string>();
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name);
    // An unpaired surrogate, which has no percent-encoding, is replaced as it is for the database.
    return encodeURIComponent(Buffer.from(texts.get(name) ?? '').toString());
  });
  const query = new URLSearchParams(defaults);
  for (const [name, text] of texts) {
    const isDefault = text === '' && query.has(name);
    if (!inPath.has(name) && !isDefault) query.set(name, text);
  }
  return { path, search: query.toString() };
}

/** A larger body is sent once; a smaller one as text as well, which the protocol recommends for clients that read nothing else. */
const maxCopiedBytes = 1_000_000;

/** The most bytes that are sent for a body: JSON within a text has every quotation mark and backslash escaped. */
export function bytesSentFor(bodyBytes: number): number {
  return bodyBytes > maxCopiedBytes ? bodyBytes : 3 * bodyBytes;
}

/**
 * The result for the SDK to frame: it gets an empty object, and the body is put in its place, which is neither parsed nor written a second time, whatever its
 * size.
 */
export function resultFor(body: string, bodyBytes: number): CallToolResult {
  const size = `${bodyBytes.toLocaleString('en-US')} bytes`;
  const text = bodyBytes > maxCopiedBytes ? `The result has ${size} and is sent once, as structuredContent.` : body;
  return { content: [{ type: 'text', text }], structuredContent: {} };
}

// In a text of the frame, which may be the client's, the quotation marks are escaped.
const place = '"structuredContent":{}';

/** What the SDK framed, with the body. */
export function withBody(framed: string, body: string): string {
  return framed.replace(place, () => `"structuredContent":${body}`);
}
