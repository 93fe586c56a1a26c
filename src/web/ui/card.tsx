// A titled panel for an answer of the API: it shows that the answer is loading, failed or empty, and offers its data as CSV and its picture.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useScope } from '../app/catalog.js';
import { Menu } from '../app/menu.js';
import type { Query } from '../data/use-query.js';
import { saveText } from './download.js';
import { counted } from './format.js';
import { Failure, Stale } from './notice.js';
import { type Table, toCsv } from './table-data.js';

export interface CardProps<Data> {
  /** Unique on the page: names the element and the files. */
  readonly id: string;
  readonly title: string;
  /** What the card shows, and of what: folded behind a question mark beside the title. */
  readonly note?: ComponentChildren;
  readonly query: Query<Data>;
  readonly isEmpty?: (data: Data) => boolean;
  /** What an empty card says. */
  readonly empty?: ComponentChildren;
  /** What the card shows of its data beside the view, and the page of a list: in the names of the files. `ALL` selects nothing. */
  readonly filters?: readonly string[];
  readonly page?: number;
  /** The data for the CSV file. */
  readonly table?: (data: Data) => Table;
  /** Whether the card can be saved as a picture. */
  readonly hasPicture?: boolean;
  /** Controls beside the title. */
  readonly actions?: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly size?: 'half' | 'wide' | 'third';
  /** Height of the content in CSS: kept while it loads and where it is less. Without one, what follows on the page appears with the content. */
  readonly minHeight?: string;
  readonly children: (data: Data) => ComponentChildren;
}

export function Card<Data>(props: CardProps<Data>) {
  const { id, title, note, query, actions, footer, size = 'half', minHeight } = props;
  const element = useRef<HTMLElement>(null);
  const { data } = query;
  const hasContent = data !== null && !props.isEmpty?.(data);
  return (
    <section
      class={`card ${size}${!minHeight && data === null && query.isLoading ? ' pending' : ''}`}
      id={id}
      aria-labelledby={`${id}-title`}
      aria-busy={query.isLoading}
      ref={element}
    >
      <header class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {note && (
          <Menu id={`${id}-note`} text="?" title={`What “${title}” shows`} isActive={false}>
            <p class="popover note">{note}</p>
          </Menu>
        )}
        {actions && <div class="controls">{actions}</div>}
        <div class={hasContent ? 'tools' : 'tools unready'}>
          <Files {...props} data={hasContent ? data : null} element={() => element.current} />
        </div>
      </header>
      <div
        class={`card-body${query.isLoading && data !== null ? ' waiting' : ''}`}
        style={minHeight ? { minHeight } : undefined}
      >
        {contentOf(props)}
      </div>
      {footer && <footer class="card-foot">{footer}</footer>}
    </section>
  );
}

function contentOf<Data>({ query, isEmpty, empty, children }: CardProps<Data>): ComponentChildren {
  const { data, error, isLoading, retry } = query;
  if (error && data === null && !isLoading) return <Failure error={error} onRetry={retry} />;
  if (data === null) return <Waiting />;
  return (
    <>
      {error && !isLoading && <Stale error={error} onRetry={retry} />}
      {isEmpty?.(data) ? <p class="empty">{empty ?? 'There is nothing to show in this window.'}</p> : children(data)}
    </>
  );
}

/** Stands where content will be. */
function Waiting() {
  return (
    <div class="skeleton-lines">
      <span class="visually-hidden">Loading …</span>
      <div class="skeleton" />
    </div>
  );
}

interface FilesProps<Data> extends CardProps<Data> {
  readonly data: Data | null;
  readonly element: () => HTMLElement | null;
}

/** The menu that saves the card; its place is kept while there is nothing to save. */
function Files<Data>({ id, title, filters = [], page = 1, table, hasPicture, data, element }: FilesProps<Data>) {
  const { text, file } = useScope();
  const name = fileName([...file, ...filters, id, page > 1 && `page-${page}`]);
  const savePicture = async () => {
    const card = element();
    const { savePicture } = await import('./picture.js');
    if (card) await savePicture(card, { file: `${name}.png`, subtitle: text });
  };
  if (!table && !hasPicture) return null;
  return (
    <Menu id={`${id}-files`} text="⋯" title={`Save “${title}”`} isActive={false} isClosedByChoice>
      <div class="popover">
        {table && <CsvButton title={title} name={name} table={data && table(data)} />}
        {hasPicture && (
          <button
            type="button"
            class="tool"
            aria-label={`PNG: save ${title} as an image`}
            onClick={() => void savePicture()}
          >
            PNG
          </button>
        )}
      </div>
    </Menu>
  );
}

function fileName(parts: readonly (string | false)[]): string {
  const named = parts.map((part) => part && part !== 'ALL' && part.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 40));
  return named.filter(Boolean).join('-');
}

interface CsvButtonProps {
  readonly title: string;
  readonly name: string;
  readonly table: Table | null;
}

/** Says so where it saves a part of the rows. */
function CsvButton({ title, name, table }: CsvButtonProps) {
  const { length = 0 } = table?.rows ?? [];
  const { total = length } = table ?? {};
  const what = `save the ${length < total ? `${counted(length, 'row')} shown` : 'data'} of`;
  const file = length < total ? `${name}-${length}-of-${total}` : name;
  return (
    <button
      type="button"
      class="tool"
      title={`S${what.slice(1)} “${title}”`}
      aria-label={`CSV: ${what} ${title}`}
      onClick={() => table && saveText(`${file}.csv`, toCsv(table))}
    >
      CSV
    </button>
  );
}
