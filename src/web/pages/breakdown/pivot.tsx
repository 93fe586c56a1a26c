// A breakdown by two dimensions as a table: a row for each value of the first, a column for each of the second, tinted by visibility.

import { useState } from 'preact/hooks';
import type { Target } from '../../app/address.js';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { variablesOf } from '../../data/view.js';
import type { Dimension } from '../../documents/generated/pages.js';
import { breakdownDocument } from '../../documents/pages.js';
import { readText } from '../../lists/answers-link.js';
import { type Sort, sortBy } from '../../lists/column.js';
import { FirstRows, SortHeader } from '../../lists/data-table.js';
import { boundsText } from '../../ui/bounds.js';
import { Card } from '../../ui/card.js';
import { markOf, TestedAlone } from '../../ui/change.js';
import { counted, points, roundedPercent, whole } from '../../ui/format.js';
import { noAnswer } from '../../ui/notice.js';
import { Scrollable } from '../../ui/scrollable.js';
import { type Group, type Grouping, groupColumns, idOf, isOfTime, useGrouping } from './groups.js';

const maxGroups = 1_000;

interface PivotProps {
  readonly id: string;
  readonly title: string;
  readonly by: readonly [rows: Dimension, columns: Dimension];
}

/** The card. */
export function PivotCard({ id, title, by }: PivotProps) {
  const { view } = useAddress();
  const brand = useBrand();
  const grouping = useGrouping();
  const page = { order: 'MENTIONS', direction: 'DESC', page: 1, limit: maxGroups } as const;
  const query = useQuery(breakdownDocument, { ...variablesOf(view), ...page, by });
  const whose = by.includes('COMPANY') ? 'a company' : (brand?.name ?? 'the brand');
  return (
    <Card
      id={id}
      title={title}
      note={`Share of answers that name ${whose}. Click a figure to read the answers, a heading to sort.${by.includes('COMPANY') ? ' Rows and columns without an answer that names a company are left out.' : ''}`}
      query={query}
      rowsOf={({ brandAnalytics }) => brandAnalytics.breakdown.data}
      totalOf={({ brandAnalytics }) => brandAnalytics.breakdown.pagination.total}
      columns={groupColumns(grouping, by, view)}
      empty={noAnswer(view)}
    >
      {({ brandAnalytics }, groups) => {
        const { total } = brandAnalytics.breakdown.pagination;
        return (
          <>
            <Pivot by={by} title={title} groups={groups} isCut={total > maxGroups} />
            {view.compare !== 'none' && groups.some(({ change }) => change?.isSignificant) && (
              <p class="quiet spaced">
                <TestedAlone />
              </p>
            )}
            {total > maxGroups && (
              <p class="quiet spaced">
                The {whole(maxGroups)} groups with most mentions of {whole(total)} are shown.
              </p>
            )}
          </>
        );
      }}
    </Card>
  );
}

interface PivotCell {
  /** A fraction in [0, 1] that gives the tint; null has none. */
  readonly value: number | null;
  readonly text: string;
  readonly title: string;
  readonly to?: Target;
  /** Below the figure: how it changed, with the sign and in the colour of a change that is more than chance. */
  readonly sub?: { readonly text: string; readonly mood: string };
}

interface PivotTableProps extends Pick<PivotProps, 'by' | 'title'> {
  readonly groups: readonly Group[];
  /** Whether there are more groups. */
  readonly isCut: boolean;
}

