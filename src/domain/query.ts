// The identity of a web query that a model issued: two queries are the same when their normalised texts are equal. Pure.

import { maxMarks } from './names/characters.js';

const whiteSpace = /\p{White_Space}+/gu;

/** The text in NFC, unless it has a row of very many marks; every stretch of Unicode white space in it one space, without white space at its ends. It may be empty. */
export function normaliseQuery(text: string): string {
  const rows = text.match(/\p{M}+/gu) ?? [];
  const composed = rows.every(({ length }) => length <= maxMarks) ? text.normalize('NFC') : text;
  return composed.replace(whiteSpace, ' ').replace(/^ | $/g, '');
}
