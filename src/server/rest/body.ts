// The body of a REST response: the data of its document, with maps in place of GraphQL's lists of named values, and the words of the
// contract in place of the names of enum values.

import { type GraphQLEnumType, isEnumType } from 'graphql';
import type { Shape } from './shape.js';

/** Converts data of a shape to a body; `null` if no conversion is needed. */
type ToBody = ((data: unknown) => unknown) | null;

type Fields = Readonly<Record<string, unknown>>;

/** Determines once how the data of a shape is converted. */
export function toBodyOf(shape: Shape): ToBody {
  const convert = shape.element ? listToBody(shape, shape.element) : elementToBody(shape);
  return convert && ((data) => (data === null ? null : convert(data)));
}

function listToBody({ map }: Shape, element: Shape): ToBody {
  const convert = toBodyOf(element);
  if (!map && !convert) return null;
  return (data) => {
    const converted = (data as readonly unknown[]).map((each) => (convert ? convert(each) : each)); // safe because the shape is a list's
    if (!map) return converted;
    const entries = (converted as readonly Fields[]).map((each) => [String(each[map.key]), each[map.value]] as const); // safe because only objects are listed as maps
    // Unlike an assignment, this creates a property even for a name such as `__proto__`.
    return Object.fromEntries(entries);
  };
}

function elementToBody(shape: Shape): ToBody {
  return isEnumType(shape.type) ? valueToBody(shape.type) : objectToBody(shape);
}

/** REST has the values of the domain: `POSITIVE` is `positive`. */
function valueToBody(type: GraphQLEnumType): ToBody {
  const words = new Map(type.getValues().map(({ name, value }): [unknown, unknown] => [name, value]));
  return (data) => words.get(data);
}

function objectToBody({ fields }: Shape): ToBody {
  const converters = fields.flatMap(({ name, shape }) => {
    const convert = toBodyOf(shape);
    return convert ? [{ name, convert }] : [];
  });
  if (converters.length === 0) return null;
  return (data) => {
    const body: Record<string, unknown> = { ...(data as Fields) }; // safe because the shape is an object's
    for (const { name, convert } of converters) body[name] = convert(body[name]);
    return body;
  };
}
