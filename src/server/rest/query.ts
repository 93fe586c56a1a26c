// What a REST request says in its path and query string, with the faults that only REST can have. The schema judges the rest,
// so a faulty parameter is handed on as one that is absent, or as an empty text where the schema asks for one.

import type { Fault } from '../../errors.js';
import { parseWholeNumber, splitTags } from '../../schema/arguments.js';
import { unknownParameters } from './unknown.js';

/** Reads parameters; each reading may find a fault. */
export class Query {
  readonly #faults: Fault[] = [];

  constructor(
    private readonly path: Readonly<Record<string, string>>,
    private readonly search: URLSearchParams,
  ) {}

  /** What was wrong with the parameters that were read: of each, the schema sees a stand-in only. */
  get faults(): readonly Fault[] {
    return this.#faults;
  }

  /** The parameters of the query string that are none of `known`. */
  unknown(known: readonly string[]): readonly Fault[] {
    return unknownParameters(this.search.keys(), known);
  }

  /** A part of the path, percent-decoded. */
  segment(name: string): string {
    try {
      return decodeURIComponent(this.path[name] ?? '');
    } catch {
      return this.#fault(name, `${name} is not percent-encoded UTF-8: write % as %25.`) ?? '';
    }
  }

  /** A text that must be there; `example` shows one. */
  required(name: string, example: string): string {
    const text = this.text(name);
    const isFaulty = this.#faults.some(({ field }) => field === name);
    if (!text && !isFaulty) this.#fault(name, `${name} is required: give ${example}.`);
    return text ?? '';
  }

  /** A text, or `undefined` where it is absent. */
  text(name: string): string | undefined {
    const [given, ...more] = this.search.getAll(name);
    return more.length === 0 ? given : this.#fault(name, `${name} was given more than once: give it once.`);
  }

  /** A whole number of at least 1. */
  wholeNumber(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = parseWholeNumber(text, name);
    return typeof number === 'number' ? number : this.#fault(name, number.message);
  }

  /** Tags, separated by commas. */
  tags(name: string): readonly string[] | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : splitTags(text);
  }

  #fault(field: string, message: string): undefined {
    this.#faults.push({ field, message });
  }
}
