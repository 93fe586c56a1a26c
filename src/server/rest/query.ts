// Reads the path and query string of a REST request, and finds the faults that only REST can have. The schema validates the rest,
// so a faulty parameter is passed on as absent, or as an empty text if it is required.

import { type GraphQLInputType, getNamedType, getNullableType, isEnumType, isListType, isNonNullType } from 'graphql';
import { enumNameOf } from '../../domain/breakdown/dimensions-and-measures.js';
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
    const { name, isAbsentIfEmpty, isClamped = false, beside } = parameter;
    if (Object.hasOwn(this.path, name)) return this.segment(name);
    if (isAbsentIfEmpty) return this.first(name) || undefined;
    if (beside) return this.beside(name, beside);
    const named = getNamedType(type);
    const isList = isListType(getNullableType(type));
    const example = `${parameter.what} such as ${String(parameter.example)}`;
    if (isEnumType(named)) {
      const values = named.getValues().map(({ value }) => String(value));
      if (!isList) return this.choice(name, values);
      return isNonNullType(type) ? this.requiredChoices(name, values, example) : this.choices(name, values);
    }
    if (isList) return this.list(name);
    if (named.name === 'Int') return this.wholeNumber(name, { isClamped });
    if (named.name === 'Float') return this.number(name);
    if (named.name === 'Boolean') return this.flag(name);
    return isNonNullType(type) ? this.required(name, example) : this.text(name);
  }

  /** A segment of the path, percent-decoded. */
  segment(name: string): string {
    const text = decoded(this.path[name] ?? '');
    return text ?? this.#fault(name, `${name} is not percent-encoded UTF-8: write % as %25.`) ?? '';
  }

  /** A required text; `example` is shown in the message. */
  required(name: string, example: string): string {
    const text = this.text(name);
    const isFaulty = this.#faults.some(({ field }) => field === name);
    if (!text && !isFaulty) this.#fault(name, `${name} is required: give ${example}.`);
    return text ?? '';
  }

  /** A text; `undefined` if absent. */
  text(name: string): string | undefined {
    const [given, ...more] = this.search.getAll(name);
    return more.length === 0 ? given : this.#fault(name, repeatedParameter(name).message);
  }

  /** A text; the first of several, so that the schema does not miss what has a fault already. */
  first(name: string): string | undefined {
    return this.text(name) ?? this.search.get(name) ?? undefined;
  }

  /** A text that goes with one of `others` alone. */
  beside(name: string, others: readonly string[]): string | undefined {
    const text = this.text(name);
    if (!text || others.some((other) => this.search.get(other))) return text;
    return this.#fault(name, `There is no parameter "${name}" here, except beside ${others.join(', ')}: leave it out.`);
  }

  /** A whole number of at least 1; one that is too large is refused unless it is clamped. */
  wholeNumber(name: string, { isClamped }: { readonly isClamped: boolean }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = parseWholeNumber(text, name, { isClamped });
    return typeof number === 'number' ? number : this.#fault(name, number.message);
  }

  /** A number; `undefined` if absent or empty. One too large for JavaScript is its largest: infinity is none to GraphQL. */
  number(name: string): number | undefined {
    const text = this.text(name) || undefined;
    if (text === undefined) return undefined;
    if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
      return Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE));
    return this.#fault(name, `${name} must be a number such as 0.95; given was ${JSON.stringify(text.slice(0, 100))}.`);
  }

  /** Texts, separated by commas; white space around each is trimmed. */
  list(name: string): readonly string[] | undefined {
    const text = this.text(name);
    return this.json.lists.get(name) ?? (text === undefined ? undefined : splitTags(text));
  }

  /** Whether it is `true`; `undefined` if absent or empty. */
  flag(name: string): boolean | undefined {
    const text = this.choice(name, ['true', 'false']);
    return text === undefined ? undefined : text === 'TRUE';
  }

  /** The enum value of a text in `values`; `undefined` if absent or empty. */
  choice(name: string, values: readonly string[]): string | undefined {
    const text = this.text(name) || undefined;
    if (text === undefined || values.includes(text)) return text?.toUpperCase();
    return this.#fault(name, choiceFault(name, values, text));
  }

  /** The enum values of texts in `values`, separated by commas; white space around each is trimmed. */
  choices(name: string, values: readonly string[]): readonly string[] | undefined {
    const texts = this.list(name) ?? [];
    const wrong = texts.find((text) => !values.includes(text));
    if (wrong !== undefined) return this.#fault(name, choiceFault(name, values, wrong));
    return texts.length === 0 ? undefined : texts.map(enumNameOf);
  }

  /** The same, of which at least one is required; `example` is shown in the message. */
  requiredChoices(name: string, values: readonly string[], example: string): readonly string[] {
    const given = this.choices(name, values);
    const isFaulty = this.#faults.some(({ field }) => field === name);
    if (!given && !isFaulty) this.#fault(name, `${name} is required: give ${example}.`);
    return given ?? values.slice(0, 1).map(enumNameOf);
  }

  #fault(field: string, message: string): undefined {
    this.#faults.push({ field, message });
  }
}

function choiceFault(name: string, values: readonly string[], given: string): string {
  const allowed = values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
  return `${name} must be ${allowed}; given was ${JSON.stringify(given.slice(0, 100))}.`;
}
