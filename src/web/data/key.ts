// The user's API key: in the session storage of each open tab, and handed from tab to tab of the same browser, so that it is gone when the
// last one is closed. A key in the fragment of the URL (`/#key=…`, which browsers do not send to servers) is moved there and removed from the URL.

const place = 'sightline.key';
/** How long a page waits for the other tabs before it asks the user. What they say later is taken too. */
const answerMs = 150;

/** Messages between tabs: whether one has a key, that one has, and that nobody may have one any more. */
type Message = 'ask' | 'forget' | { readonly key: string };

let tabs: BroadcastChannel | null = null;
/** Whether this tab has asked: an answer that is still on its way when the others forget the key is not taken. */
let isAsking = false;
const listeners = new Set<() => void>();

/** Finds the key for a page that starts: in its URL, its session storage, or another tab. */
export async function findKey(): Promise<void> {
  takeKeyFromAddress();
  tabs = new BroadcastChannel(place);
  tabs.addEventListener('message', ({ data }) => hear(data));
  document.addEventListener('visibilitychange', ask);
  ask();
  if (!isAsking) return;
  await new Promise<void>((resolve) => {
    onKeyChange(resolve);
    setTimeout(resolve, answerMs);
  });
}

/** Calls `listener` when another tab gave a key, and when all were forgotten. Returns what ends that. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function ask(): void {
  if (readKey() !== null) return;
  isAsking = true;
  tabs?.postMessage('ask' satisfies Message);
}

function hear(message: Message): void {
  const key = readKey();
  if (message === 'ask') {
    if (key !== null) tabs?.postMessage({ key } satisfies Message);
    return;
  }
  if (message === 'forget') forgetKey();
  else if (isAsking && key === null) keepKey(message.key);
  else return;
  changed();
}

function changed(): void {
  isAsking = false;
  for (const listener of [...listeners]) listener();
}

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

/** Forgets the key of this tab alone, as one that is refused. */
export function forgetKey(): void {
  sessionStorage.removeItem(place);
}

/** Forgets the keys of all tabs. */
export function signOut(): void {
  forgetKey();
  tabs?.postMessage('forget' satisfies Message);
  changed();
}
