// The identity of a web query that a model issued: two queries are the same when their normalised texts are equal. Pure.

const whiteSpace = /\p{White_Space}+/gu;

/** The text in NFC, every stretch of Unicode white space in it one space, without white space at its ends. It may be empty. */
export function normaliseQuery(text: string): string {
  return text.normalize('NFC').replace(whiteSpace, ' ').replace(/^ | $/g, '');
}
