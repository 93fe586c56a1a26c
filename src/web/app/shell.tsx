// What surrounds every page: the brand, the pages, the filters, and the settings of this tab.

import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import {
  AnswersIcon,
  CompetitorsIcon,
  DarkIcon,
  KeyIcon,
  LightIcon,
  Mark,
  OverviewIcon,
  PromptsIcon,
  SearchesIcon,
  SourcesIcon,
  SystemIcon,
} from '../ui/icons.js';
import { chooseTheme, type ThemeChoice, themeChoice } from '../ui/theme.js';
import type { Route } from './address.js';
import { useCatalog } from './catalog.js';
import { Filters } from './filters.js';
import { Link, useAddress } from './navigation.js';

type ListPage = Exclude<Route['page'], 'prompt' | 'answer'>;

const pages: readonly { readonly page: ListPage; readonly label: string; readonly Icon: ComponentType }[] = [
  { page: 'overview', label: 'Overview', Icon: OverviewIcon },
  { page: 'prompts', label: 'Prompts', Icon: PromptsIcon },
  { page: 'competitors', label: 'Competitors', Icon: CompetitorsIcon },
  { page: 'sources', label: 'Sources', Icon: SourcesIcon },
  { page: 'searches', label: 'Searches', Icon: SearchesIcon },
  { page: 'answers', label: 'Answers', Icon: AnswersIcon },
];

/** The list that a page of one thing belongs to. */
const listOf: Partial<Record<Route['page'], ListPage>> = { prompt: 'prompts', answer: 'answers' };

interface ShellProps {
  readonly onForget: () => void;
  readonly children: ComponentChildren;
}

export function Shell({ onForget, children }: ShellProps) {
  const { route } = useAddress();
  const current = listOf[route.page] ?? route.page;
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the figures
      </a>
      <header class="side">
        <Link class="home" to={{ page: 'overview' }}>
          <Mark /> Sightline
        </Link>
        <BrandSelect />
        <nav aria-label="Pages">
          {pages.map(({ page, label, Icon }) => (
            <Link to={{ page }} key={page} aria-current={page === current ? 'page' : undefined}>
              <Icon /> {label}
            </Link>
          ))}
        </nav>
        <Settings onForget={onForget} />
      </header>
      <div class="stage">
        <Filters />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

function BrandSelect() {
  const { brands } = useCatalog();
  const { view, changeView } = useAddress();
  const isKnown = brands.some(({ id }) => id === view.brand);
  return (
    <label class="brand-select">
      <span class="visually-hidden">Brand</span>
      <select
        id="brand"
        value={view.brand}
        disabled={brands.length === 0}
        onChange={({ currentTarget }) => changeView({ brand: currentTarget.value, tags: [] })}
      >
        {!isKnown && <option value={view.brand}>{view.brand || 'Loading …'}</option>}
        {brands.map(({ id, name }) => (
          <option value={id} key={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const themes: readonly { readonly choice: ThemeChoice; readonly label: string; readonly Icon: ComponentType }[] = [
  { choice: 'system', label: 'Theme of the system', Icon: SystemIcon },
  { choice: 'light', label: 'Light theme', Icon: LightIcon },
  { choice: 'dark', label: 'Dark theme', Icon: DarkIcon },
];

function Settings({ onForget }: { readonly onForget: () => void }) {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (theme: ThemeChoice) => {
    chooseTheme(theme);
    setChoice(theme);
  };
  return (
    <div class="settings">
      <fieldset class="themes">
        <legend class="visually-hidden">Theme</legend>
        {themes.map(({ choice: theme, label, Icon }) => (
          <button
            type="button"
            key={theme}
            aria-pressed={theme === choice}
            aria-label={label}
            title={label}
            onClick={() => choose(theme)}
          >
            <Icon />
          </button>
        ))}
      </fieldset>
      <a href="/graphql">GraphiQL</a>
      <a href="/api/v1/docs">REST</a>
      <button type="button" class="forget" title="Forget the API key of this tab" onClick={onForget}>
        <KeyIcon /> Forget key
      </button>
    </div>
  );
}
