// Selects tags: prompts with any of the selected tags are included.

import type { Change, View } from '../data/view.js';
import { h } from '../ui/dom.js';

/** Stays open while tags are selected, although each selection redraws the filters. */
let isOpen = false;

export function tagsControl({ tags }: View, known: readonly string[], change: Change): HTMLElement {
  const all = [...new Set([...known, ...tags])];
  const text = tags.length === 0 ? 'All tags' : tags.length === 1 ? String(tags[0]) : `${tags.length} tags`;
  const boxes = all.map((tag) => {
    const box = h('input', { type: 'checkbox', id: `tag-${tag}`, value: tag, checked: tags.includes(tag) });
    box.addEventListener('change', () =>
      change({ tags: box.checked ? [...tags, tag] : tags.filter((one) => one !== tag) }),
    );
    return h('label', {}, box, tag);
  });
  const clear = h('button', { type: 'button', class: 'tool', on: { click: () => change({ tags: [] }) } }, 'All tags');
  const menu = h(
    'details',
    { class: 'menu', open: isOpen },
    h('summary', { id: 'filter-tags', 'aria-label': `Tags: ${text}` }, text),
    h('div', { class: 'options', role: 'group', 'aria-label': 'Tags' }, ...boxes, tags.length > 0 && clear),
  );
  menu.addEventListener('toggle', () => {
    if (menu.isConnected) isOpen = menu.open;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  return h('div', { class: 'filter filter-tags' }, h('span', { class: 'label', 'aria-hidden': 'true' }, 'Tags'), menu);
}

/** Closes the menu when the focus moves elsewhere. */
export function closeTagsOnLeave(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const menu = document.querySelector<HTMLDetailsElement>('details.menu[open]');
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
