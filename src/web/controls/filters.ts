// The filters above the charts: brand, window, model, tags and time zone, as native controls.

import type { Catalog } from '../data/catalog.js';
import type { Change, View } from '../data/view.js';
import { h } from '../ui/dom.js';
import { periodControl } from './period-control.js';
import { tagsControl } from './tags-control.js';

/** The filters of a view. */
export function filtersElement(view: View, catalog: Catalog, change: Change): HTMLElement {
  const brand = catalog.brands.find(({ id }) => id === view.brand);
  const models = [{ id: '', label: 'All models' }, ...catalog.models];
  return h(
    'form',
    { class: 'filters', 'aria-label': 'Filters', on: { submit: (event) => event.preventDefault() } },
    select('brand', 'Brand', {
      options: optionsOf(
        catalog.brands.map(({ id, name }) => ({ id, label: name })),
        view.brand,
      ),
      onChange: (id) => change({ brand: id, tags: [] }),
    }),
    periodControl(view, change),
    select('model', 'Model', { options: optionsOf(models, view.model), onChange: (model) => change({ model }) }),
    tagsControl(view, brand?.tags ?? [], change),
    select('time-zone', 'Time zone', {
      options: zoneOptions(view.timeZone),
      onChange: (timeZone) => change({ timeZone }),
    }),
  );
}

interface Choice {
  readonly id: string;
  readonly label: string;
}

interface SelectParts {
  readonly options: readonly HTMLElement[];
  readonly onChange: (value: string) => void;
}

function select(id: string, label: string, { options, onChange }: SelectParts): HTMLElement {
  const element = h('select', { id: `filter-${id}` }, ...options);
  element.addEventListener('change', () => onChange(element.value));
  return h('div', { class: `filter filter-${id}` }, h('label', { for: `filter-${id}` }, label), element);
}

/** A value from the URL that the key cannot read is still shown. */
function optionsOf(choices: readonly Choice[], chosen: string): HTMLElement[] {
  const known = choices.some(({ id }) => id === chosen) ? choices : [...choices, { id: chosen, label: chosen }];
  return known.map(({ id, label }) => h('option', { value: id, selected: id === chosen }, label));
}

function zoneOptions(chosen: string): HTMLElement[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = [...new Set(['UTC', here, chosen])];
  const rest = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone));
  const option = (zone: string) => h('option', { value: zone, selected: zone === chosen }, zone.replaceAll('_', ' '));
  return [...first.map(option), h('optgroup', { label: 'All time zones' }, ...rest.map(option))];
}
