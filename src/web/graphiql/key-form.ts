// The form for entering an API key. The key is kept in the tab's session storage and sent to this server only.

import { keepKey } from '../data/key.js';
import { h } from './dom.js';

/** A form that stores the key and calls `onKey`; `problem` is the server's error message about the previous key. */
export function keyForm(onKey: () => void, problem?: string): HTMLElement {
  const input = h('input', {
    id: 'key',
    name: 'key',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': problem ? 'key-problem key-hint' : 'key-hint',
    'aria-invalid': problem ? 'true' : undefined,
  });
  const submit = (event: Event) => {
    event.preventDefault();
    keepKey(input.value);
    onKey();
  };
  return h(
    'form',
    { class: 'key-form', on: { submit } },
    h('h1', {}, 'Enter your API key'),
    h('label', { for: 'key' }, 'API key'),
    h('div', { class: 'row' }, input, h('button', { type: 'submit', class: 'primary' }, 'Open')),
    problem && h('p', { id: 'key-problem', class: 'problem', role: 'alert' }, problem),
    h(
      'p',
      { id: 'key-hint' },
      'The key is kept in this tab until you close it, and sent to this server only. To create an organization key, run ',
      h('code', {}, 'sightline keys create'),
      '. The demo prints a URL that includes its key.',
    ),
  );
}
