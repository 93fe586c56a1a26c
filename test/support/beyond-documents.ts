// GraphQL that selects the summary by buckets, and with it every company's series, entries within models, certainty and change.

import { argumentsOf } from './arguments.js';
import type { ComparedQuestion } from './naive/beyond.js';
import { figures } from './reader-documents.js';

const counts = 'positive neutral negative mixed';
const sentiment = `sentiment { ${counts} positiveShare negativeShare } position { average }`;

interface Choice {
  readonly bucket: string;
  readonly level: number;
}

/** Everything about a brand or one prompt of it. */
export function everything({ bucket, level }: Choice): string {
  const by = `(bucket: ${bucket.toUpperCase()})`;
  const robust = `robustInterval(level: ${level}) { low high level designEffect effectiveRuns prompts }`;
  const change = '{ difference low high level isSignificant prompts }';
  const entries = `entries { name isBrand mentions prompts share ${sentiment} series${by} { date mentions share } ${robust} }`;
  return `brandId brandName range { start end }
    visibility { current ${robust} series${by} { date visibility } }
    shareOfVoice { brand ${robust} ${entries} series${by} { date share } }
    models { model label runs brandMentions visibility citations ${sentiment} ${robust} ${entries} }
    sentiment { ${counts} positiveShare negativeShare series${by} { date ${counts} } }
    position { average series${by} { date average } }
    totals { runs prompts citations uniqueDomains uniqueUrls }
    change(level: ${level}) { visibility ${change} shareOfVoice ${change} }`;
}

/** One document for all the questions, an alias each, with the figures of the window that each is compared with. */
export function everythingDocument(questions: readonly (ComparedQuestion & Choice)[]): string {
  const fields = questions.map(({ bucket, level, promptId: _, ...question }, index) => {
    return `question${index}: brandAnalytics(${argumentsOf(question)}) { ${everything({ bucket, level })} previous { ${figures} } }`;
  });
  return `{ ${fields.join('\n')} }`;
}
