// The arguments of a GraphQL field as a document writes them.

/** Enums of GraphQL, by the name of their argument: they are in upper case, and no strings. */
const enums = new Set(['compare', 'orderBy', 'direction', 'outcome', 'category', 'presence', 'bucket']);

/** `name: value` of each that is given. */
export function argumentsOf(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given
    .map(([name, value]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return `${name}: { ${argumentsOf(value)} }`;
      const text = JSON.stringify(value);
      return `${name}: ${enums.has(name) ? text.toUpperCase().replaceAll('"', '') : text}`;
    })
    .join(', ');
}
