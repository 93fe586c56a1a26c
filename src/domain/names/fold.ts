// Text as names are looked for in it: in NFC, under simple case folding, without the marks of Latin, Greek and Cyrillic letters. Pure; in steps,
// because a text may have any length.

import type { Steps } from '../pause.js';
import { boundaryAt, characterClass, maxMarks } from './characters.js';

const pieceLength = 1 << 14;

const ascii = /^[\0-\x7f]*$/;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
/** What may compose with what stands before it: marks, vowels of Hangul, and letters of Kirat Rai. */
export const isJoining = characterClass(/[\p{M}\u1100-\u11ff\u{16d40}-\u{16d7f}]/u);

/** A text, folded; a row of characters that no name can end in may be shorter. */
export function* folded(text: string): Steps<string> {
  if (ascii.test(text)) return text.toLowerCase();
  let all = '';
  for (const piece of piecesOf(text)) {
    all += ascii.test(piece) ? piece.toLowerCase() : foldedPiece(piece);
    yield;
  }
  return all;
}

/** Pieces that are folded apart as they are together. Nothing but the middle of a word that is longer than every name is left out. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const full = boundaryAt(text, from + pieceLength);
    let end = full;
    while (end < text.length && (boundaryAt(text, end) !== end || isJoining(text.codePointAt(end) ?? 0))) {
      end++;
      if (end % pieceLength === 0) yield '';
    }
    yield text.slice(from, Math.min(end, boundaryAt(text, full + pieceLength)));
    from = end;
  }
}

function foldedPiece(piece: string): string {
  const few = piece
    .replace(markedLetter, '$1')
    .replace(/\p{M}+/gu, (marks) => marks.slice(0, boundaryAt(marks, maxMarks)));
  const bare = few.normalize('NFD').replace(markedLetter, '$1').normalize('NFC');
  return bare.replace(/\p{Changes_When_Casefolded}/gu, foldedCharacter);
}

const known = new Map<string, string>();

/** The character that stands for all that simple case folding takes for the same. */
export function foldedCharacter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const same = lookUp(character);
  known.set(character, same);
  return same;
}

/** Of two ligatures that are the same without case; neither leads to the other. */
const ligature = 'ﬆ';

/** The engine folds where it compares without case, and has no other way to say to what. */
function lookUp(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const same = new RegExp(`^\\u{${(character.codePointAt(0) ?? 0).toString(16)}}$`, 'iu');
  return (
    [lower, upper.toLowerCase(), upper, ligature].find((each) => each !== character && same.test(each)) ?? character
  );
}
