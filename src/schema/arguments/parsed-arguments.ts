// Arguments become what the domain works with: several of one field may make one value, such as a window from `start` and `end`. They are
// read where all others are checked, once, so that a resolver gets the value itself and every fault is reported together.

import type { StandardSchemaV1 } from '@pothos/plugin-validation';
import type { Fault } from '../../errors.js';

type GivenArguments = Readonly<Record<string, unknown>>;

/** A value, or every fault of the arguments that make it. */
export type Parsed<Value> = { readonly value: Value } | { readonly faults: readonly Fault[] };

/** Makes a value of the arguments of a field, as they were given. */
export type ArgumentParser<Value> = (args: GivenArguments) => Parsed<Value>;

type Parsers = Readonly<Record<string, ArgumentParser<unknown>>>;

type Values<Named extends Parsers> = {
  readonly [Name in keyof Named]: Named[Name] extends ArgumentParser<infer Value> ? Value : never;
};

/** The schema of the arguments that `checked` accepts one by one, and of the values that `parsers` make of several, by their names. */
export function withParsed<Checked extends object, Named extends Parsers>(
  checked: StandardSchemaV1<unknown, Checked>,
  parsers: Named,
): StandardSchemaV1<unknown, Checked & Values<Named>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'sightline',
      validate: async (args) => {
        const result = await checked['~standard'].validate(args);
        const { values, faults } = parseAll(args as GivenArguments, parsers); // safe because the arguments of a field are an object
        const issues = [...(result.issues ?? []), ...faults.map(toIssue)];
        if (result.issues || issues.length > 0) return { issues };
        // safe because each parser made the value of its name
        return { value: { ...result.value, ...values } as Checked & Values<Named> };
      },
    },
  };
}

function parseAll(args: GivenArguments, parsers: Parsers) {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, parse] of Object.entries(parsers)) {
    const parsed = parse(args);
    if ('value' in parsed) values[name] = parsed.value;
    else faults.push(...parsed.faults);
  }
  return { values, faults };
}

function toIssue({ field, message }: Fault): StandardSchemaV1.Issue {
  return { message, path: field === null ? [] : [field] };
}
