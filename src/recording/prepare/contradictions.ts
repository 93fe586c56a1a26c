// What a run or an annotation must say beyond the form of its fields: whether they fit the brand is checked at admission. Pure.

import type { Fault } from '../../errors.js';
import type { Assessment, RecordOf } from './records.js';

/** Every contradiction among the mention fields and assessments of one run. */
export function contradictionsOf(run: RecordOf<'run'>): readonly Fault[] {
  if (!run.assessments) return [];
  const { brand, competitors } = run.assessments;
  const faults: Fault[] = [];
  if (brand) {
    if (run.brandMentioned !== null && run.brandMentioned !== brand.mentioned) {
      const message = `brandMentioned is ${run.brandMentioned}, but assessments.brand.mentioned is ${brand.mentioned}: they must agree.`;
      faults.push({ field: 'brandMentioned', message });
    }
    faults.push(...faultsOf(brand, 'assessments.brand'));
  }
  const listed = run.competitorsMentioned && new Set(run.competitorsMentioned);
  for (const [name, assessment] of competitors) {
    const field = `assessments.competitors.${name}`;
    if (listed && listed.has(name) !== assessment.mentioned) {
      const message = listed.has(name)
        ? `competitorsMentioned lists ${JSON.stringify(name)}, but ${field}.mentioned is false: they must agree.`
        : `${field}.mentioned is true, but competitorsMentioned does not list ${JSON.stringify(name)}: they must agree.`;
      faults.push({ field: 'competitorsMentioned', message });
    }
    faults.push(...faultsOf(assessment, field));
  }
  return faults;
}

function faultsOf(assessment: Assessment, at: string): readonly Fault[] {
  if (assessment.mentioned) return [];
  return (['sentiment', 'position', 'mentionCount'] as const)
    .filter((key) => assessment[key] !== null)
    .map((key) => ({
      field: `${at}.${key}`,
      message: `${at}.${key} is ${JSON.stringify(assessment[key])}, but ${at}.mentioned is false: it must be null then.`,
    }));
}

/** Every fault of an annotation; one that goes says no more than which it is. */
export function faultsOfAnnotation({ deleted, at, until, text }: RecordOf<'annotation'>): readonly Fault[] {
  if (deleted) return [];
  const faults: Fault[] = [];
  if (at === null) faults.push({ field: 'at', message: 'at is missing: it must be an RFC 3339 date-time.' });
  if (text === null) faults.push({ field: 'text', message: 'text is missing: it must have 1 to 500 characters.' });
  if (at !== null && until !== null && until <= at)
    faults.push({
      field: 'until',
      message: 'until must be later than at; leave it out of what happened at one instant.',
    });
  return faults;
}
