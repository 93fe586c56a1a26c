// Values for the arguments of random selections: each is accepted, and about what a world holds, or about nothing there.

import { type GraphQLArgument, type GraphQLField, getNamedType, isEnumType, isListType, isNonNullType } from 'graphql';
import { formatCursor } from '../../../src/domain/cursor.js';
import type { Choices } from '../fuzz/choices.js';
import { localDate } from '../naive/days.js';
import type { NaiveWorld } from '../naive/world.js';
import { writeWindow, zones } from '../random/times.js';
import { tags, unusedTag } from '../random/words.js';

const day = 96;

/** Dimensions of breakdowns that go together. */
const dimensionLists = [
  ['TAG', 'MODEL'],
  ['DAY'],
  ['PROMPT'],
  ['WEEK', 'COMPANY'],
  ['COMPANY', 'MODEL'],
  ['MODEL', 'PROMPT', 'MONTH'],
];

/** The arguments of a field, by name; those that are absent are not given. */
type Given = Readonly<Record<string, unknown>>;

/** What names a window. */
const ofWindow = new Set(['start', 'end', 'from', 'to', 'last']);

export class Words {
  /** Windows that were written before: equal ones are read together. */
  private readonly windows: Given[] = [];

  constructor(
    private readonly choices: Choices,
    private readonly world: NaiveWorld,
    private readonly turn: number,
  ) {}

  /** Whether there is anything that the field could be asked for. */
  canAsk({ args }: GraphQLField<unknown, unknown>): boolean {
    const isAsked = (name: string) => args.some((each) => each.name === name);
    return (this.world.runs.length > 0 || !isAsked('runId')) && (this.world.prompts.length > 0 || !isAsked('promptId'));
  }

  /** The arguments of a field as they are written, in parentheses; empty: none. */
  argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
    const names = new Set(args.map(({ name }) => name));
    const window = names.has('start') ? this.window() : {};
    const joint: Given = names.has('runId') ? this.run() : {};
    const after = names.has('after') && !names.has('page') ? this.cursor() : {};
    const comparison = names.has('compare') ? this.comparison() : {};
    const isOwn = (name: string) => name !== 'after' && !name.startsWith('compare') && !ofWindow.has(name);
    const chosen = args.filter((each) => isOwn(each.name) && (isNonNullType(each.type) || this.choices.rarely(3)));
    const own = chosen.map((each) => [each.name, joint[each.name] ?? this.value(each)] as const);
    const given = Object.entries({ ...Object.fromEntries(own), ...window, ...after, ...comparison }).filter(
      ([, value]) => value !== undefined,
    );
    const typeOf = new Map(args.map((each) => [each.name, each]));
    const written = given.map(([name, value]) => `${name}: ${writtenAs(typeOf.get(name), value)}`);
    return written.length === 0 ? '' : `(${written.join(', ')})`;
  }

  private value(argument: GraphQLArgument): unknown {
    if (argument.name === 'by') return this.choices.of(dimensionLists);
    const type = getNamedType(argument.type);
    const bare = isNonNullType(argument.type) ? argument.type.ofType : argument.type;
    const one = () => (isEnumType(type) ? this.choices.of(type.getValues()).name : this.word(argument.name));
    return isListType(bare) ? this.choices.list(3, one) : one();
  }

  private word(name: string): unknown {
    const { choices, world } = this;
    const zone = () => choices.of(zones);
    const words: Readonly<Record<string, () => unknown>> = {
      id: () => choices.of(world.brands).id,
      brandId: () => choices.of(world.brands).id,
      promptId: () => choices.of(world.prompts).id,
      model: () => choices.of([...world.models.map(({ id }) => id), '']),
      tags: () => choices.of([...tags, unusedTag]),
      timeZone: zone,
      date: () => localDate(this.turn + (choices.below(7) - 3) * 86_400_000, zone()),
      page: () => choices.of([1, 2, 3, 1_000]),
      limit: () => choices.of([2, 1, 3, 100]),
      search: () => choices.of(['e', 'prompt 1', 'crm', '.', 'É', '%']),
      company: () => choices.of([...world.companies.map((each) => each.name), 'nobody is called so']),
      level: () => choices.of([0.95, 0.5, 0.999]),
      domain: () => choices.of(['example.com', 'nobody.example']),
      url: () => choices.of(['https://example.com/', 'https://nobody.example/a']),
      query: () => choices.of(['best crm', 'nothing like it']),
      minRuns: () => choices.of([1, 2, 5]),
      filter: () =>
        choices.of([{ webSearch: true }, { webSearch: false }, { providers: ['openai', 'x'] }, { markets: ['US'] }]),
    };
    const word = words[name];
    if (!word) throw new Error(`There is no word for the argument ${name}.`);
    return word();
  }

  private window(): Given {
    if (this.windows.length > 0 && !this.choices.rarely(3)) return this.choices.of(this.windows);
    const { choices, turn } = this;
    const quarter = choices.of([-40 * day, -40 * day, -40 * day, -day, -22, 0, 1, choices.below(6 * day) - 3 * day]);
    const quarters = choices.of([
      80 * day,
      80 * day,
      41 * day,
      7 * day,
      day,
      1,
      31 * day + 1,
      1 + choices.below(6 * day),
    ]);
    const all = { start: '2000-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' };
    const placed = { from: { quarter, ms: 0, style: choices.below(5) }, quarters, spare: 0 };
    const window = writeWindow(turn, choices.rarely(8) ? { ...placed, fixed: all } : placed);
    this.windows.push(window);
    return window;
  }

  private comparison(): Given {
    const { choices } = this;
    if (!choices.rarely(2)) return {};
    if (choices.rarely(3)) return { compare: choices.of(['PREVIOUS', 'YEAR']) };
    const { start, end } = this.window();
    return { compareStart: start, compareEnd: end };
  }

  private run(): Given {
    const { id, promptId } = this.choices.of(this.world.runs);
    return { promptId, runId: id };
  }

  private cursor(): Given {
    const { choices, world } = this;
    if (world.runs.length === 0 || !choices.rarely(3)) return {};
    const { createdAt, id } = choices.of(world.runs);
    return { after: formatCursor({ createdAt, id }) };
  }
}

function writtenAs(argument: GraphQLArgument | undefined, value: unknown): string {
  const text = JSON.stringify(value);
  if (argument?.name === 'filter') return text.replaceAll(/"(\w+)":/g, '$1: ');
  return argument && isEnumType(getNamedType(argument.type)) ? text.replaceAll('"', '') : text;
}
