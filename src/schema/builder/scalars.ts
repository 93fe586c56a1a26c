// Scalars that are strings with a meaning. They only refuse values that are not strings: the content is validated with the
// other arguments of its field, so that all faults are reported together.

import { GraphQLError, print, type ValueNode } from 'graphql';
import { formatInstant } from '../../domain/window.js';
import { builder, type FieldsOf } from './builder.js';

/** Lists and objects are not shown in full: they may be nested too deeply to be serialized. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value) ?? 'nothing';
}

function textScalar(name: 'DateTime' | 'Date' | 'TimeZone', example: string, description: string): void {
  const refused = (given: string) =>
    new GraphQLError(`${name} must be given as a string such as "${example}"; given was ${given.slice(0, 100)}.`, {
      extensions: { code: 'validation_error' },
    });
  builder.scalarType(name, {
    description,
    serialize: (value) => value,
    parseValue: (value) => {
      if (typeof value !== 'string') throw refused(shown(value));
      return value;
    },
    // Only one parameter: the compiled executor refuses literals that could contain variables.
    parseLiteral: (node: ValueNode) => {
      if (node.kind !== 'StringValue') throw refused(print(node));
      return node.value;
    },
  });
}

textScalar(
  'DateTime',
  '2026-03-01T00:00:00Z',
  'An instant: an RFC 3339 date-time with an offset or `Z`. Responses use UTC, in the form `YYYY-MM-DDTHH:mm:ss.sssZ`.',
);
textScalar('Date', '2026-03-01', 'A calendar day: `YYYY-MM-DD`.');
textScalar('TimeZone', 'Europe/Berlin', 'An IANA time zone, such as `Europe/Berlin` or `UTC`.');

/** A field with an instant of its parent, given in epoch milliseconds. */
export function instantField<Parent>(t: FieldsOf<Parent>, description: string, of: (parent: Parent) => number) {
  return t.field({ type: 'DateTime', description, resolve: (parent) => formatInstant(of(parent)) });
}
