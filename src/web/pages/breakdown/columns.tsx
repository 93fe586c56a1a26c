// The columns of a breakdown by one dimension, and what a file has of one by two.

import { Link } from '../../app/navigation.js';
import type { BreakdownOrder, Dimension } from '../../documents/generated/breakdown.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Meter } from '../../lists/meter.js';
import { Change } from '../../ui/change.js';
import { counted, decimal, interval, none, percent, whole } from '../../ui/format.js';
import type { Group, Grouping } from './groups.js';

export const boundsOf = ({ robustInterval, interval: own }: Group) => robustInterval ?? own;

/** `by` begins with the dimension of the rows. */
export function groupColumns(
  { textOf, pageOf, answersOf }: Grouping,
  by: readonly Dimension[],
  labels: readonly string[],
): readonly Column<Group, BreakdownOrder>[] {
  const [first = 'MODEL'] = by;
  const isOfCompany = by.includes('COMPANY');
  const name = (group: Group) => {
    const page = pageOf(group.key, first);
    const text = textOf(group.key, first);
    return page ? <Link to={page}>{text}</Link> : text;
  };
  return [
    {
      id: 'key',
      label: labels[0] ?? '',
      order: 'KEY',
      first: 'ASC',
      cell: name,
      values: Object.fromEntries(
        by.map((dimension, index) => [labels[index] ?? dimension, (group: Group) => textOf(group.key, dimension)]),
      ),
    },
    {
      id: 'visibility',
      label: 'Visibility',
      help: isOfCompany ? 'Answers that name the company.' : 'Answers that name the brand.',
      isNumber: true,
      order: 'VISIBILITY',
      cell: (group) => {
        const answers = answersOf(group, by);
        const of = isOfCompany ? answers?.params : { ...answers?.params, outcome: 'MENTIONED' };
        return (
          <Meter value={group.visibility}>
            <AnswersLink
              count={answers ? group.mentions : 0}
              of={of ?? {}}
              view={answers?.view ?? {}}
              title={`${group.visibility}: ${whole(group.mentions)} of ${counted(group.runs, 'answer')}, 95% interval ${interval(boundsOf(group))}`}
            >
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
    },
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
    {
      id: 'answers',
      label: 'Answers',
      isNumber: true,
      order: 'RUNS',
      cell: (group) => {
        const answers = isOfCompany ? null : answersOf(group, by);
        return answers ? (
          <AnswersLink count={answers.count} of={answers.params} view={answers.view} />
        ) : (
          whole(group.runs)
        );
      },
      values: { Answers: ({ runs }) => runs },
    },
  ];
}
