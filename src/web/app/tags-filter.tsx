// Selects tags: prompts with any of the selected tags are included.

import { useEffect, useRef } from 'preact/hooks';
import { useBrand, useCatalog } from './catalog.js';
import { useAddress } from './navigation.js';

export function TagsFilter() {
  const { view, changeView } = useAddress();
  const { tags } = view;
  const all = [...new Set([...(useBrand()?.tags ?? []), ...tags])];
  const isKnown = useCatalog().brands.length > 0;
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOnLeave(menu);
  if (all.length === 0)
    // Until it is known whether there are tags, their filter has its place.
    return isKnown ? null : (
      <button type="button" class="button" disabled>
        All tags
      </button>
    );
  const text = tags.length === 0 ? 'All tags' : tags.length === 1 ? tags[0] : `${tags.length} tags`;
  const toggle = (tag: string, isOn: boolean) =>
    changeView({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) });
  return (
    <details class="menu" ref={menu}>
      <summary id="filter-tags" class={tags.length > 0 ? 'active' : undefined} title={text}>
        {text}
      </summary>
      <fieldset class="options">
        <legend class="visually-hidden">Tags</legend>
        {all.map((tag) => (
          <label key={tag}>
            <input
              type="checkbox"
              id={`tag-${tag}`}
              checked={tags.includes(tag)}
              onChange={({ currentTarget }) => toggle(tag, currentTarget.checked)}
            />
            {tag}
          </label>
        ))}
        {tags.length > 0 && (
          <button type="button" class="link" onClick={() => changeView({ tags: [] })}>
            All tags
          </button>
        )}
      </fieldset>
    </details>
  );
}

/** Closes a menu when something else is clicked, and with Escape. */
function useCloseOnLeave(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside =
        !(event instanceof KeyboardEvent) && event.target instanceof Node && !element.contains(event.target);
      if (!isEscape && !isOutside) return;
      element.open = false;
      if (isEscape) element.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
}
