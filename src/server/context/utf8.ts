// Bytes that are not UTF-8 are refused: read otherwise, a text would be another one without a word.

import type { Fault } from '../../errors.js';

/** The text of a body; `null` where it is not UTF-8. */
export async function utf8Of(body: Pick<Request, 'arrayBuffer'>): Promise<string | null> {
  const bytes = await body.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A fault for each parameter of a query string that is not percent-encoded UTF-8. */
export function encodingFaults(search: string): readonly Fault[] {
  return search.split('&').flatMap((parameter) => {
    const [field = ''] = parameter.split('=');
    if (decoded(parameter) !== null && /^[ -~]*$/.test(parameter)) return [];
    return [{ field, message: `${field} is not percent-encoded UTF-8: write % as %25.` }];
  });
}

/** A percent-encoded text as it is meant; `null` where it is malformed. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
