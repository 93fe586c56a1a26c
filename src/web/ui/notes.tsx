// What happened in the window of a chart, each with the figures after it beside those of as many days before.

import { Link } from '../app/navigation.js';
import type { ChartDays } from './chart-days.js';
import { ExternalLink } from './external-link.js';
import { dayRange } from './format.js';

/** So many of the last are listed; the chart shows all. */
const maxListed = 5;

export function Notes({ notes, range }: Pick<ChartDays, 'notes' | 'range'>) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.slice(-maxListed).map((note) => (
        <li key={JSON.stringify(note)}>
          <span class="quiet">{dayRange(note)}</span>{' '}
          {note.url ? <ExternalLink href={note.url}>{note.text}</ExternalLink> : note.text}{' '}
          <Link
            to={{ page: 'overview', view: { period: { from: note.from, to: range.to }, compare: 'previous' } }}
            title={`${dayRange({ from: note.from, to: range.to })}, compared with as many days before`}
            aria-label={`Before and after: ${note.text}`}
          >
            Before and after
          </Link>
        </li>
      ))}
    </ul>
  );
}
