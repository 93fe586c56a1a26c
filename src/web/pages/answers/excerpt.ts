// A part of an answer as plain text: from its beginning, or around the first name that stands too far down to be seen.

const maxLength = 260;
/** Text before a name that is far down. */
const lead = 60;

/** The part with the marks of Markdown removed; empty if there is no text. */
export function excerptOf(markdown: string, names: readonly string[]): string {
  const text = plainOf(markdown);
  if (text.length <= maxLength) return text;
  const folded = text.toLowerCase();
  const places = names.map((name) => folded.indexOf(name.toLowerCase())).filter((place) => place >= 0);
  const [brand = -1] = names.slice(0, 1).map((name) => folded.indexOf(name.toLowerCase()));
  const first = brand >= 0 ? brand : Math.min(...places, text.length);
  if (first < maxLength - lead || first === text.length) return `${text.slice(0, cut(text, maxLength))} …`;
  const from = text.indexOf(' ', first - lead) + 1;
  const to = cut(text, from + maxLength);
  return `… ${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

/** The end of the last whole word before a place. */
function cut(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(' ', place);
  return space > place - lead ? space : place;
}

/** Long texts are read only as far as an excerpt needs. */
const maxRead = 20_000;

function plainOf(markdown: string): string {
  return markdown
    .slice(0, maxRead)
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/^[ \t|:-]{3,}$/gm, '')
    .replace(/<br\s?\/?>|\[\^\d{1,3}\]/gi, ' ')
    .replace(/[*_`~|]{1,3}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .trim();
}
