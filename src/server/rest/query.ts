// Reads the path and query string of a REST request, and finds the faults that only REST can have. The schema validates the rest,
// so a faulty parameter is passed on as absent, or as an empty text if it is required.

import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Fault } from '../../errors.js';
import { parseWholeNumber, splitTags } from '../../schema/arguments/arguments.js';
import { repeatedParameter, unknownParameters } from '../context/parameter-names.js';
import { decoded } from '../context/utf8.js';
import type { Parameter } from './parameters.js';

/** What was given of a request as JSON, which a query string cannot express. */
export interface GivenAsJson {
  /** The address of a request to REST with what a query string can express. */
  readonly path: string;
  readonly search: string;
  /** In place of texts that are separated by commas. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly Fault[];
}

const onlyTexts: Pick<GivenAsJson, 'lists' | 'faults'> = { lists: new Map(), faults: [] };

/** Reads parameters and collects their faults. */
export class Query {
  readonly #faults: Fault[];

  constructor(
    private readonly path: Readonly<Record<string, string>>,
    private readonly search: URLSearchParams,
    private readonly json = onlyTexts,
  ) {
    this.#faults = [...json.faults];
  }

  /** Faults of the parameters that were read; the schema receives a placeholder for each. */
  get faults(): readonly Fault[] {
    return this.#faults;
  }

  /** A fault for each parameter of the query string that is not in `known`; what is said of those in `refused` is known. */
  unknown(known: readonly string[], refused: Readonly<Record<string, string>> = {}): readonly Fault[] {
    return unknownParameters(this.search.keys(), known, { refused });
  }

  /** A parameter, for an argument of this type; `undefined` if absent. */
  read(parameter: Parameter, type: GraphQLInputType): unknown {
    const { name, beside } = parameter;
    if (Object.hasOwn(this.path, name)) return this.#segment(name);
    // The first of several, so that the schema does not miss what has a fault already.
    if (parameter.isAbsentIfEmpty) return (this.#text(name) ?? this.search.get(name)) || undefined;
    if (beside) return this.#beside(name, beside);
    const named = getNamedType(type);
    const value = isListType(getNullableType(type)) ? this.#list(name, named) : this.#value(parameter, named);
    if (!isNonNullType(type) || (value !== undefined && value !== '')) return value;
    if (!this.#faults.some(({ field }) => field === name))
      this.#fault(name, `${name} is required: give ${parameter.what} such as ${String(parameter.example)}.`);
    return isEnumType(named) ? [...wordsOf(named).values()].slice(0, 1) : '';
  }

  /** A segment of the path, percent-decoded. */
  #segment(name: string): string {
    const text = decoded(this.path[name] ?? '');
    return text ?? this.#fault(name, `${name} is not percent-encoded UTF-8: write % as %25.`) ?? '';
  }

  /** A text; `undefined` if absent. */
  #text(name: string): string | undefined {
    const [given, ...more] = this.search.getAll(name);
    return more.length === 0 ? given : this.#fault(name, repeatedParameter(name).message);
  }

  /** A text that goes with one of `others` alone. */
  #beside(name: string, others: readonly string[]): string | undefined {
    const text = this.#text(name);
    if (!text || others.some((other) => this.search.get(other))) return text;
    return this.#fault(name, `There is no parameter "${name}" here, except beside ${others.join(', ')}: leave it out.`);
  }

  /** Texts, or enum values, separated by commas; white space around each is trimmed. */
  #list(name: string, type: GraphQLNamedType): readonly unknown[] | undefined {
    const text = this.#text(name);
    const texts = this.json.lists.get(name) ?? (text === undefined ? undefined : splitTags(text));
    if (!isEnumType(type)) return texts;
    const words = wordsOf(type);
    const wrong = texts?.find((each) => !words.has(each));
    if (wrong !== undefined) return this.#fault(name, choiceFault(name, words, wrong));
    return texts?.length ? texts.map((each) => words.get(each)) : undefined;
  }

  /** A single value. Only a text can be empty, and a whole number must not be. */
  #value({ name, isClamped = false }: Parameter, type: GraphQLNamedType): unknown {
    const text = this.#text(name);
    if (text === undefined) return undefined;
    if (type.name === 'Int') {
      const number = parseWholeNumber(text, name, { isClamped });
      return typeof number === 'number' ? number : this.#fault(name, number.message);
    }
    const words = isEnumType(type) ? wordsOf(type) : type.name === 'Boolean' ? flags : null;
    if (words) return text === '' ? undefined : (words.get(text) ?? this.#fault(name, choiceFault(name, words, text)));
    return type.name === 'Float' ? this.#number(name, text) : text;
  }

  /** A number; `undefined` if empty. One too large for JavaScript is its largest: infinity is none to GraphQL. */
  #number(name: string, text: string): number | undefined {
    if (text === '') return undefined;
    if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
      return Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE));
    return this.#fault(name, `${name} must be a number such as 0.95; given was ${JSON.stringify(text.slice(0, 100))}.`);
  }

  #fault(field: string, message: string): undefined {
    this.#faults.push({ field, message });
  }
}

type Words = ReadonlyMap<string, unknown>;

const flags: Words = new Map([
  ['true', true],
  ['false', false],
]);

/** The values of an enum by the words of REST. */
function wordsOf(type: GraphQLEnumType): Words {
  return new Map(type.getValues().map(({ name, value }) => [String(value), name]));
}

function choiceFault(name: string, words: Words, given: string): string {
  const values = [...words.keys()];
  const allowed = values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
  return `${name} must be ${allowed}; given was ${JSON.stringify(given.slice(0, 100))}.`;
}
