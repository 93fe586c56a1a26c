// The prompts of the brand: where it appears, where others do in its place, and what changed.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { promptListDocument } from '../../documents/prompts.js';
import { type Option, ParamChoice, readChoice } from '../../lists/choice.js';
import { ListCard } from '../../lists/list-card.js';
import { ListTools, useListParams } from '../../lists/list-params.js';
import { Page } from '../../ui/page.js';
import { promptColumns } from './columns.js';

type Outcome = 'ALL' | 'MENTIONED' | 'GAP' | 'ABSENT';

const outcomes: readonly Option<Outcome>[] = [
  { value: 'ALL', label: 'All prompts' },
  { value: 'GAP', label: 'Others, never us', help: 'No answer names the brand, and some name another company.' },
  { value: 'ABSENT', label: 'Never us', help: 'No answer names the brand.' },
  { value: 'MENTIONED', label: 'Us at least once', help: 'At least one answer names the brand.' },
];

export function PromptsPage() {
  const { view, params } = useAddress();
  const outcome = readChoice(outcomes, params.outcome);
  const list = useListParams(promptColumns, { order: 'GAP', direction: 'DESC' });
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
        title={outcomes.find(({ value }) => value === outcome)?.label ?? 'Prompts'}
        query={query}
        filters={[outcome, list.search]}
        columns={promptColumns}
        params={list}
        listOf={({ brandAnalytics }) => brandAnalytics.promptPerformance}
        emptyList={emptyText(outcome, list.search, total)}
        noun={['prompt', 'prompts']}
      />
    </Page>
  );
}

function emptyText(outcome: Outcome, search: string, total: number): string {
  if (total === 0 || (outcome === 'ALL' && !search)) return 'No prompt has an answer in this window.';
  if (search) return `No prompt with “${search}” here.`;
  if (outcome === 'GAP')
    return 'There is no prompt on which others appear and you never do. All prompts, sorted by the gap to the leader, show where others appear more often.';
  return outcome === 'ABSENT' ? 'You appear on every prompt.' : 'You appear on no prompt.';
}
