// Answers of the API for as long as the page is open: each question is asked once, its answer kept, and asked again when it may be out of
// date. A request that nobody waits for any more is aborted.

import type { ApiError } from './api.js';

interface Entry {
  /** That of the last success, also while it is asked again or if that fails. */
  readonly data: unknown;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
}

interface Slot {
  entry: Entry;
  readonly listeners: Set<() => void>;
  request: AbortController | null;
}

export type Store = ReturnType<typeof createStore>;

/** Answers kept besides those on the page. */
const maxKept = 60;
const empty: Entry = { data: null, error: null, isLoading: true };

/** `ask` asks what a key stands for, and rejects with an `ApiError`. */
export function createStore(ask: (key: string, signal: AbortSignal) => Promise<unknown>) {
  const slots = new Map<string, Slot>();

  const change = (slot: Slot, entry: Partial<Entry>) => {
    slot.entry = { ...slot.entry, ...entry };
    for (const listener of [...slot.listeners]) listener();
  };

  const load = (key: string, slot: Slot) => {
    slot.request?.abort();
    const request = new AbortController();
    slot.request = request;
    change(slot, { isLoading: true });
    const settle = (entry: Partial<Entry>) => {
      if (slot.request !== request) return;
      slot.request = null;
      change(slot, { ...entry, isLoading: false });
    };
    ask(key, request.signal).then(
      (data) => settle({ data, error: null }),
      (error: ApiError) => settle({ error }),
    );
  };

  const drop = (key: string, slot: Slot) => {
    slot.request?.abort();
    slot.request = null;
    slots.delete(key);
  };

  const trim = () => {
    const idle = [...slots].filter(([, { listeners }]) => listeners.size === 0);
    for (const [key, slot] of idle.slice(0, Math.max(0, idle.length - maxKept))) drop(key, slot);
  };

  return {
    read: (key: string): Entry => slots.get(key)?.entry ?? empty,
    /** Asks unless the answer is there, and calls `onChange` with every change until it is released. */
    watch(key: string, onChange: () => void): () => void {
      const slot = slots.get(key) ?? { entry: empty, listeners: new Set(), request: null };
      // The last used is kept longest.
      slots.delete(key);
      slots.set(key, slot);
      const listener = () => onChange();
      slot.listeners.add(listener);
      if (!slot.request && (slot.entry.data === null || slot.entry.error)) load(key, slot);
      trim();
      return () => {
        slot.listeners.delete(listener);
        if (slot.listeners.size === 0 && slot.request) drop(key, slot);
      };
    },
    /** Asks again. */
    reload(key: string): void {
      const slot = slots.get(key);
      if (slot) load(key, slot);
    },
    /** Asks again for all that is on the page, and forgets the rest. */
    refresh(): void {
      for (const [key, slot] of [...slots]) {
        if (slot.listeners.size === 0) drop(key, slot);
        else load(key, slot);
      }
    },
  };
}
