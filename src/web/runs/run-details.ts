// A run in the list: a summary, and when expanded its answer, web queries and citations.

import { h, link } from '../ui/dom.js';
import { counted, time } from '../ui/format.js';
import { loadRun, type Run, type RunDetails } from './runs.js';

/** A run that loads its answer when it is first expanded. */
export function runElement(
  run: Run,
  { label, timeZone }: { readonly label: string; readonly timeZone: string },
): HTMLElement {
  const body = h('div', { class: 'run-body' });
  let isRequested = false;
  const open = () => {
    if (isRequested || !element.open) return;
    isRequested = true;
    void fill(body, run, () => {
      isRequested = false;
    });
  };
  const element = h(
    'details',
    { class: 'run', on: { toggle: open } },
    h(
      'summary',
      {},
      h('time', { datetime: run.createdAt, title: run.createdAt }, time(run.createdAt, timeZone)),
      h('span', { class: 'run-model' }, label),
      ...badges(run),
    ),
    body,
  );
  return element;
}

function badges({ brandMentioned, assessments: { brand }, citationCount }: Run): HTMLElement[] {
  const badge = (kind: string, text: string) => h('span', { class: `badge ${kind}` }, text);
  if (!brandMentioned) return [badge('absent', 'not mentioned'), badge('plain', counted(citationCount, 'citation'))];
  return [
    brand.sentiment ? badge(brand.sentiment, brand.sentiment) : badge('plain', 'mentioned'),
    ...(brand.position === null ? [] : [badge('plain', `#${brand.position}`)]),
    badge('plain', counted(citationCount, 'citation')),
  ];
}

async function fill(body: HTMLElement, run: Run, onFailure: () => void): Promise<void> {
  body.replaceChildren(h('p', { class: 'quiet' }, 'Loading the answer …'));
  try {
    body.replaceChildren(...detailElements(run, await loadRun(run)));
  } catch (error) {
    onFailure();
    body.replaceChildren(
      h('p', { class: 'problem', role: 'alert' }, error instanceof Error ? error.message : String(error)),
    );
  }
}

function detailElements(run: Run, { answer, webQueries, citations }: RunDetails): HTMLElement[] {
  const named = run.competitorsMentioned;
  const text = answer.text ?? '';
  return [
    text === '' ? h('p', { class: 'quiet' }, 'The text of this answer was not recorded.') : h('blockquote', {}, text),
    ...(named.length > 0
      ? [h('p', { class: 'quiet' }, `${run.brandMentioned ? 'Also named' : 'Named instead'}: ${named.join(', ')}`)]
      : []),
    ...(webQueries.length > 0 ? [h('p', { class: 'quiet' }, `Web searches: ${webQueries.join('; ')}`)] : []),
    ...(citations.length > 0 ? [citationList(citations)] : []),
  ];
}

function citationList(citations: RunDetails['citations']): HTMLElement {
  const items = citations.map(({ url, domain, title }) =>
    h('li', {}, link(url, title || url), h('span', { class: 'quiet' }, ` ${domain}`)),
  );
  return h('ol', { class: 'citations', 'aria-label': 'Citations' }, ...items);
}
