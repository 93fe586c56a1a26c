// The notices of an export, which has no place for them but its head: JSON in ASCII, cut where they are long.

import type { HttpResponse } from '../../context/http-response.js';

/** Of the value; proxies refuse heads of a few kilobytes. */
const maxBytes = 2_000;

/** The header with `notices`; none where there are none. What has no room is left out, and a text that is cut ends with an ellipsis. */
export function noticesHeader(notices: readonly string[]): HttpResponse['headers'] {
  const shown: string[] = [];
  let room = maxBytes - '[]'.length;
  for (const notice of notices) {
    const whole = quoted(notice);
    if (whole.length > room) {
      const cut = cutTo(room, notice);
      if (cut !== '') shown.push(quoted(`${cut}…`));
      break;
    }
    shown.push(whole);
    room -= whole.length + ','.length;
  }
  return shown.length === 0 ? {} : { Notices: `[${shown.join(',')}]` };
}

/** A string of JSON in ASCII. */
function quoted(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[^ -~]/g, escaped);
}

/** The beginning of a text for which there is room together with an ellipsis. */
function cutTo(room: number, text: string): string {
  let left = room - quoted('…').length;
  let cut = '';
  for (const character of text) {
    left -= quoted(character).length - quoted('').length;
    if (left < 0) break;
    cut += character;
  }
  return cut;
}
