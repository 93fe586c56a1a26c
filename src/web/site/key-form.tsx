// The form that signs in with an API key, which is sent to this server only and not kept.

import { useEffect, useRef, useState } from 'preact/hooks';
import { signIn } from '../data/session.js';
import { Mark } from '../ui/icons.js';

interface KeyFormProps {
  /** What is wrong with the key or the session before. */
  readonly problem: string | null;
  /** Whether the form is a part of a page, not all of it. */
  readonly isInline?: boolean;
}

export function KeyForm({ problem: before, isInline = false }: KeyFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState<string | null>(null);
  const problem = own ?? before;
  useEffect(() => {
    if (!isInline) input.current?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    signIn(input.current?.value ?? '').catch(({ message }: Error) => setOwn(message));
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
        This browser stays signed in, in all its tabs, until you sign out or the key ends. To create an organization
        key, run <code>sightline keys create</code>. The demo prints a URL that includes its key.
      </p>
    </form>
  );
}
