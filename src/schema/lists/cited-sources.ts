// Cited domains and cited URLs: what the answers of the window rest on, and whose it is.

import type { SourceRow } from '../../domain/lists/lists.js';
import { ratio } from '../../domain/metrics.js';
import { listArguments, listDefaults } from '../arguments/list-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { type Analytics, requirePart } from '../loading/analytics.js';
import { Outcome, SourceCategory, SourceOrder } from './choices.js';
import {
  commonArguments,
  type ListedPage,
  listedPage,
  listFields,
  listOptions,
  presenceArgument,
} from './list-page.js';

const PreviousCitations = builder.objectRef<Pick<SourceRow, 'citations'>>('PreviousCitations').implement({
  description: 'The citations of a domain or a URL in the window that is compared with.',
  fields: (t) => ({
    citations: t.exposeInt('citations', { description: 'Its citations there, counting every occurrence.' }),
  }),
});

const CitedSource = builder.interfaceRef<SourceRow>('CitedSource').implement({
  description: 'A domain or a URL cited in the runs of the window.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain: the host without a leading `www.`.' }),
    category: t.expose('category', { type: SourceCategory, description: 'Whose domain it is.' }),
    company: t.exposeString('company', {
      nullable: true,
      description:
        'Name of the company whose domain it is: of the brand or of a tracked competitor; null if its category is `OTHER`.',
    }),
    citations: t.exposeInt('citations', { description: 'Citations, counting every occurrence.' }),
    share: t.float({
      nullable: true,
      description:
        '`citations` / the citations of all runs counted, listed or not, a fraction in [0, 1]; null only of what is lost, if these have none.',
      resolve: ({ citations, allCitations }) => ratio(citations, allCitations),
    }),
    runs: t.exposeInt('runs', { description: 'Runs that cite it.' }),
    coverage: t.float({
      nullable: true,
      description:
        '`runs` / all runs counted, with citations or without, a fraction in [0, 1]; null only of what is lost, if there are none.',
      resolve: ({ runs, allRuns }) => ratio(runs, allRuns),
    }),
    prompts: t.int({
      description: 'Distinct prompts of the runs that cite it.',
      needs: ['list:prompts'],
      resolve: ({ prompts }) => requirePart(prompts),
    }),
    previous: t.field({
      type: PreviousCitations,
      description:
        'The same over the window that is compared with, by default the preceding one of equal length; zeros also if that window would start before year 1.',
      needs: ['list:previous'],
      resolve: ({ previousCitations }) => ({ citations: requirePart(previousCitations) }),
    }),
    isNew: t.boolean({
      description: 'Whether it has no citation in the compared window although that window has a run.',
      needs: ['list:previous'],
      resolve: ({ isNew }) => requirePart(isNew),
    }),
  }),
});

/** The counts by what they count. */
function countFields(t: FieldsOf<SourceRow>, source: 'domain' | 'URL') {
  return {
    citations: t.exposeInt('citations', { description: `Citations of the ${source}, counting every occurrence.` }),
    runs: t.exposeInt('runs', { description: `Runs that cite the ${source}.` }),
  };
}

const CitedDomain = builder.objectRef<SourceRow>('CitedDomain').implement({
  description: 'One domain cited in the runs of the window, including all its pages.',
  interfaces: [CitedSource],
  fields: (t) => ({
    ...countFields(t, 'domain'),
    urls: t.int({
      description: 'Distinct URLs of the domain that are cited.',
      needs: ['list:urls'],
      resolve: ({ urls }) => requirePart(urls),
    }),
  }),
});

const CitedUrl = builder.objectRef<SourceRow>('CitedUrl').implement({
  description: 'One URL cited in the runs of the window.',
  interfaces: [CitedSource],
  fields: (t) => ({
    url: t.string({ description: 'The URL, in normalized form.', resolve: ({ url }) => requirePart(url) }),
    title: t.exposeString('title', {
      nullable: true,
      description:
        'A title that a run of the brand gave this URL, inside or outside the window, as a rule the newest; null if none ever did.',
    }),
    domain: t.exposeString('domain', { description: 'Its domain: the host without a leading `www.`.' }),
    ...countFields(t, 'URL'),
  }),
});

const CitedDomains = builder.objectRef<ListedPage<'domains'>>('CitedDomains').implement({
  description: 'One page of the domains cited in the window.',
  fields: (t) => listFields(t, CitedDomain, 'The domains, of equal ones by name ascending. Empty after the last page.'),
});

const CitedUrls = builder.objectRef<ListedPage<'urls'>>('CitedUrls').implement({
  description: 'One page of the URLs cited in the window.',
  fields: (t) => listFields(t, CitedUrl, 'The URLs, of equal ones by URL ascending. Empty after the last page.'),
});

function sourceArguments(t: FieldsOf<Analytics>, elements: 'domains' | 'URLs') {
  return {
    ...commonArguments(t, {
      elements,
      searched: elements === 'domains' ? 'whose name contains' : 'whose normalized form contains',
      order: SourceOrder,
      defaults: listDefaults.sources,
    }),
    outcome: t.arg({
      type: Outcome,
      defaultValue: 'all',
      description:
        'Only runs of this outcome are counted, in every figure and in the compared window: MENTIONED: those that mention the brand; ABSENT: those that do not; GAP: those that do not, but mention another company.',
    }),
    presence: presenceArgument(t, elements),
    category: t.arg({
      type: [SourceCategory],
      description: `Only ${elements} of these categories. Empty: all ${elements}.`,
    }),
  };
}

const sources = {
  domains: { type: CitedDomains, source: 'domain', total: 'uniqueDomains' },
  urls: { type: CitedUrls, source: 'URL', total: 'uniqueUrls' },
} as const;

/** A field that lists the domains, or the URLs, that the runs of its parent cite. */
export function citedSourcesField(t: FieldsOf<Analytics>, kind: keyof typeof sources) {
  const { type, source, total } = sources[kind];
  return t.field({
    type,
    nullable: true,
    description: `Every ${source} cited in the window, paginated, by default the most cited first. Without filters their citations add up to \`totals.citations\`, and their number is \`totals.${total}\`.`,
    ...listOptions(kind),
    args: t.validate(sourceArguments(t, `${source}s`), listArguments[kind]),
    resolve: ({ lists: pages }, args) => listedPage(pages, kind, args),
  });
}
