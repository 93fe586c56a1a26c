// The answers of the window, newest first, by outcome, company, prompt, model and days.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { isDay } from '../../data/days.js';
import { spanOf } from '../../data/period.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf, type View } from '../../data/view.js';
import { promptTextsDocument } from '../../documents/answers.js';
import { Choice, type Option, readChoice } from '../../lists/choice.js';
import { dayRange } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { AnswersCard } from './answers-card.js';
import { CompanyFilter } from './company-filter.js';
import { promptVariables } from './prompt-texts.js';
import type { Outcome } from './selection.js';

const outcomes: readonly Option<Outcome>[] = [
  { value: 'ALL', label: 'All answers' },
  { value: 'MENTIONED', label: 'We appear' },
  { value: 'ABSENT', label: 'We do not appear' },
  { value: 'GAP', label: 'They appear, we do not', help: 'Answers that name another company and not the brand.' },
];

/** The days in the address, if they are some: a part of the window. */
function readDays({ day, until }: Readonly<Record<string, string | undefined>>) {
  if (!isDay(day ?? null) || !day) return null;
  const to = isDay(until ?? null) && until && until >= day ? until : day;
  return { from: day, to };
}

const spanWithin = (view: View, days: ReturnType<typeof readDays>) => (days ? spanOf(days, view.timeZone) : {});

export function AnswersPage() {
  const { view, params, changeParams } = useAddress();
  const brand = useBrand();
  const outcome = readChoice(outcomes, params.outcome);
  const days = readDays(params);
  const filter = { ...filterOf(view), ...spanWithin(view, days) };
  const { company = '', prompt = '' } = params;
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
          filter={filter}
          onChange={(name) => changeParams({ company: name || undefined })}
        />
        {prompt && <PromptChip promptId={prompt} onRemove={() => changeParams({ prompt: undefined })} />}
        {days && (
          <Chip
            text={dayRange(days)}
            label="Show all days of the window"
            onRemove={() => changeParams({ day: undefined, until: undefined })}
          />
        )}
      </div>
      <AnswersCard
        key={prompt}
        promptId={prompt}
        filter={filter}
        outcome={outcome}
        company={company}
        filters={[prompt, outcome, company, ...Object.values(days ?? {})]}
      />
    </Page>
  );
}

function PromptChip({ promptId, onRemove }: { readonly promptId: string; readonly onRemove: () => void }) {
  const { data } = useQuery(promptTextsDocument, promptVariables([promptId]));
  return <Chip text={data?.p0.text ?? 'One prompt'} label="Show all prompts" isWide onRemove={onRemove} />;
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