/** It scrolls sideways where it does not fit, with its first column in place. */
function Pivot({ by, title, groups, isCut }: PivotTableProps) {
  const { view } = useAddress();
  const grouping = useGrouping();
  const [sort, setSort] = useState<Sort | null>(null);
  const isOfCompany = by.includes('COMPANY');
  // Of a company, every group says all answers; others add up where all are there, and an answer has one of the rows.
  const isCounted = isOfCompany || (by[0] !== 'TAG' && !isCut);
  const [all, columns] = [axisOf(groups, by[0], grouping), axisOf(groups, by[1], grouping)];
  const groupsAt = new Map(groups.map((group) => [by.map((each) => idOf(group, each)).join(), group]));
  const cellAt = (row: Slice, column: Slice): PivotCell => {
    const group = groupsAt.get(`${row.id},${column.id}`);
    const { runs } = by[0] === 'COMPANY' ? column : row;
    // A company that is not named has no group; one of a group that was not asked for may be.
    if (!group && isCut) return { value: null, text: '…', title: 'Not among the groups shown' };
    if (!group) return isOfCompany && runs > 0 ? zeroOf(runs) : { value: null, text: '', title: 'No answers' };
    const answers = grouping.answersOf(group, by);
    const said = view.compare === 'none' ? { ...group, change: null } : group;
    if (!answers || answers.count === 0) return figureOf(said, 0);
    const { count, ...selected } = answers;
    return { ...figureOf(said, count), to: { page: 'answers', ...selected } };
  };
  const sorted = columns.find(({ id }) => id === sort?.order);
  const rows = sort && sorted ? sortBy(all, (row) => cellAt(row, sorted).value, sort.direction) : all;
  const label = `Table: ${title}`;
  const directionOf = (id: string) => (sort?.order === id ? sort.direction : null);
  return (
    <FirstRows rows={rows} noun="rows">
      {(shown) => (
        <Scrollable label={label}>
          <table class="matrix">
            <caption class="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <td />
                {columns.map(({ id, text, runs }) => (
                  <SortHeader
                    key={id}
                    text={isCounted && by[1] !== 'COMPANY' ? `${text} (${whole(runs)})` : text}
                    sorted={directionOf(id)}
                    onSort={() => setSort({ order: id, direction: directionOf(id) === 'DESC' ? 'ASC' : 'DESC' })}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.id}>
                  <th scope="row" title={row.text}>
                    <span>
                      <bdi>{row.text}</bdi>{' '}
                      {isCounted && by[1] === 'COMPANY' && <small class="quiet">{whole(row.runs)}</small>}
                    </span>
                  </th>
                  {columns.map((column) => (
                    <Cell key={column.id} {...cellAt(row, column)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      )}
    </FirstRows>
  );
}

/** Tints stay light enough for text to be read on each. */
const strongestTint = 34;

function Cell({ value, text, title, to, sub }: PivotCell) {
  const tint = `color-mix(in srgb, var(--accent) ${((value ?? 0) * strongestTint).toFixed(1)}%, var(--surface))`;
  return (
    <td class={value === null ? 'no-data' : undefined} style={{ backgroundColor: tint }} title={title}>
      {to ? (
        <Link to={to} aria-label={`${text}. ${title}`}>
          {text}
        </Link>
      ) : (
        text
      )}
      {sub && <small class={`under change ${sub.mood}`}>{sub.text}</small>}
    </td>
  );
}

const rangeOf = (change: Group['change']): string =>
  !change || change.low === null ? 'not tested' : `between ${points(change.low)} and ${points(change.high)}`;

const zeroOf = (runs: number): PivotCell => ({ value: 0, text: '0%', title: `0 of ${counted(runs, 'answer')}` });

/** Its share, the change below it, and in its tooltip what both are of. */
function figureOf(group: Group, answers: number): PivotCell {
  const { visibility, mentions, runs, change } = group;
  const difference = change?.difference ?? null;
  const [mark, mood] = change?.isSignificant ? markOf(difference ?? 0) : ['', ''];
  const said = [
    `${whole(mentions)} of ${counted(runs, 'answer')}, ${boundsText(group)}`,
    difference === null ? '' : `${points(difference)}${mark && ', more than chance'}, ${rangeOf(change)}`,
    answers > 0 ? readText(answers) : '',
  ];
  return {
    value: visibility,
    text: visibility === null ? 'no data' : roundedPercent(visibility),
    title: said.filter(Boolean).join('. '),
    ...(difference === null ? {} : { sub: { text: mark + points(difference).replace(' pts', ''), mood } }),
  };
}

type Slice = ReturnType<typeof axisOf>[number];

/**
 * The values of a dimension: of time in order, companies by mentions, others by answers. `runs` are the answers of its groups: of all of them together
 * if each says those of the value, otherwise their sum.
 */
function axisOf(groups: readonly Group[], dimension: Dimension, { textOf }: Grouping) {
  const found = new Map<string, Group[]>();
  for (const group of groups) {
    const id = idOf(group, dimension);
    found.set(id, [...(found.get(id) ?? []), group]);
  }
  const slices = [...found].map(([id, own]) => ({
    id,
    text: own[0] ? textOf(own[0].key, dimension) : id,
    runs: own.some(({ key }) => key.company !== null)
      ? Math.max(...own.map(({ runs }) => runs))
      : own.reduce((sum, { runs }) => sum + runs, 0),
    mentions: own.reduce((sum, { mentions }) => sum + mentions, 0),
  }));
  const size = (slice: (typeof slices)[number]) =>
    isOfTime(dimension) ? 0 : dimension === 'COMPANY' ? slice.mentions : slice.runs;
  return slices.sort((one, other) => size(other) - size(one) || one.id.localeCompare(other.id));
}
