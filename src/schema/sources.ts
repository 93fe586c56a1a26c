// The sources cited most often by the runs of a window.

import { z } from 'zod';
import { maxSources } from '../domain/limits.js';
import { ratio } from '../domain/metrics.js';
import type { Source as SourceRow } from '../domain/summary.js';
import { type Analytics, requirePart } from './analytics.js';
import * as rules from './arguments.js';
import { builder } from './builder.js';
import { costs, needs, needsByArguments } from './field-extensions.js';
import type { FieldsOf } from './interval.js';

/** The values are the parts of a summary that contain the sources. */
const SourceKind = builder.enumType('SourceKind', {
  description: 'The kind of source: a domain or a URL.',
  values: {
    DOMAIN: { value: 'domainSources', description: 'A host without a leading `www.`, including all its pages.' },
    URL: { value: 'urlSources', description: 'A page, identified by its normalized URL.' },
  } as const,
});

interface RankedSource extends SourceRow {
  /** Citations of all sources. */
  readonly all: number;
}

const Source = builder.objectRef<RankedSource>('Source').implement({
  description: 'A domain or a URL cited in the runs of the window.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain: the host without a leading `www.`.' }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'The normalized URL; null if the source is a domain.',
    }),
    citations: t.exposeInt('citations', { description: 'Citations of the source, counting every occurrence.' }),
    prompts: t.int({
      description: 'Distinct prompts of the runs that cite it.',
      extensions: needs('sourcePrompts'),
      resolve: ({ prompts }) => requirePart(prompts),
    }),
    share: t.float({
      nullable: true,
      description:
        '`citations` / the citations of all sources, including those not listed, a fraction in [0, 1]; never null, because sources without citations are not listed.',
      resolve: ({ citations, all }) => ratio(citations, all),
    }),
  }),
});

const defaults = { first: 10, kind: 'domainSources' } as const;

/** A field that lists the sources of its parent. */
export function sourcesField(t: FieldsOf<Analytics>) {
  return t.field({
    type: [Source],
    description:
      'The most cited sources: by citations descending, then by domain or URL ascending in code point order. Empty if nothing is cited.',
    extensions: {
      ...needsByArguments(({ kind }) => [kind === 'urlSources' ? kind : defaults.kind]),
      ...costs({ size: 'first' }),
    },
    args: t.validate(
      {
        first: t.arg.int({
          defaultValue: defaults.first,
          description: `Maximum number of sources, at least 1; values above ${maxSources} are treated as ${maxSources}.`,
        }),
        kind: t.arg({
          type: SourceKind,
          defaultValue: defaults.kind,
          description: 'The kind of source: a domain or a URL.',
        }),
      },
      z.object({ first: rules.first, kind: z.enum(['domainSources', 'urlSources']).nullish() }),
    ),
    resolve: (answer, { first, kind }) => {
      const { citations, top } = requirePart(answer[kind ?? defaults.kind]);
      return top.slice(0, first).map((source) => ({ ...source, all: citations }));
    },
  });
}
