// Excerpts of answers: plain text around the first name.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../src/web/pages/answers/excerpt.js';

const filler = 'Many shops sell warm things for cold days and nights. '.repeat(20);

describe('an excerpt', () => {
  it('is the whole text if that is short, without the marks of Markdown', () => {
    const text =
      '# Jackets\n\n- **Haldenfjell**[^1] is<br> [good](https://a.example/x).\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(excerptOf(text, [])).toBe('Jackets Haldenfjell is good. a b 1 2');
  });

  it('begins before the brand that stands far down, at a word', () => {
    const text = excerptOf(`${filler} Haldenfjell is warm. ${filler}`, ['Haldenfjell']);
    expect(text).toMatch(/^… \w/);
    expect(text).toContain('Haldenfjell is warm.');
    expect(text.endsWith(' …')).toBe(true);
  });

  it('shows another company where the brand is not named', () => {
    expect(excerptOf(`${filler} Norrvind is warm.`, ['Haldenfjell', 'Norrvind'])).toContain('Norrvind is warm.');
  });

  it('is short for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.array(fc.string({ minLength: 1 })),
        (text, names) => {
          expect(excerptOf(text, names).length).toBeLessThan(400);
        },
      ),
    );
  });
});
