// Which answers of a prompt are picked: as the API picks those of a brand.

import { describe, expect, it } from 'vitest';
import { isSelected } from '../../../src/web/pages/answers/selection.js';

const answer = (brandMentioned: boolean, competitorsMentioned: readonly string[]) => ({
  id: 'run',
  promptId: 'prompt',
  model: 'model',
  createdAt: '2026-03-01T10:00:00.000Z',
  brandMentioned,
  competitorsMentioned,
  citationCount: 0,
  assessments: { brand: { sentiment: null, position: null } },
  answer: { text: null },
});

const both = answer(true, ['Globex']);
const brandAlone = answer(true, []);
const others = answer(false, ['Globex', 'Initech']);
const nobody = answer(false, []);

describe('an answer', () => {
  it.each([
    ['ALL', '', [both, brandAlone, others, nobody]],
    ['MENTIONED', '', [both, brandAlone]],
    ['ABSENT', '', [others, nobody]],
    ['GAP', '', [others]],
    ['ALL', 'Globex', [both, others]],
    ['GAP', 'Globex', [others]],
    ['GAP', 'Acme', []],
    ['ALL', 'Acme', [both, brandAlone]],
    ['ALL', 'Initech', [others]],
    ['ALL', 'nobody of that name', []],
  ] as const)('of outcome %s that names "%s" is picked', (outcome, company, picked) => {
    const all = [both, brandAlone, others, nobody];
    expect(all.filter((each) => isSelected(each, { outcome, company, brandName: 'Acme' }))).toEqual(picked);
  });
});
