// A titled panel for an answer of the API: it shows that the answer is loading, failed or empty, and offers its data as CSV and its picture.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useScope } from '../app/catalog.js';
import { Menu } from '../app/menu.js';
import { useAddress } from '../app/navigation.js';
import type { Query } from '../data/use-query.js';
import { comparedOf } from '../data/view.js';
import { type Column, columnsFor, type Sort, sortRows, tableOf } from '../lists/column.js';
import { DataTable, FirstRows } from '../lists/data-table.js';
import { saveCsv } from './download.js';
import { counted, dayRange } from './format.js';
import { Loaded } from './notice.js';

export interface CardProps<Data, Row> {
  /** Unique on the page: names the element and the files. */
  readonly id: string;
  readonly title: string;
  /** What the card shows, and of what: folded behind a question mark beside the title. */
  readonly note?: ComponentChildren;
  readonly query: Query<Data>;
  /** What the card shows as rows, and saves as files. */
  readonly rowsOf?: (data: Data) => readonly Row[];
  readonly columns?: readonly Column<Row>[];
  /** How many rows there are where those shown may be a part of them. */
  readonly totalOf?: (data: Data) => number;
  /** How rows that are there whole are sorted. */
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Shows the first rows alone, until all such are asked for. */
  readonly noun?: string;
  /** What the card says in place of its content: where it has no rows, or where this finds something to say. */
  readonly empty?: string | ((data: Data) => string | false);
  /** What the card shows of its data beside the view, and the page of a list: in the names of the files. `ALL` selects nothing. */
  readonly filters?: readonly string[];
  /** The same in words, where the title does not say it: in pictures and print. */
  readonly selection?: string;
  readonly page?: number;
  /** Controls beside the title. */
  readonly actions?: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly isHalf?: boolean;
  /** Height of the content in CSS: kept while it loads and where it is less. Without one, what follows on the page appears with the content. */
  readonly minHeight?: string;
  /** Default: the rows as a table. */
  readonly children?: (data: Data, rows: readonly Row[]) => ComponentChildren;
}

export function Card<Data, Row = never>(props: CardProps<Data, Row>) {
  const { id, title, note, query, actions, footer, isHalf, minHeight } = props;
  const { data, isLoading, isOfBefore } = query;
  const defined = columnsFor(props.columns ?? [], useAddress().view).filter(({ help }) => help);
  const element = useRef<HTMLElement>(null);
  // A file is named after the view: there is none of the figures before it.
  const isReady = data !== null && !isOfBefore && !emptyOf(props, data);
  return (
    <section
      class={`card ${isHalf ? 'half' : 'wide'}${!minHeight && data === null && isLoading ? ' pending' : ''}`}
      id={id}
      aria-labelledby={`${id}-title`}
      aria-busy={isLoading}
      ref={element}
    >
      <header class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {(note || defined.length > 0) && (
          <Menu id={`${id}-note`} text="?" title={`What “${title}” shows`} isActive={false}>
            <div class="popover quiet">
              {note && <p>{note}</p>}
              {defined.map(({ label, help }) => (
                <p key={label}>
                  <strong>{label}</strong>: {help}
                </p>
              ))}
            </div>
          </Menu>
        )}
        {actions && <div class="controls">{actions}</div>}
        <div class={isReady ? 'tools' : 'tools unready'}>
          {props.columns && <Files {...props} data={isReady ? data : null} element={() => element.current} />}
        </div>
      </header>
      <div
        class={`card-body${isLoading && data !== null ? ' waiting' : ''}`}
        style={minHeight ? { minHeight } : undefined}
      >
        {props.selection && <p class="print-only">{props.selection}</p>}
        <Content {...props} />
      </div>
      {footer && <footer class="card-foot">{footer}</footer>}
    </section>
  );
}

const nothing = 'There is nothing to show in this window.';
const emptyOf = <Data, Row>({ empty = nothing, rowsOf }: CardProps<Data, Row>, data: Data): string | false =>
  typeof empty === 'function' ? empty(data) : rowsOf?.(data).length === 0 && empty;

const Loading = () => (
  <div class="skeleton">
    <span class="visually-hidden">Loading …</span>
  </div>
);

function Content<Data, Row>(props: CardProps<Data, Row>) {
  const { query, title, columns = [], rowsOf, sort, onSort, noun } = props;
  const table = (rows: readonly Row[]) => (
    <DataTable caption={title} columns={columns} rows={rows} sort={sort} onSort={onSort} />
  );
  return (
    <Loaded query={query} loading={<Loading />}>
      {(data) => {
        const empty = emptyOf(props, data);
        if (empty) return <p class="empty">{empty}</p>;
        const all = rowsOf?.(data) ?? [];
        if (props.children) return props.children(data, all);
        const rows = sort ? sortRows(columns, all, sort) : all;
        return noun ? <FirstRows rows={rows} noun={noun} children={table} /> : table(rows);
      }}
    </Loaded>
  );
}

/** Loaded by whoever may save one. */
const loadPicture = () => import('./picture.js');

/** The menu that saves the card; its place is kept while there is nothing to save. It says so where it saves a part of the rows. */
function Files<Data, Row>(
  props: CardProps<Data, Row> & { readonly data: Data | null; readonly element: () => HTMLElement | null },
) {
  const { id, title, filters = [], selection = '', page = 1, columns = [], element, data } = props;
  const { text, file: scope } = useScope();
  const { view } = useAddress();
  const [problem, setProblem] = useState('');
  const compared = columns.some(({ isChange }) => isChange) ? comparedOf(view) : null;
  const rows = data === null ? [] : (props.rowsOf?.(data) ?? []);
  const total = data === null ? 0 : (props.totalOf?.(data) ?? rows.length);
  const name = fileName([...scope, ...filters, id, page > 1 && `page-${page}`]);
  const what = `save the ${rows.length < total ? `${counted(rows.length, 'row')} shown` : 'data'} of`;
  const file = rows.length < total ? `${name}-${rows.length}-of-${total}` : name;
  const subtitle = [text, selection, compared && `vs ${dayRange(compared)}`].filter(Boolean).join(' · ');
  // The picture is of the card as it is once that can be drawn.
  const naming = useRef([name, subtitle] as const);
  naming.current = [`${name}.png`, subtitle];
  const savePicture = async () => {
    setProblem('');
    const { savePicture } = await loadPicture();
    const card = element();
    if (card?.isConnected) await savePicture(card, ...naming.current);
  };
  return (
    <>
      {problem && (
        <span class="problem" role="alert">
          The picture was not saved. {problem}
        </span>
      )}
      <Menu
        id={`${id}-files`}
        text="⋯"
        title={`Save “${title}”`}
        isActive={false}
        isClosedByChoice
        onOpen={() => void loadPicture().catch(() => {})}
      >
        <div class="popover">
          <button
            type="button"
            class="tool"
            title={`S${what.slice(1)} “${title}”`}
            aria-label={`CSV: ${what} ${title}`}
            onClick={() => saveCsv(`${file}.csv`, tableOf(columnsFor(columns, view), rows))}
          >
            CSV
          </button>
          <button
            type="button"
            class="tool"
            aria-label={`PNG: save ${title} as an image`}
            onClick={() => void savePicture().catch(({ message }: Error) => setProblem(message))}
          >
            PNG
          </button>
        </div>
      </Menu>
    </>
  );
}

function fileName(parts: readonly (string | false)[]): string {
  const named = parts.map((part) => part && part !== 'ALL' && part.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 40));
  return named.filter(Boolean).join('-');
}
