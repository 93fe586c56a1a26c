import { describe, expect, it } from 'vitest';
import { deriverOf } from '../../src/domain/names/derive.js';

/** The name of each company found, its rank and its count, as `Acme 1 2, Globex 2 1`. */
function found(text: string, ...companies: readonly (readonly string[])[]): string {
  const derive = deriverOf(companies.map((names, id) => ({ id, names })));
  return derive(text)
    .map(({ company, position, mentionCount }) => `${company.names[0]} ${position} ${mentionCount}`)
    .join(', ');
}

describe('deriverOf', () => {
  it.each<[string, string, readonly (readonly string[])[], string]>([
    ['whole words', 'Acme, acmes and macme; ACME!', [['Acme']], 'Acme 1 2'],
    ['accents or none', 'Nestle, Nestlé', [['NESTLÉ']], 'NESTLÉ 1 2'],
    ['Greek and Cyrillic accents', 'Αθηνα Елка', [['Αθήνα'], ['Ёлка']], 'Αθήνα 1 1, Ёлка 2 1'],
    ['no other letters', 'Strasse か कि', [['Straße'], ['が'], ['क']], ''],
    ['any case', 'aCmE', [['ACME']], 'ACME 1 1'],
    ['aliases as the company', 'Globex Corp beats Globex', [['Globex', 'Globex Corp']], 'Globex 1 2'],
    ['ranks by first occurrence', 'B A A B', [['A'], ['B'], ['C']], 'B 1 2, A 2 2'],
    ['the longest name at a place', 'Acme CRM by Acme', [['Acme'], ['Acme CRM']], 'Acme CRM 1 1, Acme 2 1'],
    ['the shorter where the longer does not end a word', 'Acme CRMs', [['Acme'], ['Acme CRM']], 'Acme 1 1'],
    [
      'a shared alias for both, in their order',
      'AC',
      [
        ['Acme', 'AC'],
        ['Accent', 'ac'],
      ],
      'Acme 1 1, Accent 2 1',
    ],
    [
      'names that begin or end in punctuation',
      'C++, (.NET) or Yahoo!?',
      [['C++'], ['.NET'], ['Yahoo!']],
      'C++ 1 1, .NET 2 1, Yahoo! 3 1',
    ],
    ['no part of a longer word', 'ASP.NET, C++11, acme_crm, acme2', [['.NET'], ['C++'], ['Acme']], ''],
    ['possessives and hyphens', "Acme's, Acme-like", [['Acme']], 'Acme 1 2'],
    [
      'letters beyond ASCII as parts of words',
      'Ünal Übername Löwe',
      [['nal'], ['bername'], ['L'], ['Löwe']],
      'Löwe 1 1',
    ],
    ['Greek and Cyrillic in any case', 'ΑΠΟΛΛΩΝ и ЯНДЕКС', [['Απολλων'], ['Яндекс']], 'Απολλων 1 1, Яндекс 2 1'],
    ['composed and decomposed letters alike', 'Cafe\u0301 Ole\u0301', [['Café Olé']], 'Café Olé 1 1'],
    ['marks as parts of words', 'Acme\u0323x a\u20ddb', [['Acme'], ['a']], ''],
    [
      'names of characters that patterns know',
      'a.b a|b (x) [y] $z ^',
      [['a.b'], ['a|b'], ['(x)'], ['[y]'], ['$z'], ['^']],
      'a.b 1 1, a|b 2 1, (x) 3 1, [y] 4 1, $z 5 1, ^ 6 1',
    ],
    ['emoji', 'try 🚀 now', [['🚀']], '🚀 1 1'],
    ['nothing in nothing', '', [['Acme']], ''],
    ['nothing without names', 'Acme', [], ''],
  ])('finds %s', (_, text, companies, expected) => {
    expect(found(text, ...companies)).toBe(expected);
  });

  it('takes the dot of İ for an accent, and ß for itself only', () => {
    expect(found('İstanbul istanbul ıstanbul', ['İstanbul'])).toBe('İstanbul 1 2');
    expect(found('Straße STRASSE', ['Straße'], ['Strasse'])).toBe('Straße 1 1, Strasse 2 1');
  });
});
