// The icons of the dashboard, drawn in one stroke width on a grid of 20.

/** An icon of one path. */
const icon = (path: string) => () => (
  <svg
    viewBox="0 0 20 20"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** The pages of the column, as its menu has them. */
export const pages = [
  ['overview', 'Overview', icon('M3 10.5 7 6.5l3.5 3L17 4M3 16.5h14')],
  ['signals', 'Signals', icon('M10 3v2M10 15.5a2 2 0 0 0 1.8-1M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1.5H4z')],
  ['prompts', 'Prompts', icon('M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5zM7 8h6M7 10.5h4')],
  ['competitors', 'Competitors', icon('M4 16.5v-6M8 16.5v-11M12 16.5v-8M16 16.5v-4')],
  ['breakdown', 'Breakdowns', icon('M3.5 4h13v12h-13zM3.5 8h13M3.5 12h13M8 4v12M12.2 4v12')],
  [
    'sources',
    'Sources',
    icon(
      'M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 1 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 1 0 4.2 4.2l1-1',
    ),
  ],
  ['searches', 'Searches', icon('M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4')],
  ['answers', 'Answers', icon('M4.5 3.5h11v13h-11zM7.5 7h5M7.5 10h5M7.5 13h3')],
] as const;

export const FilterIcon = icon('M3 5.5h14M5.5 10h9M8 14.5h4');
export const KeyIcon = icon('M6.8 16.4a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6ZM9.3 10.9l6.9-7M13.6 6.5l2 2');

/** The mark of Sightline. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mark)" />
      <g stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
        <path d="M6 20.5 12.5 13l5 5L26 9" />
      </g>
      <circle cx="17.5" cy="18" r="2.6" fill="#fff" />
    </svg>
  );
}
