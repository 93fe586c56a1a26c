// Events of the page, for as long as a component listens.

type Events = WindowEventMap & DocumentEventMap;

/** Calls a listener with every such event that reaches the window. Returns what ends that. */
export function listen<Name extends keyof Events>(
  names: readonly Name[],
  listener: (event: Events[Name]) => void,
): () => void {
  const ending = new AbortController();
  const called = listener as EventListener; // safe because events of these names alone come to it
  for (const name of names) addEventListener(name, called, { signal: ending.signal });
  return () => ending.abort();
}
