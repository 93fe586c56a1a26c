// A breakdown by two dimensions as a table: a row for each value of the first, a column for each of the second, tinted by visibility.

import { useState } from 'preact/hooks';
import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { Matrix, type MatrixCell } from '../../charts/matrix.js';
import { useQuery } from '../../data/use-query.js';
import { variablesOf } from '../../data/view.js';
import type { Dimension } from '../../documents/generated/pages.js';
import { breakdownDocument } from '../../documents/pages.js';
import { readText } from '../../lists/answers-link.js';
import { type Sort, sortBy } from '../../lists/column.js';
import { FirstRows } from '../../lists/data-table.js';
import { Card } from '../../ui/card.js';
import { markOf, TestedAlone } from '../../ui/change.js';
import { boundsText, counted, points, roundedPercent, whole } from '../../ui/format.js';
import { noAnswer } from '../../ui/notice.js';
import { groupColumns } from './columns.js';
import { dimensionsOf, type Group, type Grouping, idOf, isOfTime, useGrouping } from './groups.js';

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
  const labels = by.map((each) => dimensionsOf(brand).find(({ value }) => value === each)?.label ?? each);
  const whose = by.includes('COMPANY') ? 'a company' : (brand?.name ?? 'the brand');
  return (
    <Card
      id={id}
      title={title}
      note={`Share of answers that name ${whose}. Click a figure to read the answers, a heading to sort.${by.includes('COMPANY') ? ' Rows and columns without an answer that names a company are left out.' : ''}`}
      query={query}
      rowsOf={({ brandAnalytics }) => brandAnalytics.breakdown.data}
      totalOf={({ brandAnalytics }) => brandAnalytics.breakdown.pagination.total}
      columns={groupColumns({ grouping, by, labels, view })}
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

interface PivotTableProps extends Pick<PivotProps, 'by' | 'title'> {
  readonly groups: readonly Group[];
  /** Whether there are more groups. */
  readonly isCut: boolean;
}

function Pivot({ by, title, groups, isCut }: PivotTableProps) {
  const { view } = useAddress();
  const grouping = useGrouping();
  const [sort, setSort] = useState<Sort | null>(null);
  const isOfCompany = by.includes('COMPANY');
  // Of a company, every group says all answers; others add up where all are there, and an answer has one of the rows.
  const isCounted = isOfCompany || (by[0] !== 'TAG' && !isCut);
  const [all, columns] = [axisOf(groups, by[0], grouping), axisOf(groups, by[1], grouping)];
  const cellAt = (row: Slice, column: Slice): MatrixCell => {
    const group = groupAt(row, column);
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
  const directionOf = (id: string) => (sort?.order === id ? sort.direction : null);
  return (
    <FirstRows rows={rows} noun="rows">
      {(shown) => (
        <Matrix
          label={`Table: ${title}`}
          columns={columns.map(({ id, text, runs }) => ({
            id,
            text: isCounted && by[1] !== 'COMPANY' ? `${text} (${whole(runs)})` : text,
            sorted: directionOf(id),
            onSort: () => setSort({ order: id, direction: directionOf(id) === 'DESC' ? 'ASC' : 'DESC' }),
          }))}
          rows={shown.map((row) => ({
            id: row.id,
            label: row.text,
            count: isCounted && by[1] === 'COMPANY' ? whole(row.runs) : '',
            cells: columns.map((column) => cellAt(row, column)),
          }))}
        />
      )}
    </FirstRows>
  );
}

const rangeOf = (change: Group['change']): string =>
  !change || change.low === null ? 'not tested' : `between ${points(change.low)} and ${points(change.high)}`;

const zeroOf = (runs: number): MatrixCell => ({ value: 0, text: '0%', title: `0 of ${counted(runs, 'answer')}` });

/** Its share, the change below it, and in its tooltip what both are of. */
function figureOf(group: Group, answers: number): MatrixCell {
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

/** One value of a dimension. */
interface Slice {
  /** What no other value of the dimension is. */
  readonly id: string;
  readonly text: string;
  /** The answers of its groups: of all of them together if each says those of the value, otherwise their sum. */
  readonly runs: number;
  readonly groups: ReadonlySet<Group>;
}

/** The values of a dimension: of time in order, companies by mentions, others by answers. */
function axisOf(groups: readonly Group[], dimension: Dimension, { textOf }: Grouping): readonly Slice[] {
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
    groups: new Set(own),
  }));
  const size = (slice: (typeof slices)[number]) =>
    isOfTime(dimension) ? 0 : dimension === 'COMPANY' ? slice.mentions : slice.runs;
  return slices.sort((one, other) => size(other) - size(one) || one.id.localeCompare(other.id));
}

/** The group of both; `null` without answers. */
function groupAt(row: Slice, column: Slice): Group | null {
  return [...row.groups].find((group) => column.groups.has(group)) ?? null;
}
