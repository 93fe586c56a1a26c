// Signals: what changed between two windows, and is no accident.

import type { Question } from '../summary.js';
import type { Window } from '../window.js';

/** In the order in which signals are listed that are equal otherwise. */
export const signalKinds = ['visibility', 'promptVisibility', 'shareOfVoice', 'source'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** The fields that say what a signal is about, in the order of signals that are equal otherwise; none of them: the brand. */
export const subjectFields = {
  model: { type: 'ID', description: 'Identifier of the model.' },
  tag: { type: 'String', description: 'The tag, as prompts carry it now.' },
  market: { type: 'String', description: 'The market.' },
  promptId: { type: 'ID', description: 'Identifier of the prompt, a UUID.' },
  prompt: { type: 'String', description: 'Text of the prompt.' },
  company: { type: 'String', description: 'Name of the company.' },
  domain: { type: 'String', description: 'The domain.' },
} as const;
export type SubjectField = keyof typeof subjectFields;

/** What a signal is about; the other fields are `null`. */
export type SignalSubject = Readonly<Record<SubjectField, string | null>>;

/** What both windows must have for a ratio to be tested: prompts with a denominator, and so much of it. */
export const least = { prompts: 4, whole: 10, promptRuns: 10, domainRuns: 5 } as const;

/** The signals of a question, and how sure they have to be. */
export interface SignalAsk {
  readonly kind: 'signals';
  readonly brandName: string;
  /** Its outcome is `all`, its `series` is `null`. */
  readonly question: Question;
  /** The compared window; `null` where there is none, and then nothing is tested. */
  readonly compared: Window | null;
  /** Of hypotheses of these kinds. */
  readonly kinds: readonly SignalKind[];
  readonly level: number;
  /** So many are named. */
  readonly limit: number;
}

export interface Signal {
  readonly kind: SignalKind;
  readonly subject: SignalSubject;
  /** The ratio in the compared window, and in this one. */
  readonly before: number;
  readonly after: number;
  /** How likely such a difference is by chance, and at which rate of false discoveries it is one. */
  readonly p: number;
  readonly q: number;
}

export interface Signals {
  /** How many hypotheses there were. */
  readonly tested: number;
  /** Signals, listed or not. */
  readonly total: number;
  readonly rows: readonly Signal[];
}
