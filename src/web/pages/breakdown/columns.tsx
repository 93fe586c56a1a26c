// The columns of a breakdown by one dimension, and what a file has of one by two.

import { Link } from '../../app/navigation.js';
import type { View } from '../../data/view.js';
import type { BreakdownOrder, Dimension } from '../../documents/generated/pages.js';
import { AnswersLink, ShareLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { boundsOf, boundsText, boundsValues, interval, kindOf } from '../../ui/bounds.js';
import { Change, signalFor } from '../../ui/change.js';
import { decimal, none, percent, whole } from '../../ui/format.js';
import { type Group, type Grouping, labelOfDimension } from './groups.js';

type GroupColumn = Column<Group, BreakdownOrder>;

/** Those of the groups of a view. `by` begins with the dimension of the rows. */
export function groupColumns(grouping: Grouping, by: readonly Dimension[], view: View): readonly GroupColumn[] {
  const { textOf, pageOf, answersOf } = grouping;
  const [first = 'MODEL'] = by;
  const isOfCompany = by.includes('COMPANY');
  return [
    {
      label: labelOfDimension(first),
      order: 'KEY',
      first: 'ASC',
      cell: ({ key }) => {
        const page = pageOf(key, first);
        return page ? <Link to={page}>{textOf(key, first)}</Link> : textOf(key, first);
      },
      values: Object.fromEntries(by.map((each) => [labelOfDimension(each), ({ key }) => textOf(key, each)])),
    },
    {
      // With a company among the dimensions, its own.
      label: 'Visibility',
      help: isOfCompany ? 'Answers that name the company.' : 'Answers that name the brand.',
      order: 'VISIBILITY',
      cell: (group) => {
        const answers = answersOf(group, by);
        return (
          <ShareLink
            value={group.visibility}
            mentions={group.mentions}
            runs={group.runs}
            more={`, ${boundsText(group)}`}
            isLinked={answers !== null}
            of={{ ...answers?.params, ...(isOfCompany ? {} : { outcome: 'MENTIONED' }) }}
            view={answers?.view}
          >
            <small class="under">{interval(boundsOf(group))}</small>
            {first !== 'PROMPT' && <small class="under">{kindOf(group)}</small>}
          </ShareLink>
        );
      },
      values: { Visibility: ({ visibility }) => visibility, ...boundsValues, Mentions: ({ mentions }) => mentions },
    },
    {
      label: 'Change',
      help: 'Of visibility, from the window compared with.',
      isChange: true,
      order: 'CHANGE',
      cell: ({ change, key: { promptId }, runs, previous }) => {
        if (!change) return none;
        if (!promptId) return <Change change={change} />;
        const windows = [runs, previous?.runs ?? 0].map((each) => ({ runs: each, prompts: 1 }));
        return <Change change={change} signal={{ isOf: signalFor(change, windows, promptId), view }} />;
      },
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
    { label: 'Prompts', order: 'PROMPTS', value: ({ prompts }) => prompts },
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
