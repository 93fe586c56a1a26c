// Selects tags: prompts with any of the selected tags are included.

import { useBrand, useKnown } from './catalog.js';
import { Menu } from './menu.js';
import { useAddress } from './navigation.js';

export function TagsFilter() {
  const { view, changeView } = useAddress();
  const { tags } = view;
  const all = [...new Set([...(useBrand()?.tags ?? []), ...tags])];
  const isKnown = useKnown().data !== null;
  if (all.length === 0)
    // Until it is known whether there are tags, their filter has its place.
    return isKnown ? null : (
      <button type="button" class="button" disabled>
        All tags
      </button>
    );
  const text = tags.length === 0 ? 'All tags' : tags.length === 1 ? `${tags[0]}` : `${tags.length} tags`;
  const toggle = (tag: string, isOn: boolean) =>
    changeView({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) });
  return (
    <Menu id="filter-tags" text={text} title={text} isActive={tags.length > 0}>
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
    </Menu>
  );
}
