// What is asked about changes that are more than chance: those of a window, how many there were in others, and what moved visibility.

import { declared, given, typed } from '../data/document.js';
import type * as types from './generated/signals.js';

export const signalsDocument = typed<types.SignalsQuery, types.SignalsQueryVariables>(`
query Signals(${declared}) {
  brandAnalytics(${given}) {
    totals { runs prompts }
    change { visibility { difference isSignificant prompts } }
    previous { totals { runs prompts } }
    signals(limit: 100) {
      tested total
      data { kind subject { model tag market promptId prompt company domain } before after difference p q }
    }
  }
}`);

/** As many signals as the API names, without their figures: they say of a change that has no interval whether it is more than chance. */
export const verdictsDocument = typed<types.VerdictsQuery, types.VerdictsQueryVariables>(`
query Verdicts(${declared}) {
  brandAnalytics(${given}) { signals(limit: 1000) { data { kind subject { model tag market promptId } p } } }
}`);

/** The groups that may have moved visibility. */
export const causesDocument = typed<types.CausesQuery, types.CausesQueryVariables>(`
query Causes(${declared}) {
  brandAnalytics(${given}) {
    totals { runs }
    visibility { current }
    previous { totals { runs } visibility { current } }
    breakdown(by: [PROMPT, MODEL], limit: 1000) {
      data { key { promptId prompt model } runs mentions previous { runs mentions } }
    }
  }
}`);
