// Signals: what changed from the compared window beyond what chance explains.

import { maxBreakdownRows } from '../../domain/limits.js';
import {
  type Signal,
  type SignalSubject,
  type Signals,
  type SubjectField,
  signalKinds,
  subjectFields,
} from '../../domain/signals/signals.js';
import { limitArgument } from '../arguments/field-arguments.js';
import { listArguments } from '../arguments/list-arguments.js';
import { builder, enumOf, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import type { Arguments } from '../builder/field-options.js';
import type { Analytics } from '../loading/analytics.js';
import { pageOf } from '../loading/load-lists.js';

const descriptions: Readonly<Record<(typeof signalKinds)[number], string>> = {
  visibility:
    'Visibility of the brand: in all runs, and in those of each model, tag and market with at least 4 prompts and 10 runs in both windows.',
  promptVisibility: 'Visibility of the brand in each prompt with at least 10 runs in both windows.',
  shareOfVoice:
    'The share of voice of each company, the brand included, if both windows have at least 4 prompts with a mention and 10 mentions.',
  source:
    'The share of runs that cite a domain, of each that at least 5 runs of either window cite, if both windows have at least 4 prompts and 10 runs.',
};

const Kind = enumOf('SignalKind', 'What is tested.', descriptions);

const Subject = builder.objectRef<SignalSubject>('SignalSubject').implement({
  description: 'What a signal is about; the other fields are null. All are null for the brand in all runs.',
  fields: (t) => {
    const field = (name: SubjectField) => {
      const { type, description } = subjectFields[name];
      return t.field({ type, nullable: true, description, resolve: (subject) => subject[name] });
    };
    return Object.fromEntries((Object.keys(subjectFields) as SubjectField[]).map((name) => [name, field(name)])); // safe because these are its keys
  },
});

const SignalType = builder.objectRef<Signal>('Signal').implement({
  description: 'A change that was tested, and that is hardly chance.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'What was tested.' }),
    subject: t.expose('subject', { type: Subject, description: 'What it is about.' }),
    before: t.exposeFloat('before', {
      description: 'The ratio in the compared window, a fraction in [0, 1]; 0 for a subject that is new.',
    }),
    after: t.exposeFloat('after', { description: 'The same in this window; 0 for a subject that is gone.' }),
    difference: t.float({
      description: '`after` minus `before`, in [-1, 1].',
      resolve: ({ before, after }) => after - before,
    }),
    p: t.exposeFloat('p', { description: 'Probability of such a difference, or a larger one, by chance; two-sided.' }),
    q: t.exposeFloat('q', {
      description:
        'The false discovery rate at which this is a signal (Benjamini and Hochberg 1995), over all hypotheses of the answer.',
    }),
  }),
});

const SignalsType = builder.objectRef<Signals>('Signals').implement({
  description: 'The changes that are significant, of all that were tested.',
  fields: (t) => ({
    tested: t.exposeInt('tested', { description: 'How many hypotheses there were.' }),
    total: t.exposeInt('total', { description: 'How many of them are signals.' }),
    data: t.field({
      type: [SignalType],
      description:
        'The first signals by `q`, of equal ones by the size of the difference descending, then by kind and subject.',
      cost: { size: 'limit' },
      resolve: ({ rows }) => rows,
    }),
  }),
});

/** What signals read by their arguments. */
function neededBy({ kinds }: Arguments): readonly Need[] {
  const given: readonly unknown[] = Array.isArray(kinds) && kinds.length > 0 ? kinds : signalKinds;
  return [
    'list:counts',
    ...(given.includes('visibility') ? (['list:byTime'] as const) : []),
    ...(given.includes('source') ? (['list:bySource'] as const) : []),
  ];
}

/** A field with the signals of its parent. */
export function signalsField(t: FieldsOf<Analytics>) {
  return t.field({
    type: SignalsType,
    nullable: true,
    description:
      'What changed from the window that is compared with, by default the preceding one of equal length, and is no accident: every change that is tested and significant after the correction for how many were tested.',
    list: 'signals',
    needs: neededBy,
    cost: { isRead: true, readsOwn: true, maxLimit: maxBreakdownRows },
    args: t.validate(
      {
        level: t.arg.float({
          defaultValue: 0.95,
          description:
            'At most 1 - level of the signals are expected to be chance, greater than 0 and less than 1: each has a `q` of at most that.',
        }),
        kinds: t.arg({
          type: [Kind],
          description: 'Only hypotheses of these kinds: others are not tested. Default: all.',
        }),
        limit: limitArgument(t, 'signals', maxBreakdownRows),
      },
      listArguments.signals,
    ),
    resolve: ({ lists: pages }, args) => pageOf(pages, 'signals', args),
  });
}
