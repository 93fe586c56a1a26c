// The visitor's key: held by this tab's session storage alone, gone when the tab is closed. A key that arrives in the fragment of the
// address (`/#key=…`, which no browser sends to a server) is moved there, and the address is cleaned at once.

const place = 'sightline.key';

/** Takes a key out of the address, if one is there. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  if (key.trim() !== '') keepKey(key);
}

export function readKey(): string | null {
  return sessionStorage.getItem(place);
}

/** Keeps a key until the tab is closed. */
export function keepKey(key: string): void {
  sessionStorage.setItem(place, key.trim());
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}
