import { describe, expect, it } from 'vitest';
import { parseLine, parseValue } from '../../src/recording/prepare/parse.js';
import {
  absent,
  assessment,
  brand,
  competitor,
  model,
  organization,
  prompt,
  run,
} from '../support/contract-records.js';

const faultsOf = (value: unknown) => {
  const parsed = parseValue(value);
  return 'faults' in parsed ? parsed.faults.map(({ message }) => message) : [];
};
/** A run with something else in the assessment of its brand. */
const assessed = (more: object) => ({ ...run, assessments: { brand: { ...assessment, ...more } } });

describe('parseValue refuses', () => {
  it('a type that is nested deeper than can be written', () => {
    const type: unknown = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
    expect(faultsOf({ type })[0]).toMatch(/^type is a list: it must be one of/);
  });

  it('a line of lists without end, before it is parsed, but no long text', () => {
    const parsed = (text: string) => parseLine(Buffer.from(text));
    const most = 'The line has more than 1,000,000 values, as no record has.';
    for (const part of ['[', '[],', '0,', '"\\\\",'])
      expect(parsed(`{"type":"run","x":[${part.repeat(5_000_000)}`)).toEqual({
        type: null,
        faults: [{ field: null, message: most }],
      });
    const answer = '[,{\\"'.repeat(1_000_000);
    const line = JSON.stringify({ ...run, answer: 'x' }).replace('"x"', () => `"${answer}"`);
    expect(parsed(line)).toMatchObject({ record: { type: 'run' } });
  });

  it('a line with faults without end, by the first thousand', () => {
    const names = Array.from({ length: 30_000 }, (_, place) => `Company ${place}`);
    const wrong = Object.fromEntries(names.map((name) => [name, { mentioned: 1, position: 'x' }]));
    expect(faultsOf({ ...run, assessments: { competitors: wrong } })).toHaveLength(1_000);
    const untrue = Object.fromEntries(names.map((name) => [name, { mentioned: false, position: 1 }]));
    expect(faultsOf({ ...run, assessments: { competitors: untrue } })).toHaveLength(1_000);
  });

  it('what is longer, or has more, than readers can list', () => {
    const text = 'x'.repeat(100_001);
    const values = [
      { ...prompt, text },
      { ...run, webQueries: [text] },
      { ...prompt, tags: Array(501).fill('tag') },
      { ...brand, aliases: Array(1_001).fill('Acme') },
      { ...competitor, domains: Array(1_001).fill('a.com') },
    ];
    expect(values.flatMap(faultsOf).map((message) => message.replace(/; given was.*/, ''))).toEqual([
      'text must be text of at least one and at most 100,000 characters',
      'webQueries[0] must be text of at most 100,000 characters',
      'tags has more than 500 elements.',
      'aliases has more than 1,000 elements.',
      'domains has more than 1,000 elements.',
    ]);
  });

  it.each<[unknown, RegExp]>([
    [[], /not a JSON object/],
    ['run', /not a JSON object/],
    [null, /not a JSON object/],
    [{}, /^type is missing: it must be one of organization, model, brand, competitor, prompt, annotation, run\.$/],
    [{ type: 'runs' }, /^type is "runs": it must be one of/],
    [{ type: 'toString' }, /^type is "toString"/],
    [{ ...organization, id: '' }, /^id must be an identifier of 1 to 128 characters; given was ""/],
    [{ ...organization, id: 'x'.repeat(129) }, /^id must be an identifier/],
    [{ ...organization, id: 7 }, /^id must be an identifier .*given was 7/],
    [{ ...organization, name: undefined }, /^name is missing: it must be a name/],
    [{ ...organization, name: '  ' }, /^name must be a name of 1 to 500 characters, not only blanks/],
    [{ ...organization, name: 'x'.repeat(501) }, /^name must be a name/],
    [{ ...organization, name: 'a\0b' }, /^name contains a NUL/],
    [{ ...organization, name: 'a\ud800b' }, /^name contains a NUL character or an unpaired surrogate/],
    [{ ...model, label: null }, /^label must be a name .*given was null/],
    [{ ...brand, id: '.' }, /^id must not be "\." or "\.\."/],
    [{ ...brand, id: '..' }, /^id must not be "\." or "\.\."/],
    [{ ...brand, aliases: 'x' }, /^aliases must be a list of names; given was "x"/],
    [{ ...brand, aliases: ['ok', ''] }, /^aliases\[1\] must be a name/],
    [{ ...competitor, tracked: 'no' }, /^tracked must be true or false/],
    [{ ...prompt, id: '6f1f' }, /^id must be a UUID; given was "6f1f"/],
    [{ ...prompt, text: '' }, /^text must be text of at least one and at most 100,000 characters/],
    [{ ...prompt, tags: ['a', ' '] }, /^tags\[1\] must be a tag/],
    [{ ...prompt, tags: 'a,b' }, /^tags must be a list of tags/],
    [{ ...run, promptId: 'x' }, /^promptId must be a UUID/],
    [{ ...run, model: '' }, /^model must be an identifier/],
    [{ ...run, model: ' \t' }, /^model must be an identifier/],
    [{ ...run, model: 'x'.repeat(129) }, /^model must be an identifier/],
    [{ ...run, provider: ' ' }, /^provider must be a name of 1 to 500 characters/],
    [{ ...model, id: '\n' }, /^id must be an identifier/],
    [{ ...run, provider: undefined }, /^provider is missing/],
    [{ ...run, createdAt: '2026-03-01' }, /^createdAt is a bare date/],
    [{ ...run, createdAt: '2026-03-01T10:00:00' }, /^createdAt .*has no offset/],
    [{ ...run, createdAt: '2026-02-30T10:00:00Z' }, /^createdAt .*does not exist/],
    [{ ...run, createdAt: '0000-01-01T00:00:00Z' }, /^createdAt .*lies outside the years/],
    [{ ...run, createdAt: 1_772_359_999 }, /^createdAt must be an RFC 3339 date-time; given was 1772359999/],
    [{ ...run, answer: 5 }, /^answer must be text/],
    [{ ...run, answer: 'a\0' }, /^answer contains a NUL/],
    [{ ...run, webSearchEnabled: 1 }, /^webSearchEnabled must be true or false/],
    [{ ...run, market: ' ' }, /^market must be a market of 1 to 64 characters/],
    [{ ...run, market: 'm'.repeat(65) }, /^market must be a market of 1 to 64 characters/],
    [{ ...run, webQueries: [1] }, /^webQueries\[0\] must be text/],
    [{ ...run, citations: {} }, /^citations must be a list of citations; given was an object/],
    [{ ...run, citations: ['https://a.com'] }, /^citations\[0\] must be an object with a url/],
    [{ ...run, citations: [{ title: 'x' }] }, /^citations\[0\].url is missing/],
    [
      { ...run, citations: [{ url: 'ftp://a.com' }] },
      /^citations\[0\].url must be an http or https URL .*given was "ftp:\/\/a.com"/,
    ],
    [{ ...run, citations: [{ url: 'https://a.com', title: '\ud800' }] }, /^citations\[0\].title contains a NUL/],
    [{ ...run, brandMentioned: 'yes' }, /^brandMentioned must be true or false/],
    [{ ...run, competitorsMentioned: [''] }, /^competitorsMentioned\[0\] must be a name/],
    [{ ...run, assessments: [] }, /^assessments must be an object with brand and competitors/],
    [{ ...run, assessments: { competitors: [] } }, /^assessments.competitors must be an object of assessments/],
    [
      { ...run, assessments: { competitors: { Globex: null } } },
      /^assessments.competitors.Globex must be an assessment/,
    ],
    [{ ...run, assessments: { competitors: { '': assessment } } }, /^assessments.competitors. must be a name/],
    [assessed({ mentioned: undefined }), /^assessments.brand.mentioned is missing/],
    [assessed({ probability: 1.1 }), /^assessments.brand.probability must be a number from 0 to 1/],
    [assessed({ sentiment: 'happy' }), /^assessments.brand.sentiment must be one of positive, neutral/],
    [assessed({ sentimentProbabilities: { happy: 1 } }), /^assessments.brand.sentimentProbabilities/],
    [assessed({ position: 0 }), /^assessments.brand.position must be a whole number from 1/],
    [assessed({ position: 1.5 }), /^assessments.brand.position must be a whole number/],
    [assessed({ mentionCount: 2 ** 31 }), /^assessments.brand.mentionCount must be a whole number/],
  ])('%j', (value, message) => {
    const faults = faultsOf(value);
    expect(
      faults.some((fault) => message.test(fault)),
      JSON.stringify(faults),
    ).toBe(true);
  });

  it('every fault of a record at once, each once', () => {
    const faults = faultsOf({
      type: 'run',
      id: 'x',
      createdAt: '2026-01-01',
      citations: [{ url: 'a' }, { url: 'b' }],
      brandMentioned: 1,
    });
    expect(faults).toHaveLength(8);
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(
      new Set([
        ...['id', 'promptId', 'model', 'provider', 'createdAt', 'citations[0].url', 'citations[1].url'],
        'brandMentioned',
      ]),
    );
  });
});

