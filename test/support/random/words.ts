// Names, texts and tags that break what is built by hand: quotes, braces, wildcards, astral letters, combining marks, look-alikes.

import fc from 'fast-check';

export const brandNames = ['Acme CRM', 'Ünïon', '𝒜stral', "O'Neil & Sons", 'toString', 'Ｆull'];

/** In UTF-16 order `ﬁrm` and `～Wave` come after the astral names, in code point order before them. */
export const competitorNames = [
  ...['Acme', 'acme', 'Acme CRM Pro', 'Cafe\u0301', 'Café', 'C++', 'a.b*c?', '[x](y)|z', '"Quote" {a,b} \\d+'],
  ...['NULL', '__proto__', 'constructor', '10', '9', '株式会社', '😀 Corp', '𝒜cme', 'ﬁrm', '～Wave', 'Warner Bros.'],
  ...['Warner Bros. Discovery', 'ΣΊΣΥΦΟΣ', '100%', 'Ünïon'.normalize('NFD')],
];

export const aliases = ['AcmeCRM', 'WB', 'café', 'C', 'Ünder', 'the one', 'ЁЛКА'];
export const modelIds = ['chatgpt', 'google-ai-mode', 'Z-model', 'é/model', '𝒜-model', 'Ａ-model'];
export const providers = ['openai', 'göögle', 'OpenAI', '"q" {x}'];
export const markets = ['US', 'us', 'de-DE', '東京'];
export const tags = ['crm', 'smb', 'CRM', 'best of', 'ünï', '{x}', '"q"', 'NULL', 'back\\slash'];
export const unusedTag = 'nobody carries this';
/** One with what a URL has to escape. */
export const brandIds = ['acme-crm', 'B/ü 😀?#', '100%25'];

export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', 'best crm 2026', '{a,b}', 'NULL', '"', "it's", 'a\\b', 'tab\tline\r\n', '\u2028', '😀', 'e\u0301'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

const searched = [
  ...['best crm 2026', 'Best CRM 2026', 'café pricing', 'CAFE\u0301 pricing', 'caf\u00e9', '\u212bngström', '=1+1'],
  ...['株式会社 評判', '😀 crm', "o'neil, sons", '"quoted" crm', '100% _off_', 'a\\b'],
];
/** White space of every kind, some of it no white space to `trim` or to ASCII. */
const blanks = [
  ...[' ', '  ', '\t', '\n', '\r\n', '\u0085', '\u00a0', '\u1680', '\u2009', '\u2028', '\u202f', '\u205f', '\u3000'],
];
const edges = ['', '', '', ' ', '\u00a0', '\t \n', '\u3000', '\u0085'];

/** The same few web queries in many spellings, beside ones that only look the same. */
export const queries: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        words: fc.constantFrom(...searched),
        blank: fc.constantFrom(...blanks),
        form: fc.constantFrom<'NFC' | 'NFD'>('NFC', 'NFD'),
        before: fc.constantFrom(...edges),
        after: fc.constantFrom(...edges),
      })
      .map(({ words, blank, form, before, after }) => before + words.normalize(form).replaceAll(' ', blank) + after),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\u2028', '\u200bcrm', '\ufeffcrm', 'crm') },
  { weight: 1, arbitrary: texts },
);

/** One piece of an answer: a name in some spelling, or what stands between names. */
export interface Word {
  readonly pick: number;
  readonly spelling: 'as it is' | 'upper' | 'lower' | 'decomposed' | 'without accents' | 'filler';
}

const fillers = [' ', ', ', '. ', 'x', '-', '_', '7', '\u0301', '\n', ' and ', "'s ", '’', '/'];

export const answers: fc.Arbitrary<readonly Word[]> = fc.array(
  fc.record({
    pick: fc.nat(100),
    spelling: fc.constantFrom<Word['spelling']>(
      'as it is',
      'upper',
      'lower',
      'decomposed',
      'without accents',
      'filler',
      'filler',
      'filler',
    ),
  }),
  { maxLength: 16 },
);

/** The text that `words` make of these names. */
export function answerOf(words: readonly Word[], names: readonly string[]): string {
  return words
    .map(({ pick, spelling }) =>
      spelling === 'filler'
        ? (fillers[pick % fillers.length] ?? '')
        : `${pick % 4 === 0 ? '' : ' '}${spelled(names[pick % names.length] ?? '', spelling)}`,
    )
    .join('');
}

function spelled(name: string, spelling: Word['spelling']): string {
  if (spelling === 'upper') return name.toUpperCase();
  if (spelling === 'lower') return name.toLowerCase();
  if (spelling === 'without accents') return name.normalize('NFD').replace(/\p{M}/gu, '');
  return spelling === 'decomposed' ? name.normalize('NFD') : name;
}
