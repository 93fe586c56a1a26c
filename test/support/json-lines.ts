// Texts with one value in JSON a line, as records, rejects, exports and logs are.

/** The values of all lines, each of which ends. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the values
export function jsonLines(text: string): any[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line does not end.');
  return lines.map((line) => JSON.parse(line));
}
