// Domains and addresses in the script of their readers: they are recorded as ASCII (RFC 3492).

// @ts-expect-error: the package has no types of its own.
import punycode from 'punycode/punycode.js';

const toUnicode: (domain: string) => string = punycode.toUnicode;
const toAscii: (domain: string) => string = punycode.toASCII;

/** Letters, marks and digits of some scripts. */
const wordOf = (...scripts: readonly string[]) =>
  new RegExp(
    `^(?=[\\p{L}\\p{M}\\p{N}-]+$)[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}\\p{N}-]+$`,
    'u',
  );
/** Scripts that a language writes in one word. */
const written = [
  wordOf('Latin', 'Han', 'Hiragana', 'Katakana'),
  wordOf('Latin', 'Han', 'Hangul', 'Bopomofo'),
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Armenian', 'Georgian'].map(
    (script) => wordOf(script),
  ),
];

/** The domain as it is read; one with a label of mixed scripts stays as it is, because its letters may pretend to be others. */
export function hostText(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  try {
    const text = toUnicode(domain);
    return text.split('.').every((label) => written.some((script) => script.test(label))) ? text : domain;
  } catch {
    // It only begins like one.
    return domain;
  }
}

/** A domain, a part of one or an address that was typed, with its host as it is recorded. */
export const hostAscii = (typed: string): string =>
  typed.replace(/^(?:https?:\/\/)?[^/]*/i, (host) =>
    host.replace(/[\p{L}\p{M}\p{N}-]*[^ -~][\p{L}\p{M}\p{N}-]*/gu, (label) =>
      toAscii(label.normalize('NFC').toLowerCase()),
    ),
  );

/** An address as it is read: without its scheme, and what is escaped in words as these words. */
export function addressText(url: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  return hostText(host) + path.replace(/(?:%[0-9a-f]{2})+/gi, wordIn);
}

/** Nothing else is decoded: it may be a mark of another direction, or one that cannot be seen. */
function wordIn(escaped: string): string {
  try {
    const text = decodeURIComponent(escaped);
    return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : escaped;
  } catch {
    return escaped;
  }
}
