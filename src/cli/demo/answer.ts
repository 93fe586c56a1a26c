// The texts of the sample answers: short, in the style of the model, naming the companies in the given order.

import type { SentimentLabel } from '../../domain/company-sums.js';
import type { DemoPhrases, DemoPrompt } from './brand.js';
import type { Random } from './random.js';
import type { Asking } from './world.js';

/** A company that an answer names, and its sentiment. */
export interface Naming {
  readonly name: string;
  readonly sentiment: SentimentLabel;
}

/** The text of one answer. It names every company of `named` at least once, with first mentions in that order, and no other company. */
export function answerText({ model, prompt, brand }: Asking, named: readonly Naming[], random: Random): string {
  const [first] = named;
  if (!first) return adviceOnly(prompt, random);
  const sentences = named.map(({ name, sentiment }) => ({ name, said: predicate(sentiment, brand.phrases, random) }));
  const intro = `${random.pick(intros).replace('{topic}', prompt.topic)}`;
  const closing = closingWords(named, random);
  if (model.style === 'prose') {
    return [`${intro}.`, ...sentences.map(({ name, said }) => `${name} ${said}.`), closing].filter(Boolean).join(' ');
  }
  const items = sentences.map(
    ({ name, said }, index) => `${model.style === 'bullets' ? '-' : `${index + 1}.`} **${name}** ${said}.`,
  );
  return [`${intro}:`, items.join('\n'), closing].filter(Boolean).join('\n\n');
}

const intros = [
  'For {topic}, these names come up most often in tests and among buyers',
  'Here is what reviews say about {topic}',
  'Opinions on {topic} differ, but a few makers stand out',
  'If you are looking for {topic}, a short list helps',
  'There are several good answers when it comes to {topic}',
];

function predicate(sentiment: SentimentLabel, { praise, fact, blame }: DemoPhrases, random: Random): string {
  if (sentiment === 'positive')
    return random.chance(0.4) ? `${random.pick(praise)} and ${random.pick(fact)}` : random.pick(praise);
  if (sentiment === 'neutral') return random.pick(fact);
  if (sentiment === 'negative') return random.pick(blame);
  return `${random.pick(praise)}, but ${random.pick(blame)}`;
}

function closingWords(named: readonly Naming[], random: Random): string {
  const [first, second] = named;
  if (!first || random.chance(0.35)) return '';
  if (!second || random.chance(0.3)) return 'Prices change often, so compare before you decide.';
  if (first.sentiment === 'negative') return `Look at ${second.name} before you settle on ${first.name}.`;
  return `If you want a single name, start with ${first.name}; ${second.name} is the closest alternative.`;
}

function adviceOnly(prompt: DemoPrompt, random: Random): string {
  const points = ['the guarantee', 'recent reviews', 'what a repair costs', 'how returns work', 'the total price'];
  const [one, other] = [random.whole(0, 1), random.whole(2, 4)];
  return `It depends on what you need. When it comes to ${prompt.topic}, look at ${points[one]} and ${points[other]} first, and try before you buy where you can.`;
}
