// Answers of GraphQL that are sent again. Only once a document is valid and within its limits, but before anything is read for it, the versions of its
// subjects are read, and with them the answer is looked for. Over GET, such answers have an entity tag.

import { hash } from 'node:crypto';
import { type FieldNode, type GraphQLSchema, getOperationAST, type ValueNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { ReplicaFor, Subject, VersionsOf } from '../../loaders/versions.js';
import { costOf } from '../../schema/builder/field-options.js';
import { type Answers, type Computing, keyOfQuestion, variesBy } from '../answers/answers.js';
import { type AnswerKey, confirmed, tagged } from '../answers/etag.js';
import type { HttpResponse } from '../context/http-response.js';
import { noteVersions } from '../context/named-subjects.js';
import type { AuthorizedContext, Question } from '../context/request-context.js';
import { fieldOf, givenIn } from '../cost/field-lookup.js';
import type { Measures, OfOperation } from '../cost/measure.js';

/** What is known of the answer to a request that a client sent. */
interface KeptAnswer extends Disposable {
  /** Whether its key is of use: the answer can be kept, or confirmed, or read on a replica that has seen its versions. */
  readonly needsKey: boolean;
  /** The response, once there is one: before anything is executed where it need not be computed. */
  response: HttpResponse | null;
  /** Called with a response without errors: keeps it if it can be sent again, and returns what is sent. */
  readonly complete: (response: HttpResponse) => HttpResponse;
  /** Looks for the answer to a question at `versions` of its data. */
  readonly claim: (versions: string, question: Question) => Promise<void>;
}

export interface KeptContext {
  readonly requestContext: AuthorizedContext;
  /** The media type of the response. */
  readonly mediaType: string;
  readonly keptAnswer: KeptAnswer;
}

/** What a request knows of its answer before it is executed: nothing. Until disposal, others may wait for it. */
export function createKeptAnswer(
  requestContext: AuthorizedContext,
  { answers, replicaFor }: { readonly answers: Answers; readonly replicaFor: ReplicaFor },
): KeptAnswer {
  const { method, headers } = requestContext.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const copies = isRead ? headers.get('if-none-match') : null;
  let computing: Computing | null = null;
  let found: { readonly question: Question; readonly key: AnswerKey } | null = null;
  const sent = (response: HttpResponse): HttpResponse => {
    if (!found) return response;
    requestContext.question = found.question;
    return isRead ? tagged(response, { key: found.key, vary: variesBy, copies }) : response;
  };
  const known: KeptAnswer = {
    needsKey: isRead || answers.isOn || replicaFor(requestContext) !== null,
    response: null,
    claim: async (versions, question) => {
      const key = keyOfQuestion(answers, requestContext, question, versions);
      found = { question, key };
      known.response = confirmed({ key, vary: variesBy, copies });
      if (known.response) return;
      const claim = await answers.claim(requestContext, key);
      if (claim.kept) known.response = sent(claim.kept);
      else computing = claim;
    },
    complete: (response) => sent(computing ? computing.keep(response) : response),
    [Symbol.dispose]: () => computing?.[Symbol.dispose](),
  };
  return known;
}

export interface KeptParts {
  readonly schema: GraphQLSchema;
  readonly versionsOf: VersionsOf;
}

/** A plugin that ends the execution of what need not be computed. It comes before all that reads data. */
export function useKeptAnswers(
  { schema, versionsOf }: KeptParts,
  measuresOf: OfOperation<Measures>,
): Plugin<Partial<KeptContext>> {
  return {
    onExecute: async ({ args, context, setResultAndStopExecution }) => {
      const { requestContext, mediaType = '', keptAnswer } = context;
      if (!requestContext || !keptAnswer) return;
      const { query = '' } = context.params;
      const operationName = context.params.operationName ?? '';
      const variables = context.params.variables ?? {};
      const { roots, zones } = measuresOf(args.document, operationName);
      const operation = getOperationAST(args.document, operationName || undefined);
      const read = (value: ValueNode) => givenIn(value, operation, variables);
      const { subjects, areAll } = subjectsOf(schema, roots, read);
      if (subjects.every(isReadOnce) && !(areAll && keptAnswer.needsKey)) return;
      if (!requestContext.named) await noteVersions(requestContext, { subjects, areAll }, versionsOf);
      const text = canonical(variables);
      const { version } = requestContext;
      if (version === undefined || text === null) return;
      const asked = [mediaType, hash('sha256', JSON.stringify([query, operationName, text]), 'base64url')];
      await keptAnswer.claim(version, { subjects, asked, zones: [...zones].map((zone) => (zone ? read(zone) : null)) });
      if (keptAnswer.response) setResultAndStopExecution({});
    },
  };
}

/** What all brands share is read once: nothing else of the answer has to be of the same instant. */
function isReadOnce(subject: Subject): boolean {
  return subject === 'shared';
}

/** The variables as text, the same for every order of their fields; `null` if they are nested too deeply, or hold a number that JSON cannot write. */
function canonical(variables: Readonly<Record<string, unknown>>): string | null {
  try {
    return JSON.stringify(variables, (_, value: unknown) => {
      if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) throw new RangeError();
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Root fields about what all brands share. */
const sharedFields = new Set(['models', '__typename']);

interface Subjects {
  readonly subjects: readonly Subject[];
  /** Whether the answer is a function of their data: each other root field shows what all brands share. */
  readonly areAll: boolean;
}

/**
 * The brands and prompts that root fields name; what is not a possible id is none. An answer is a function of the versions of their data, of its document, its
 * variables and what its key can read, unless a root field shows anything else.
 */
export function subjectsOf(
  schema: GraphQLSchema,
  roots: Iterable<FieldNode>,
  read: (value: ValueNode) => unknown,
): Subjects {
  const subjects = new Map<string, Subject>();
  let areAll = true;
  for (const { name, arguments: given = [] } of roots) {
    if (sharedFields.has(name.value)) continue;
    const field = fieldOf(schema, schema.getQueryType() ?? undefined, name.value);
    const argument = field && costOf(field).subject;
    const value = given.find((each) => each.name.value === argument)?.value;
    const subject = argument && value ? toSubject(argument, read(value)) : null;
    if (subject) subjects.set(JSON.stringify(subject), subject);
    else areAll = false;
  }
  return { subjects: subjects.size === 0 ? ['shared'] : [...subjects.values()], areAll };
}

function toSubject(argument: string, given: unknown): Subject | null {
  if (typeof given !== 'string' && !Number.isInteger(given)) return null;
  const id = String(given);
  if (argument === 'promptId') return uuid.test(id) ? { promptId: id.toLowerCase() } : null;
  return id === '' || !isWithin(id, maxIdLength) || id.includes('\0') ? null : { brandId: id };
}
