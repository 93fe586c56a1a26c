// Named character references of HTML that answers contain, as the characters that they stand for. Others stay as they are written; those by
// number are read by the lexer.

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
};

/** The text with its references decoded, once. */
export function decodeReferences(text: string): string {
  return text.replace(/&([a-z]{2,6});/g, (whole, name) => characters[name] ?? whole);
}
