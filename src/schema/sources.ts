// What the runs of an answer cite most.

import { z } from 'zod';
import { ratio } from '../domain/metrics.js';
import { mostSources, type Source as SourceRow } from '../domain/summary.js';
import { type Answer, wanted } from './answer.js';
import * as rules from './arguments.js';
import { builder } from './builder.js';
import { costs } from './cost.js';
import type { FieldsOf } from './interval.js';
import { needs } from './selection.js';

/** The values are the parts of a summary that hold the sources. */
const SourceKind = builder.enumType('SourceKind', {
  description: 'What counts as one source.',
  values: {
    DOMAIN: { value: 'domainSources', description: 'A host without a leading `www.`, all its pages together.' },
    URL: { value: 'urlSources', description: 'A page: two are the same when their normalised forms are equal.' },
  } as const,
});

interface RankedSource extends SourceRow {
  /** Citations of every source together. */
  readonly all: number;
}

const Source = builder.objectRef<RankedSource>('Source').implement({
  description: 'A domain, or one URL, that the runs of an answer cite.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain: the host without a leading `www.`.' }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'The URL in its normalised form; null where the source is a whole domain.',
    }),
    citations: t.exposeInt('citations', { description: 'Citations of the source, every occurrence counted.' }),
    prompts: t.int({
      description: 'Distinct prompts of the runs that cite it.',
      extensions: needs('sourcePrompts'),
      resolve: ({ prompts }) => wanted(prompts),
    }),
    share: t.float({
      nullable: true,
      description:
        '`citations` ÷ the citations of all sources, those that are not listed included, a fraction in [0, 1]; never null, because a source without a citation is not listed.',
      resolve: ({ citations, all }) => ratio(citations, all),
    }),
  }),
});

const preset = { first: 10, kind: 'domainSources' } as const;

/** A field that lists the sources of the answer that is its parent. */
export function sourcesField(t: FieldsOf<Answer>) {
  return t.field({
    type: [Source],
    description:
      'The most cited sources: by citations descending, then by domain or URL ascending in code point order. Empty where nothing is cited.',
    extensions: {
      needs: ({ kind }: { kind?: 'domainSources' | 'urlSources' | null }) => [kind ?? preset.kind],
      ...costs({ size: 'first' }),
    },
    args: t.validate(
      {
        first: t.arg.int({
          defaultValue: preset.first,
          description: `Most sources to list, at least 1; above ${mostSources} it is ${mostSources}.`,
        }),
        kind: t.arg({ type: SourceKind, defaultValue: preset.kind, description: 'What counts as one source.' }),
      },
      z.object({ first: rules.first, kind: z.enum(['domainSources', 'urlSources']).nullish() }),
    ),
    resolve: (answer, { first, kind }) => {
      const { citations, top } = wanted(answer[kind ?? preset.kind]);
      return top.slice(0, first).map((source) => ({ ...source, all: citations }));
    },
  });
}
