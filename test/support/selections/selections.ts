// Random selections over the whole schema, found in the schema itself: a new type, field or argument is selected without a line here.

import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { schema } from '../../../src/schema/index.js';
import type { Choices } from '../fuzz/choices.js';
import type { Words } from './words.js';

/** A field of a selection. */
export interface Selected {
  /** Its key in the answer: an alias, or its name. */
  readonly key: string;
  readonly name: string;
  /** As they are written, in parentheses; empty: none. */
  readonly args: string;
  /** It is written, but left out of the answer by a directive. */
  readonly isSkipped: boolean;
  /** What is selected of it; `null` where it is a leaf. */
  readonly below: Selection | null;
}

export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly Selected[];
}

/** From here on, only leaves are selected of a type that has some. */
const deepest = 7;
/** A type within itself more often than this, such as the prompt of a run of a prompt, would multiply its lists. */
const timesWithin = 2;
/** At most so many fields of one type are selected: needs of fields meet only where several are. */
const widest = 14;
/** The root fields with most beneath them are selected more often. */
const rich = [...Array.from({ length: 8 }, () => 'brandAnalytics'), 'promptSnapshot', 'promptSnapshot'];

export function randomSelection(choices: Choices, words: Words): Selection {
  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no query.');
  return new Selector(choices, words).within(root, []);
}

class Selector {
  private aliases = 0;
  private readonly known = new Map<GraphQLObjectType, Selection>();

  constructor(
    private readonly choices: Choices,
    private readonly words: Words,
  ) {}

  /** A selection of `type`, now and then one that was made before. `above` are the types that it lies within. */
  within(type: GraphQLObjectType, above: readonly GraphQLObjectType[]): Selection {
    const known = this.known.get(type);
    if (known && this.choices.rarely(6)) return known;
    const candidates = this.candidatesOf(type, [...above, type]);
    const fields = new Map<string, Selected>();
    for (let count = 1 + this.choices.below(above.length === 0 ? 2 : widest); count > 0; count--) {
      const candidate = this.choices.of(candidates);
      if (fields.has(candidate.name) && candidate.args.length === 0 && !this.choices.rarely(8)) continue;
      const field = this.selected(candidate, fields, [...above, type]);
      fields.set(field.key, field);
    }
    if (this.choices.rarely(6)) fields.set('__typename', { ...typename, key: '__typename' });
    const selection = { type, fields: [...fields.values()] };
    this.known.set(type, selection);
    return selection;
  }

  private candidatesOf(type: GraphQLObjectType, path: readonly GraphQLObjectType[]): readonly AnyField[] {
    const fields = Object.values(type.getFields()).filter((field) => this.words.canAsk(field));
    const leaves = fields.filter((field) => !isObjectType(getNamedType(field.type)));
    if (path.length > deepest && leaves.length > 0) return leaves;
    const fitting = fields.filter((field) => {
      const below = getNamedType(field.type);
      return path.filter((each) => each === below).length < timesWithin;
    });
    if (path.length > 1) return fitting;
    return [...fitting, ...rich.flatMap((name) => fitting.filter((field) => field.name === name))];
  }

  private selected(
    field: AnyField,
    beside: ReadonlyMap<string, Selected>,
    path: readonly GraphQLObjectType[],
  ): Selected {
    const type = getNamedType(field.type);
    const isAliased = beside.has(field.name) || this.choices.rarely(4);
    return {
      key: isAliased ? `a${this.aliases++}` : field.name,
      name: field.name,
      args: this.words.argumentsOf(field),
      isSkipped: this.choices.rarely(12),
      below: isObjectType(type) ? this.within(type, path) : null,
    };
  }
}

type AnyField = GraphQLField<unknown, unknown>;

const typename = { name: '__typename', args: '', isSkipped: false, below: null };

/** A leaf of an answer: the field and all above it, the root field first. */
export type Leaf = readonly Selected[];

/** Every leaf of the answer to a selection. */
export function leavesOf({ fields }: Selection): readonly Leaf[] {
  return fields
    .filter(({ isSkipped }) => !isSkipped)
    .flatMap((field) => (field.below ? leavesOf(field.below).map((leaf) => [field, ...leaf]) : [[field]]));
}

/** The values of a leaf in an answer, lists as lists. */
export function valuesOf(leaf: Leaf, answer: unknown): unknown {
  const [field, ...rest] = leaf;
  if (!field || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((each) => valuesOf(leaf, each));
  return valuesOf(rest, (answer as Readonly<Record<string, unknown>>)[field.key]); // safe because what has fields is an object
}
