// The prompts of the brand: where it appears, where others do in its place, and what changed.

import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf, type View } from '../../data/view.js';
import type { Outcome, PromptListQuery, PromptOrder } from '../../documents/generated/pages.js';
import { promptListDocument } from '../../documents/pages.js';
import { AnswersLink, ShareLink } from '../../lists/answers-link.js';
import { type Option, ParamChoice, readChoice } from '../../lists/choice.js';
import type { Column } from '../../lists/column.js';
import { ListCard, ListTools, useListParams } from '../../lists/list-card.js';
import { counted, decimal, none, percent, points, whole } from '../../ui/format.js';
import { noAnswer } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';

const outcomes: readonly Option<Outcome>[] = [
  { value: 'ALL', label: 'All prompts' },
  { value: 'GAP', label: 'Others, never us', help: 'No answer names the brand, and some name another company.' },
  { value: 'ABSENT', label: 'Never us', help: 'No answer names the brand.' },
  { value: 'MENTIONED', label: 'Us at least once', help: 'At least one answer names the brand.' },
];

export function PromptsPage() {
  const { view, params } = useAddress();
  const { value: outcome, label } = readChoice(outcomes, params.outcome);
  const list = useListParams(columns, { order: 'GAP', direction: 'DESC' });
  const query = useQuery(promptListDocument, { ...filterOf(view), ...list.variables, outcome });
  const total = query.data?.brandAnalytics.totals.prompts ?? 0;
  return (
    <Page
      title="Prompts"
      lead="Where do models name others more often than you, where do they name you, and what changed?"
    >
      <ListTools list={list} what="prompts">
        <ParamChoice label="Which prompts" name="outcome" options={outcomes} />
      </ListTools>
      <ListCard
        id="prompts"
        title={label}
        query={query}
        filters={[outcome, list.search]}
        columns={columns}
        params={list}
        listOf={({ brandAnalytics }) => brandAnalytics.promptPerformance}
        empty={emptyText(view, outcome, list.search, total)}
        noun={['prompt', 'prompts']}
      />
    </Page>
  );
}

function emptyText(view: View, outcome: Outcome, search: string, total: number): string {
  if (total === 0 || (outcome === 'ALL' && !search)) return noAnswer(view);
  if (search) return `No prompt with “${search}” here.`;
  if (outcome === 'GAP')
    return 'There is no prompt on which others appear and you never do. All prompts, sorted by the gap to the leader, show where others appear more often.';
  return outcome === 'ABSENT' ? 'You appear on every prompt.' : 'You appear on no prompt.';
}

type Prompt = PromptListQuery['brandAnalytics']['promptPerformance']['data'][number];

const columns: readonly Column<Prompt, PromptOrder>[] = [
  {
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
      Tags: ({ tags }) => tags.join('; '),
    },
  },
  {
    label: 'Visibility',
    help: 'Answers that name the brand, of all answers to the prompt.',
    order: 'VISIBILITY',
    first: 'ASC',
    cell: ({ promptId, visibility, brandMentions, runs }) => (
      <ShareLink
        value={visibility}
        mentions={brandMentions}
        runs={runs}
        of={{ prompt: promptId, outcome: 'MENTIONED' }}
      />
    ),
    values: {
      Answers: ({ runs }) => runs,
      Mentions: ({ brandMentions }) => brandMentions,
      Visibility: ({ visibility }) => visibility,
    },
  },
  {
    label: 'Change',
    help: 'Visibility against the window compared with. Not tested for chance.',
    isChange: true,
    order: 'CHANGE',
    cell: ({ visibility, change, previous: { visibility: before } }) =>
      change === null ? (
        <span class="change">no answers before</span>
      ) : (
        <span class="change" title={`${percent(visibility)} now, ${percent(before)} before. Not tested for chance.`}>
          {points(change)}
        </span>
      ),
    values: { 'Visibility before': ({ previous }) => previous.visibility, Change: ({ change }) => change },
  },
  {
    label: 'Position',
    help: 'Mean position of the brand among the companies named; 1 is named first.',
    order: 'POSITION',
    first: 'ASC',
    value: ({ position }) => position.average,
    cell: ({ position: { average, positions } }) => (
      <span title={positions > 0 ? `Mean of ${counted(positions, 'answer')}` : 'No answer has a position'}>
        {decimal(average)}
      </span>
    ),
  },
  {
    label: 'Leader',
    help: 'The other company that most answers name.',
    isText: true,
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
    label: 'Gap to leader',
    help: 'Visibility of the leader minus that of the brand.',
    order: 'GAP',
    cell: (prompt) => <span class="change">{gapText(gapOf(prompt))}</span>,
    values: { Gap: (prompt) => gapOf(prompt) },
  },
  {
    label: 'Answers',
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
