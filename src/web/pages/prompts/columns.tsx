// The columns of the list of prompts.

import { Link } from '../../app/navigation.js';
import type { PromptListQuery } from '../../documents/generated/prompts.js';
import type { Column } from '../../lists/data-table.js';
import { Meter } from '../../lists/meter.js';
import { counted, decimal, none, percent, points, whole } from '../../ui/format.js';
import type { Table } from '../../ui/table-data.js';

type Prompt = NonNullable<PromptListQuery['brandAnalytics']>['promptPerformance']['data'][number];

export const promptOrders = ['VISIBILITY', 'CHANGE', 'POSITION', 'GAP', 'RUNS', 'CITATIONS', 'SHARE'] as const;

export const promptColumns: readonly Column<Prompt>[] = [
  {
    id: 'prompt',
    label: 'Prompt',
    cell: ({ promptId, prompt, tags }) => (
      <>
        <Link to={{ page: 'prompt', promptId }}>{prompt}</Link>
        {tags.length > 0 && <span class="sub">{tags.join(' · ')}</span>}
      </>
    ),
  },
  {
    id: 'visibility',
    label: 'Visibility',
    help: 'Answers that name the brand, of all answers to the prompt.',
    isNumber: true,
    order: 'VISIBILITY',
    first: 'ASC',
    cell: ({ promptId, visibility, brandMentions, runs }) => (
      <Meter value={visibility}>
        <Link
          to={{ page: 'answers', params: { prompt: promptId, outcome: 'MENTIONED' } }}
          title={`${visibility}: ${whole(brandMentions)} of ${counted(runs, 'answer')}`}
        >
          {percent(visibility)}
        </Link>
      </Meter>
    ),
  },
  {
    id: 'change',
    label: 'Change',
    help: 'Visibility against the window before. Not tested for chance.',
    isNumber: true,
    order: 'CHANGE',
    cell: ({ visibility, change, previous }) =>
      change === null ? (
        <span class="change">no answers before</span>
      ) : (
        <span
          class="change"
          title={`${percent(visibility)} now, ${percent(previous.visibility)} before. Not tested for chance.`}
        >
          {points(change)}
        </span>
      ),
  },
  {
    id: 'position',
    label: 'Position',
    help: 'Mean position of the brand among the companies named; 1 is named first.',
    isNumber: true,
    order: 'POSITION',
    first: 'ASC',
    cell: ({ position }) => (
      <span
        title={position.positions > 0 ? `Mean of ${counted(position.positions, 'answer')}` : 'No answer has a position'}
      >
        {position.average === null ? none : decimal(position.average)}
      </span>
    ),
  },
  {
    id: 'leader',
    label: 'Leader',
    help: 'The other company that most answers name.',
    cell: ({ promptId, leader, runs }) =>
      leader ? (
        <>
          <Link to={{ page: 'answers', params: { prompt: promptId, company: leader.name } }}>{leader.name}</Link>
          <span class="sub">
            {whole(leader.mentions)} of {whole(runs)}
          </span>
        </>
      ) : (
        none
      ),
  },
  {
    id: 'gap',
    label: 'Gap to leader',
    help: 'Visibility of the leader minus that of the brand.',
    isNumber: true,
    order: 'GAP',
    cell: (prompt) => <span class="change">{gapText(gapOf(prompt))}</span>,
  },
  {
    id: 'answers',
    label: 'Answers',
    isNumber: true,
    order: 'RUNS',
    cell: ({ promptId, runs }) => <Link to={{ page: 'answers', params: { prompt: promptId } }}>{whole(runs)}</Link>,
  },
];

/** Mentions of the leader minus those of the brand, over answers, as the API orders by it. */
const gapOf = ({ leader, brandMentions, runs }: Prompt): number => ((leader?.mentions ?? 0) - brandMentions) / runs;

function gapText(gap: number): string {
  if (gap === 0) return 'level';
  return `${points(Math.abs(gap)).slice(1)} ${gap > 0 ? 'behind' : 'ahead'}`;
}

/** The exact figures of prompts. */
export function promptTable(prompts: readonly Prompt[]): Table {
  const labels = ['Prompt', 'Prompt id', 'Tags', 'Answers', 'Mentions', 'Visibility', 'Visibility before', 'Change'];
  const more = ['Position', 'Leader', 'Leader mentions', 'Gap'];
  return {
    columns: [...labels, ...more],
    rows: prompts.map((each) => [
      each.prompt,
      each.promptId,
      each.tags.join(' '),
      each.runs,
      each.brandMentions,
      each.visibility,
      each.previous.visibility,
      each.change,
      each.position.average,
      each.leader?.name ?? null,
      each.leader?.mentions ?? null,
      gapOf(each),
    ]),
  };
}
