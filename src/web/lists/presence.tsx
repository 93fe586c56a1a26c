// Which rows a list of sources or of queries has: those of the window, those that only the window compared with has, or both.

import { useAddress } from '../app/navigation.js';
import { comparedOf } from '../data/view.js';
import type { Presence } from '../documents/generated/pages.js';
import { type Option, ParamChoice, readChoice } from './choice.js';
import type { Column } from './column.js';

const presences: readonly Option<Presence>[] = [
  { value: 'CURRENT', label: 'In this window' },
  { value: 'LOST', label: 'Lost', help: 'In the window compared with, and no more in this one.' },
  { value: 'ALL', label: 'Both' },
];

/** What the address chooses; without a window to compare with nothing is lost. */
export function usePresence() {
  const { view, params } = useAddress();
  const isCompared = comparedOf(view) !== null;
  const presence = isCompared ? readChoice(presences, params.presence).value : 'CURRENT';
  const isLost = presence === 'LOST';
  return {
    presence,
    choice: isCompared && <ParamChoice label="In which window" name="presence" options={presences} />,
    /** What asks for such rows: what is lost is in the order of what it was, whatever the list is sorted by. */
    variables: isLost ? ({ presence, direction: 'DESC' } as const) : { presence },
    /** In the names of files. */
    filter: presence === 'CURRENT' ? '' : presence.toLowerCase(),
    /** Those that say something of such rows: of what is lost, its name and its change. */
    columnsOf: <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
      isLost
        ? columns.filter(({ isChange }, index) => isChange || index === 0).map(({ order: _, ...column }) => column)
        : columns,
  };
}
