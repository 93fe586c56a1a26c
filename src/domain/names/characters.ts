// Characters of a text by their place in code units. Pure.

/** Marks in a row that are put into their order; more occur in no script and end no name of 500 characters, and would take time by the square of their number. */
export const maxMarks = 2_048;

/** Whether a character is one that `pattern` matches: in memory of those that are one code unit, for texts of millions. */
export function characterClass(pattern: RegExp): (character: number) => boolean {
  /** 0: not known yet. */
  const known = new Uint8Array(1 << 16);
  const matches = (character: number) => pattern.test(String.fromCodePoint(character));
  return (character) => {
    if (character > 0xffff) return matches(character);
    known[character] ||= matches(character) ? 1 : 2;
    return known[character] === 1;
  };
}

/** How many code units the character at `at` has. */
export const sizeAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** `at`, or one more where that is within a character. */
export const boundaryAt = (text: string, at: number) => (at > 0 && sizeAt(text, at - 1) === 2 ? at + 1 : at);
