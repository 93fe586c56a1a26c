// Where a visitor without a key enters one. It stays in this tab's session and goes nowhere but to this server.

import { keepKey } from '../data/key.js';
import { h } from '../ui/dom.js';

/** A form that keeps the key and calls `onKey`; `problem` is the server's word on the last one. */
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
    h('h1', {}, 'Enter your key'),
    h('label', { for: 'key' }, 'API key'),
    h('div', { class: 'row' }, input, h('button', { type: 'submit', class: 'primary' }, 'Open')),
    problem && h('p', { id: 'key-problem', class: 'problem', role: 'alert' }, problem),
    h(
      'p',
      { id: 'key-hint' },
      'The key is kept in this tab until you close it, and sent to this server only. ',
      'An organization key is made by ',
      h('code', {}, 'sightline keys create'),
      '; the demo prints an address that brings its own.',
    ),
  );
}
