// Whether this browser is signed in. The session is a cookie that no script can read; what is stored here tells all tabs that there is one.

import { type ApiError, request } from './api.js';

const place = 'sightline.session';
const listeners = new Set<() => void>();
addEventListener('storage', ({ key }) => key === place && changed());

/** Another one with each session; `null` without one. */
export const sessionMark = (): string | null => localStorage.getItem(place);

/** Calls `listener` when any tab signs in or out. Returns what ends that. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Exchanges a key for a session. Throws `ApiError`. */
export async function signIn(key: string): Promise<void> {
  await request('/session', { method: 'POST', headers: { authorization: `Bearer ${key.trim()}` } });
  localStorage.setItem(place, `${Date.now()} ${Math.random()}`);
  changed();
}

/** Signs in with a key in the fragment of the URL (`/#key=…`, which browsers do not send to servers), and removes it from there. Returns what is wrong with it. */
export async function signInFromAddress(): Promise<string | null> {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')?.trim();
  if (key === undefined) return null;
  history.replaceState(null, '', location.pathname + location.search);
  if (key === '') return null;
  return signIn(key).then(
    () => null,
    ({ message }: ApiError) => message,
  );
}

/** Ends the session, in all tabs. Throws `ApiError` where the server does not say that it has ended. */
export async function signOut(): Promise<void> {
  await request('/session', { method: 'DELETE' }).catch((error: ApiError) => {
    if (error.code !== 'unauthorized') throw error;
  });
  forgetSession();
  changed();
}

/** Notes that the session has ended, for the other tabs. */
export function forgetSession(): void {
  localStorage.removeItem(place);
}

function changed(): void {
  for (const listener of [...listeners]) listener();
}
