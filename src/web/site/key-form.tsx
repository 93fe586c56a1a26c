// The form for an API key, which is kept in the tabs of the browser and sent to this server only.

import { useEffect, useRef } from 'preact/hooks';
import { keepKey } from '../data/key.js';
import { Mark } from '../ui/icons.js';

interface KeyFormProps {
  /** The server's error message about the key before. */
  readonly problem: string | null;
  readonly onKey: () => void;
  /** Whether the form is a part of a page, not all of it. */
  readonly isInline?: boolean;
}

/** Stores the key that is entered and calls `onKey`. */
export function KeyForm({ problem, onKey, isInline = false }: KeyFormProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isInline) input.current?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    keepKey(input.current?.value ?? '');
    onKey();
  };
  const Title = isInline ? 'h2' : 'h1';
  return (
    <form class={isInline ? 'key-form inline' : 'key-form'} onSubmit={submit}>
      {!isInline && <Mark size={36} />}
      <Title>{isInline ? 'Enter your API key to try the operations' : 'Enter your API key'}</Title>
      <label for="key">API key</label>
      <div class="row">
        <input
          ref={input}
          id="key"
          name="key"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          aria-describedby={problem ? 'key-problem key-hint' : 'key-hint'}
          aria-invalid={problem ? 'true' : undefined}
        />
        <button type="submit" class="button primary">
          Open
        </button>
      </div>
      {problem && (
        <p id="key-problem" class="problem" role="alert">
          {problem}
        </p>
      )}
      <p id="key-hint">
        The key is kept in the tabs of this browser until you close the last one, and sent to this server only. To
        create an organization key, run <code>sightline keys create</code>. The demo prints a URL that includes its key.
      </p>
    </form>
  );
}
