// The columns of the list of prompts.

import { Link } from '../../app/navigation.js';
import type { PromptListQuery, PromptOrder } from '../../documents/generated/prompts.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Meter } from '../../lists/meter.js';
import { counted, decimal, none, percent, points, whole } from '../../ui/format.js';

type Prompt = NonNullable<PromptListQuery['brandAnalytics']>['promptPerformance']['data'][number];

export const promptColumns: readonly Column<Prompt, PromptOrder>[] = [
  {
    id: 'prompt',
    label: 'Prompt',
    cell: ({ promptId, prompt, tags }) => (
      <>
        <Link to={{ page: 'prompt', promptId }}>{prompt}</Link>
        {tags.length > 0 && (
          <span class="sub tags">
            {tags.map((tag) => (
              <Link key={tag} to={{ page: 'prompts', view: { tags: [tag] } }} title={`Only prompts tagged ${tag}`}>
                {tag}
              </Link>
            ))}
          </span>
        )}
      </>
    ),
    values: {
      Prompt: ({ prompt }) => prompt,
      'Prompt id': ({ promptId }) => promptId,
      Tags: ({ tags }) => tags.join(' '),
    },
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
        <AnswersLink
          count={brandMentions}
          of={{ prompt: promptId, outcome: 'MENTIONED' }}
          title={`${visibility}: ${whole(brandMentions)} of ${counted(runs, 'answer')}`}
        >
          {percent(visibility)}
        </AnswersLink>
      </Meter>
    ),
    values: {
      Answers: ({ runs }) => runs,
      Mentions: ({ brandMentions }) => brandMentions,
      Visibility: ({ visibility }) => visibility,
    },
  },
  {
    id: 'change',
    label: 'Change',
    help: 'Visibility against the window compared with. Not tested for chance.',
    isNumber: true,
    isChange: true,
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
    values: { 'Visibility before': ({ previous }) => previous.visibility, Change: ({ change }) => change },
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
    values: { Position: ({ position }) => position.average },
  },
  {
    id: 'leader',
    label: 'Leader',
    help: 'The other company that most answers name.',
    cell: ({ promptId, leader, runs }) =>
      leader ? (
        <>
          <AnswersLink count={leader.mentions} of={{ prompt: promptId, company: leader.name }}>
            {leader.name}
          </AnswersLink>
          <span class="sub">
            {whole(leader.mentions)} of {whole(runs)}
          </span>
        </>
      ) : (
        none
      ),
    values: {
      Leader: ({ leader }) => leader?.name ?? null,
      'Leader mentions': ({ leader }) => leader?.mentions ?? null,
    },
  },
  {
    id: 'gap',
    label: 'Gap to leader',
    help: 'Visibility of the leader minus that of the brand.',
    isNumber: true,
    order: 'GAP',
    cell: (prompt) => <span class="change">{gapText(gapOf(prompt))}</span>,
    values: { Gap: (prompt) => gapOf(prompt) },
  },
  {
    id: 'answers',
    label: 'Answers',
    isNumber: true,
    order: 'RUNS',
    cell: ({ promptId, runs }) => <AnswersLink count={runs} of={{ prompt: promptId }} />,
  },
];

/** Mentions of the leader minus those of the brand, over answers, as the API orders by it. */
const gapOf = ({ leader, brandMentions, runs }: Prompt): number => ((leader?.mentions ?? 0) - brandMentions) / runs;

function gapText(gap: number): string {
  if (gap === 0) return 'level';
  return `${points(Math.abs(gap)).slice(1)} ${gap > 0 ? 'behind' : 'ahead'}`;
}