describe('parseValue refuses a run that contradicts itself', () => {
  const { brand: brandAssessment } = run.assessments;
  it.each<[string, object, readonly RegExp[]]>([
    [
      'about its brand',
      { brandMentioned: false },
      [/^brandMentioned is false, but assessments.brand.mentioned is true/],
    ],
    [
      'about a competitor that it lists',
      { assessments: { brand: brandAssessment, competitors: { Globex: absent } } },
      [/^competitorsMentioned lists "Globex", but assessments.competitors.Globex.mentioned is false/],
    ],
    [
      'about a competitor that it does not list',
      { competitorsMentioned: [] },
      [/competitorsMentioned does not list "Globex"/],
    ],
    [
      'with what only a mention has',
      {
        brandMentioned: false,
        assessments: { brand: { ...assessment, mentioned: false }, competitors: { Globex: assessment } },
      },
      [/brand.sentiment is "positive", but/, /brand.position is 1, but/, /brand.mentionCount is 3, but/],
    ],
    [
      'in several ways, all reported',
      { brandMentioned: false, competitorsMentioned: ['Initech'] },
      [/^brandMentioned is false/, /does not list "Globex"/],
    ],
  ])('%s', (_, change, messages) => {
    const faults = faultsOf({ ...run, ...change });
    expect(faults).toHaveLength(messages.length);
    for (const [index, message] of messages.entries()) expect(faults[index]).toMatch(message);
  });

  it('but not one that keeps the probability and reason of a name that it does not mention', () => {
    const competitors = {
      ...run.assessments.competitors,
      Initech: { mentioned: false, probability: 0.02, reason: 'not named' },
    };
    expect(faultsOf({ ...run, assessments: { brand: brandAssessment, competitors } })).toEqual([]);
  });
});
