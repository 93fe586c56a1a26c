// The columns of a breakdown by one dimension, and what a file has of one by two.

import { Link } from '../../app/navigation.js';
import type { BreakdownOrder, Dimension } from '../../documents/generated/breakdown.js';
import { AnswersLink, ShareLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { boundsOf, boundsValues } from '../../ui/bounds.js';
import { Change } from '../../ui/change.js';
import { decimal, interval, none, percent, whole } from '../../ui/format.js';
import type { Group, Grouping } from './groups.js';

type GroupColumn = Column<Group, BreakdownOrder>;

/** `by` begins with the dimension of the rows. */
export function groupColumns(
  { textOf, pageOf, answersOf }: Grouping,
  by: readonly Dimension[],
  labels: readonly string[],
): readonly GroupColumn[] {
  const [first = 'MODEL'] = by;
  const isOfCompany = by.includes('COMPANY');
  return [
    {
      label: labels[0] ?? '',
      order: 'KEY',
      first: 'ASC',
      cell: ({ key }) => {
        const page = pageOf(key, first);
        return page ? <Link to={page}>{textOf(key, first)}</Link> : textOf(key, first);
      },
      values: Object.fromEntries(
        by.map((dimension, index) => [labels[index] ?? dimension, ({ key }) => textOf(key, dimension)]),
      ),
    },
    {
      // With a company among the dimensions, its own.
      label: 'Visibility',
      help: isOfCompany ? 'Answers that name the company.' : 'Answers that name the brand.',
      order: 'VISIBILITY',
      cell: (group) => {
        const answers = answersOf(group, by);
        const bounds = interval(boundsOf(group));
        return (
          <ShareLink
            value={group.visibility}
            mentions={group.mentions}
            runs={group.runs}
            more={`, 95% interval ${bounds}`}
            isLinked={answers !== null}
            of={{ ...answers?.params, ...(isOfCompany ? {} : { outcome: 'MENTIONED' }) }}
            view={answers?.view}
          >
            <small class="under">{bounds}</small>
          </ShareLink>
        );
      },
      values: { Visibility: ({ visibility }) => visibility, ...boundsValues, Mentions: ({ mentions }) => mentions },
    },
    ...figureColumns,
    {
      label: 'Answers',
      order: 'RUNS',
      value: ({ runs }) => runs,
      cell: (group) => {
        // Those of a company are the ones that name it.
        const answers = isOfCompany ? null : answersOf(group, by);
        if (!answers) return whole(group.runs);
        return <AnswersLink count={answers.count} of={answers.params} view={answers.view} />;
      },
    },
  ];
}

const figureColumns: readonly GroupColumn[] = [
  {
    label: 'Change',
    help: 'Of visibility, from the window compared with.',
    isChange: true,
    order: 'CHANGE',
    cell: ({ change, key }) => (change ? <Change change={change} promptId={key.promptId} /> : none),
    values: {
      'Visibility before': ({ previous }) => previous?.visibility ?? null,
      Change: ({ change }) => change?.difference ?? null,
      'Change low': ({ change }) => change?.low ?? null,
      'Change high': ({ change }) => change?.high ?? null,
    },
  },
  { label: 'Share of voice', order: 'SHARE', value: ({ share }) => share, format: percent },
  {
    label: 'Position',
    order: 'POSITION',
    first: 'ASC',
    value: ({ position }) => position?.average ?? null,
    format: decimal,
  },
  {
    label: 'Positive',
    help: 'Share of the assessed mentions that are positive.',
    format: percent,
    values: { 'Positive share': ({ sentiment }) => sentiment?.positiveShare ?? null },
  },
  { label: 'Prompts', order: 'PROMPTS', value: ({ prompts }) => prompts, format: whole },
];
