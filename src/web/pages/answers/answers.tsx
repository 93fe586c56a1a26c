// The answers of the window, newest first: those of an outcome, a company, a prompt, a source, a web query, and of days of the window.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { promptTextDocument } from '../../documents/answers.js';
import { Choice, readChoice } from '../../lists/choice.js';
import { dayRange } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { AnswersCard } from './answers-card.js';
import { CompanyFilter } from './company-filter.js';
import { daysIn, outcomes, runsIn, selectionOf } from './selection.js';

/** What an answer may be selected by, each a parameter of the address, and how that is said. */
const items = {
  domain: (text: string) => `cite ${text}`,
  url: (text: string) => `cite ${text.replace(/^https?:\/\//, '')}`,
  query: (text: string) => `searched for “${text}”`,
} as const;

export function AnswersPage() {
  const { view, params, changeParams } = useAddress();
  const brand = useBrand();
  const outcome = readChoice(outcomes, params.outcome);
  const days = daysIn(params);
  const { company = '', prompt = '' } = params;
  const named = Object.entries(items).flatMap(([name, say]) =>
    params[name] ? [{ name, text: params[name], say }] : [],
  );
  const selection = selectionOf(view, params);
  return (
    <Page title="Answers" lead={`What do models say about ${brand?.name ?? 'the brand'}?`}>
      <div class="list-tools" data-export="no">
        <Choice
          label="Which answers"
          options={outcomes}
          value={outcome}
          onChange={(value) => changeParams({ outcome: value === 'ALL' ? undefined : value })}
        />
        <CompanyFilter
          company={company}
          filter={runsIn(view, params)}
          onChange={(name) => changeParams({ company: name || undefined })}
        />
        {prompt && <PromptChip promptId={prompt} onRemove={() => changeParams({ prompt: undefined })} />}
        {named.map(({ name, text, say }) => (
          <Chip key={name} text={say(text)} label="Show all" onRemove={() => changeParams({ [name]: undefined })} />
        ))}
        {days && (
          <Chip
            text={dayRange(days)}
            label="Show all days of the window"
            onRemove={() => changeParams({ day: undefined, until: undefined })}
          />
        )}
      </div>
      <AnswersCard
        selection={selection}
        isOfOnePrompt={prompt !== ''}
        filters={[prompt, outcome, company, ...named.map(({ text }) => text), ...Object.values(days ?? {})]}
      />
    </Page>
  );
}

function PromptChip({ promptId, onRemove }: { readonly promptId: string; readonly onRemove: () => void }) {
  const { data } = useQuery(promptTextDocument, { promptId });
  return <Chip text={data?.prompt.text ?? 'One prompt'} label="Show all prompts" isWide onRemove={onRemove} />;
}

interface ChipProps {
  readonly text: string;
  readonly label: string;
  /** As wide as any text. */
  readonly isWide?: boolean;
  readonly onRemove: () => void;
}

/** A filter that can be taken away. */
function Chip({ text, label, isWide, onRemove }: ChipProps) {
  return (
    <button type="button" class={isWide ? 'chip wide' : 'chip'} title={`${text}. ${label}`} onClick={onRemove}>
      <span>{text}</span>
      <span aria-hidden="true">×</span>
      <span class="visually-hidden">. {label}</span>
    </button>
  );
}
