// A brand with names of 300 characters, long addresses, 60 companies, and texts in Arabic and Japanese.

import type { Database } from '../../src/database/postgres.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';

export const extremeBrand = 'extreme';
export const extremeDays = 'from=2026-03-11&to=2026-03-20';
export const shortArabic = 'شركة';
export const extremeAnswer = { promptId: id(91, 0), runId: id(92, 0) };

const unbroken = (start: string, length: number) => start.padEnd(length, 'abcdefghij');
const arabic = 'ما هو أفضل برنامج لإدارة علاقات العملاء للشركات الصغيرة في الشرق الأوسط؟ ';
const japanese = '中小企業向けの最高の顧客管理ソフトウェアは何ですか';
const texts = [unbroken('best-crm-', 300), arabic.repeat(3).trim(), japanese.repeat(10), 'short'];
const tags = [unbroken('tag-', 500), 'عربي', '日本語'];
const companies = Array.from({ length: 60 }, (_, index) => {
  if (index === 0) return unbroken('Company', 300);
  if (index === 1) return arabic.repeat(3).slice(0, 200).trim();
  if (index === 2) return japanese.repeat(8);
  if (index === 3) return shortArabic;
  return index % 2 === 0 ? `Company number ${index} of a rather long name` : `C${index}`;
});
const urls = [
  `https://${['a', 'b', 'c'].map((part) => part.repeat(60)).join('.')}.example/${unbroken('page/', 1_500)}`,
  `https://extreme.example/${encodeURIComponent(japanese)}`,
  `https://مثال.example/${unbroken('q', 300)}?${unbroken('search=', 400)}`,
  'https://short.example/',
];
const titles = [unbroken('Title', 300), arabic.repeat(3), japanese.repeat(6), null];

/** Records it. Throws if a record is rejected. */
export async function recordExtremeBrand(db: Database): Promise<void> {
  await recordWhole(db, [
    { type: 'organization', id: 'acme', name: 'Acme Inc.' },
    brandOf(extremeBrand, unbroken('Brand', 300), ['extreme.example']),
    ...companies.map((name) => ({ type: 'competitor', brandId: extremeBrand, name })),
    ...texts.map((text, index) =>
      promptOf(extremeBrand, id(91, index), text, [...tags, index % 2 === 0 ? 'branded' : 'unbranded']),
    ),
    ...Array.from({ length: 120 }, (_, index) => run(index)),
  ]);
}

/** Eight answers a day from the last day back: in the window and in the one before. */
function run(index: number) {
  const named = companies.filter((_, other) => (index + other) % 4 === 0);
  const sentiment = ['positive', 'neutral', 'negative', 'mixed'][index % 4];
  const assessment = { mentioned: true, sentiment, reason: unbroken('because', 200), position: 1 + (index % 3) };
  const at = Date.UTC(2026, 2, 20 - Math.floor(index / 8), 8 + (index % 8));
  return answerOf(id(91, index % texts.length), id(92, index), at, {
    model: [unbroken('model-', 120), 'chatgpt', 'نموذج', 'モデル'][(index >> 2) % 4],
    brandMentioned: index % 5 !== 0,
    competitorsMentioned: named,
    webQueries: [texts[index % texts.length], unbroken('query', 200)],
    assessments: {
      ...(index % 5 === 0 ? {} : { brand: assessment }),
      competitors: Object.fromEntries(named.map((name) => [name, assessment])),
    },
    answer: `# ${titles[0]}\n\n${named.join(', ')}\n\n${arabic}\n\n\`${unbroken('code', 400)}\`\n\n| a | b |\n|---|---|\n| ${unbroken('cell', 200)} | ${japanese} |\n\n7. first\n8. second`,
    citations: urls.map((url, place) => ({ url, title: titles[place] })),
  });
}
