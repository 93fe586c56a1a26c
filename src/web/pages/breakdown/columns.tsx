// The columns of a breakdown by one dimension, and what a file has of one by two.

import { Link } from '../../app/navigation.js';
import type { BreakdownOrder, Dimension } from '../../documents/generated/breakdown.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Meter } from '../../lists/meter.js';
import { Change } from '../../ui/change.js';
import { counted, decimal, interval, none, percent, whole } from '../../ui/format.js';
import type { Group, Grouping } from './groups.js';

type GroupColumn = Column<Group, BreakdownOrder>;

export const boundsOf = ({ robustInterval, interval: own }: Group) => robustInterval ?? own;

/** `by` begins with the dimension of the rows. */
export function groupColumns(
  grouping: Grouping,
  by: readonly Dimension[],
  labels: readonly string[],
): readonly GroupColumn[] {
  return [
    keyColumn(grouping, by, labels),
    visibilityColumn(grouping, by),
    ...figureColumns,
    answersColumn(grouping, by),
  ];
}

function keyColumn({ textOf, pageOf }: Grouping, by: readonly Dimension[], labels: readonly string[]): GroupColumn {
  const [first = 'MODEL'] = by;
  const texts = by.map((dimension, index) => [
    labels[index] ?? dimension,
    (group: Group) => textOf(group.key, dimension),
  ]);
  return {
    id: 'key',
    label: labels[0] ?? '',
    order: 'KEY',
    first: 'ASC',
    cell: ({ key }) => {
      const page = pageOf(key, first);
      return page ? <Link to={page}>{textOf(key, first)}</Link> : textOf(key, first);
    },
    values: Object.fromEntries(texts),
  };
}

/** With a company among the dimensions, its own. */
function visibilityColumn({ answersOf }: Grouping, by: readonly Dimension[]): GroupColumn {
  const isOfCompany = by.includes('COMPANY');
  const titleOf = (group: Group) =>
    `${group.visibility}: ${whole(group.mentions)} of ${counted(group.runs, 'answer')}, 95% interval ${interval(boundsOf(group))}`;
  return {
    id: 'visibility',
    label: 'Visibility',
    help: isOfCompany ? 'Answers that name the company.' : 'Answers that name the brand.',
    isNumber: true,
    order: 'VISIBILITY',
    cell: (group) => {
      const answers = answersOf(group, by);
      const of = { ...answers?.params, ...(isOfCompany ? {} : { outcome: 'MENTIONED' }) };
      return (
        <Meter value={group.visibility}>
          <AnswersLink count={answers ? group.mentions : 0} of={of} view={answers?.view ?? {}} title={titleOf(group)}>
            {percent(group.visibility)}
          </AnswersLink>
          <small class="under">{interval(boundsOf(group))}</small>
        </Meter>
      );
    },
    values: {
      Visibility: ({ visibility }) => visibility,
      'Interval low': (group) => boundsOf(group)?.low ?? null,
      'Interval high': (group) => boundsOf(group)?.high ?? null,
      Mentions: ({ mentions }) => mentions,
    },
  };
}

function answersColumn({ answersOf }: Grouping, by: readonly Dimension[]): GroupColumn {
  return {
    id: 'answers',
    label: 'Answers',
    isNumber: true,
    order: 'RUNS',
    cell: (group) => {
      // Those of a company are the ones that name it.
      const answers = by.includes('COMPANY') ? null : answersOf(group, by);
      if (!answers) return whole(group.runs);
      return <AnswersLink count={answers.count} of={answers.params} view={answers.view} />;
    },
    values: { Answers: ({ runs }) => runs },
  };
}

const figureColumns: readonly GroupColumn[] = [
  {
    id: 'change',
    label: 'Change',
    help: 'Of visibility, from the window compared with.',
    isNumber: true,
    isChange: true,
    order: 'CHANGE',
    cell: ({ change }) => (change ? <Change change={change} /> : none),
    values: {
      'Visibility before': ({ previous }) => previous?.visibility ?? null,
      Change: ({ change }) => change?.difference ?? null,
      'Change low': ({ change }) => change?.low ?? null,
      'Change high': ({ change }) => change?.high ?? null,
    },
  },
  {
    id: 'share',
    label: 'Share of voice',
    isNumber: true,
    order: 'SHARE',
    cell: ({ share }) => percent(share),
    values: { 'Share of voice': ({ share }) => share },
  },
  {
    id: 'position',
    label: 'Position',
    isNumber: true,
    order: 'POSITION',
    first: 'ASC',
    cell: ({ position }) => decimal(position?.average ?? null),
    values: { Position: ({ position }) => position?.average ?? null },
  },
  {
    id: 'sentiment',
    label: 'Positive',
    help: 'Share of the assessed mentions that are positive.',
    isNumber: true,
    cell: ({ sentiment }) => percent(sentiment?.positiveShare ?? null),
    values: { 'Positive share': ({ sentiment }) => sentiment?.positiveShare ?? null },
  },
  {
    id: 'prompts',
    label: 'Prompts',
    isNumber: true,
    order: 'PROMPTS',
    cell: ({ prompts }) => whole(prompts),
    values: { Prompts: ({ prompts }) => prompts },
  },
];
