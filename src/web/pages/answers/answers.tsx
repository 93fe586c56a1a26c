// The answers of the window, newest first: those of an outcome, a company, a prompt, a source, a web query, a sentiment, with a text, and of days of
// the window.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { Pick } from '../../app/pick.js';
import { Select } from '../../app/select.js';
import { addressText, hostAscii, hostText } from '../../data/host.js';
import { useQuery } from '../../data/use-query.js';
import { choicesDocument, maxOffered, promptDocument } from '../../documents/pages.js';
import { ParamChoice, readChoice } from '../../lists/choice.js';
import { SearchField } from '../../lists/search-field.js';
import { dayRange } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { AnswersCard } from './answers-card.js';
import { daysIn, outcomes, runsIn, selectionOf, sentiments } from './selection.js';

export function AnswersPage() {
  const { view, params, changeParams } = useAddress();
  const brand = useBrand();
  const { value: outcome, label: which } = readChoice(outcomes, params.outcome);
  const days = daysIn(params);
  const { company = '', prompt = '', domain = '', url = '', query = '', search = '' } = params;
  const { value: sentiment, label: tone } = readChoice(sentiments, params.sentiment);
  const selection = selectionOf(view, params);
  const promptText = useQuery(promptDocument, prompt ? { promptId: prompt } : null).data?.prompt.text ?? 'One prompt';
  const selected = [
    outcome !== 'ALL' && which,
    company && `name ${company}`,
    sentiment && tone,
    domain && `cite ${hostText(domain)}`,
    url && `cite ${addressText(url)}`,
    query && `searched for “${query}”`,
    search && `contain “${search}”`,
    prompt && promptText,
    days && dayRange(days),
  ];
  // Filters that can only be taken away: that of a prompt is as wide as any text.
  const chips = [
    { text: prompt && promptText, label: 'Show all prompts', names: ['prompt'] },
    { text: url && `cite ${addressText(url)}`, label: 'Show all', names: ['url'] },
    { text: days && dayRange(days), label: 'Show all days of the window', names: ['day', 'until'] },
  ].filter(({ text }) => text);
  return (
    <Page title="Answers" lead={`What do models say about ${brand?.name ?? 'the brand'}?`}>
      <div class="list-tools" data-export="no">
        <ParamChoice label="Which answers" name="outcome" options={outcomes} />
        <SearchField
          label="Search in answers"
          value={search}
          onSearch={(text) => changeParams({ search: text || undefined }, { replace: true })}
        />
        <Select
          id="filter-sentiment"
          label={`Sentiment towards ${company || (brand?.name ?? 'the brand')}`}
          options={sentiments.map(({ value, label }) => [value, label])}
          value={sentiment}
          onChange={(value) => changeParams({ sentiment: value || undefined })}
        />
        <ItemFilters />
        {chips.map(({ text, label, names }) => (
          <button
            type="button"
            class={names.includes('prompt') ? 'chip wide' : 'chip'}
            key={label}
            title={`${text}. ${label}`}
            onClick={() => changeParams(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            <span dir="auto">{text}</span>
            <span aria-hidden="true">×</span>
            <span class="visually-hidden">. {label}</span>
          </button>
        ))}
      </div>
      <AnswersCard
        selection={selection}
        selected={selected.filter(Boolean).join(' · ')}
        filters={[prompt, outcome, company, domain, url, query, sentiment, search, ...Object.values(days ?? {})]}
      />
    </Page>
  );
}

/** Whom answers name, what they cite and what was searched for before them: of the window, most often first. */
function ItemFilters() {
  const { view, params, changeParams } = useAddress();
  const { data, error } = useQuery(choicesDocument, runsIn(view, params));
  const { shareOfVoice, citedDomains, queryFanout } = data?.brandAnalytics ?? {};
  const { domain = '' } = params;
  const filters = [
    ['company', 'Company', shareOfVoice?.entries.flatMap(({ name, mentions }) => (mentions > 0 ? [name] : []))],
    ['domain', 'Domain', citedDomains?.data.map(({ domain }) => hostText(domain))],
    ['query', 'Web query', queryFanout?.data.map(({ query }) => query)],
  ] as const;
  return (
    <>
      {filters.map(([name, label, options = error ? [] : null]) => (
        <Pick
          key={`${name} ${view.brand}`}
          id={`filter-${name}`}
          label={label}
          isBare
          options={options}
          isCut={error !== null || (name !== 'company' && options?.length === maxOffered)}
          value={name === 'domain' ? hostText(domain) : (params[name] ?? '')}
          onPick={(value) => changeParams({ [name]: (name === 'domain' ? hostAscii(value) : value) || undefined })}
        />
      ))}
    </>
  );
}
