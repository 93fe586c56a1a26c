// The user's API key: kept in the tab's session storage only, until the tab is closed. A key in the fragment of the URL (`/#key=…`, which
// browsers do not send to servers) is moved there and removed from the URL.

const place = 'sightline.key';

/** Moves a key from the URL to the session storage, if there is one. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  if (key.trim() !== '') keepKey(key);
}

export function readKey(): string | null {
  return sessionStorage.getItem(place);
}

/** Stores a key until the tab is closed. */
export function keepKey(key: string): void {
  sessionStorage.setItem(place, key.trim());
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}
