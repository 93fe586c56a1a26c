// Holds answers of REST against its own description: status, headers and body. Fields that the description does not know count as wrong.

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { schema } from '../../src/schema/index.js';
import { describeRest } from '../../src/server/openapi/openapi.js';

type Json = Readonly<Record<string, unknown>>;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Described {
  readonly headers?: Json;
  readonly content?: Readonly<Record<string, { readonly schema: Json; readonly example: unknown }>>;
}

/** The description, with references as ajv follows them. */
export const description = describeRest(schema);

// safe because the description is made of these
const paths = description.paths as Readonly<
  Record<string, { readonly [method in 'get' | 'post']?: { readonly responses: Json } }>
>;
const operations = Object.entries(paths).map(([path, { get, post }]) => ({
  path,
  pattern: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  responses: (get ?? post)?.responses ?? {},
}));

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
ajv.addSchema(closed(description) as Json, 'rest'); // safe because it stays an object

/** What of a REST answer its description does not say; nothing: the two agree. */
export function undescribed(path: string, { status, headers, text }: Answered): readonly string[] {
  const place = path.replace(/\?.*$/s, '');
  const operation = operations.find(({ pattern }) => pattern.test(place));
  if (!operation) return problems('#/components/schemas/Error', text);
  const found = operation.responses[status];
  if (!found) return [`GET ${operation.path} is not said to answer ${status}.`];
  const { pointer, response } = resolve(found as Json, operation.path, status); // safe because answers are objects
  const missing = Object.keys(response.headers ?? {}).filter((name) => mustHave(name) && !headers.has(name));
  const wrong = missing.map((name) => `GET ${operation.path} answered ${status} without ${name}.`);
  if (!response.content) return text === '' ? wrong : [...wrong, `A body came with ${status}.`];
  return [...wrong, ...problems(`${pointer}/content/application~1json/schema`, text)];
}

/** Limits, tags and notices are not there for everybody. */
function mustHave(name: string): boolean {
  return !/^(RateLimit|ETag|Notices)/.test(name);
}

function problems(pointer: string, text: string): readonly string[] {
  const validate = ajv.getSchema(`rest${pointer}`);
  if (!validate) return [`There is no schema at ${pointer}.`];
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${pointer}: ${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  });
}

function resolve(
  found: Json,
  path: string,
  status: number,
): { readonly pointer: string; readonly response: Described } {
  const escaped = encodeURIComponent(path.replace(/~/g, '~0').replace(/\//g, '~1'));
  if (typeof found.$ref !== 'string') return { pointer: `#/paths/${escaped}/get/responses/${status}`, response: found };
  const name = found.$ref.replace('#/components/responses/', '');
  const { responses } = description.components as { readonly responses: Readonly<Record<string, Described>> }; // safe because the description is made so
  return { pointer: found.$ref, response: responses[name] ?? {} };
}

/** The same, with no field allowed that is not listed. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isOpen = copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
