import { describe, expect, it } from 'vitest';
import { parseLine, parseValue } from '../../src/recording/parse.js';

const uuid = '0C9D0000-0000-4000-8000-00000000000A';
const organization = { type: 'organization', id: 'acme', name: 'Acme Inc.' };
const model = { type: 'model', id: 'chatgpt', label: 'ChatGPT' };
const brand = {
  type: 'brand',
  id: 'acme-crm',
  organizationId: 'acme',
  name: 'Acme CRM',
  aliases: ['AcmeCRM'],
  domains: ['acme.com'],
};
const competitor = { type: 'competitor', brandId: 'acme-crm', name: 'Globex', aliases: [], domains: ['globex.com'] };
const prompt = {
  type: 'prompt',
  id: uuid,
  brandId: 'acme-crm',
  text: 'best crm for small teams',
  tags: ['crm', 'smb'],
};
const assessment = {
  mentioned: true,
  probability: 0.98,
  reason: 'named first',
  sentiment: 'positive',
  sentimentProbabilities: { positive: 0.9, neutral: 0.1 },
  position: 1,
  mentionCount: 3,
};
const absent = { mentioned: false };
const run = {
  type: 'run',
  id: uuid,
  promptId: uuid,
  model: 'chatgpt',
  provider: 'openai',
  webSearchEnabled: true,
  createdAt: '2026-03-01T10:14:59.999Z',
  answer: 'Acme CRM, then Globex.',
  webQueries: ['best crm 2026'],
  citations: [{ url: 'https://www.example.com/a?utm_source=x', title: 'A' }],
  brandMentioned: true,
  competitorsMentioned: ['Globex'],
  assessments: { brand: assessment, competitors: { Globex: { ...assessment, position: 2 } } },
};

const faultsOf = (value: unknown) => {
  const parsed = parseValue(value);
  return 'faults' in parsed ? parsed.faults.map(({ message }) => message) : [];
};
const recordOf = (value: unknown) => {
  const parsed = parseValue(value);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.record;
};

describe('parseValue', () => {
  it.each([organization, model, brand, competitor, prompt, run])('reads the $type of the contract', (value) => {
    expect(recordOf(value)).toMatchObject({ type: value.type });
  });

  it('reads a run into what is stored', () => {
    expect(recordOf({ ...run, unknownField: 1 })).toEqual({
      ...run,
      id: uuid.toLowerCase(),
      promptId: uuid.toLowerCase(),
      createdAt: Date.parse('2026-03-01T10:14:59.999Z'),
      citations: [
        {
          url: {
            raw: 'https://www.example.com/a?utm_source=x',
            page: { url: 'https://www.example.com/a', domain: 'example.com' },
          },
          title: 'A',
        },
      ],
      assessments: { brand: assessment, competitors: new Map([['Globex', { ...assessment, position: 2 }]]) },
    });
  });

  it('fills in what a run may leave out', () => {
    const { type, id, promptId, provider, createdAt } = run;
    const least = { type, id, promptId, model: 'chatgpt', provider, createdAt };
    const filled = {
      webSearchEnabled: false,
      answer: null,
      webQueries: [],
      citations: [],
      brandMentioned: null,
      competitorsMentioned: null,
      assessments: null,
    };
    expect(recordOf(least)).toMatchObject(filled);
    expect(recordOf({ ...least, ...filled, webQueries: null, citations: null, webSearchEnabled: null })).toMatchObject(
      filled,
    );
  });

  it('fills in what an assessment may leave out', () => {
    const nothing = { probability: null, reason: null, sentiment: null, position: null, mentionCount: null };
    expect(
      recordOf({ ...run, competitorsMentioned: [], assessments: { competitors: { Globex: absent } } }),
    ).toMatchObject({
      assessments: {
        brand: null,
        competitors: new Map([['Globex', { mentioned: false, ...nothing, sentimentProbabilities: {} }]]),
      },
    });
  });

  it('folds repeated tags and competitors, the first place kept, and trims tags', () => {
    expect(recordOf({ ...prompt, tags: ['b', ' a ', 'b', 'a'] })).toMatchObject({ tags: ['b', 'a'] });
    const named = { ...run, assessments: null, competitorsMentioned: ['B', 'A', 'B'] };
    expect(recordOf(named)).toMatchObject({ competitorsMentioned: ['B', 'A'] });
  });

  it('tracks a competitor unless the record says otherwise', () => {
    expect(recordOf(competitor)).toMatchObject({ tracked: true });
    expect(recordOf({ ...competitor, tracked: false })).toMatchObject({ tracked: false });
  });

  it('cuts fractions of a millisecond off and reads offsets', () => {
    expect(recordOf({ ...run, createdAt: '2026-03-01T10:14:59.9999+02:00' })).toMatchObject({
      createdAt: Date.parse('2026-03-01T08:14:59.999Z'),
    });
  });

  it('takes any text for the name of a competitor', () => {
    const names = ['__proto__', 'constructor', '7', '"\\', 'Ægir & Søn', '日本'];
    const text = `{${names.map((name) => `${JSON.stringify(name)}:{"mentioned":true}`).join(',')}}`;
    const parsed = recordOf({ ...run, competitorsMentioned: names, assessments: { competitors: JSON.parse(text) } });
    expect(parsed.type === 'run' && new Set(parsed.assessments?.competitors.keys())).toEqual(new Set(names));
  });
});

describe('parseValue refuses', () => {
  it.each<[unknown, RegExp]>([
    [[], /not an object/],
    ['run', /not an object/],
    [null, /not an object/],
    [{}, /^type is missing: it must be one of organization, model, brand, competitor, prompt, run\.$/],
    [{ type: 'runs' }, /^type is "runs": it must be one of/],
    [{ type: 'toString' }, /^type is "toString"/],
    [{ ...organization, id: '' }, /^id must be an identifier of 1 to 128 characters; given was ""/],
    [{ ...organization, id: 'x'.repeat(129) }, /^id must be an identifier/],
    [{ ...organization, id: 7 }, /^id must be an identifier .*given was 7/],
    [{ ...organization, name: undefined }, /^name is missing: it must be a name/],
    [{ ...organization, name: '  ' }, /^name must be a name of 1 to 500 characters, not only blanks/],
    [{ ...organization, name: 'x'.repeat(501) }, /^name must be a name/],
    [{ ...organization, name: 'a\0b' }, /^name holds a NUL/],
    [{ ...organization, name: 'a\ud800b' }, /^name holds a NUL or half of a surrogate pair/],
    [{ ...model, label: null }, /^label must be a name .*given was null/],
    [{ ...brand, aliases: 'x' }, /^aliases must be a list of names; given was "x"/],
    [{ ...brand, aliases: ['ok', ''] }, /^aliases\[1\] must be a name/],
    [{ ...competitor, tracked: 'no' }, /^tracked must be true or false/],
    [{ ...prompt, id: '6f1f' }, /^id must be a UUID; given was "6f1f"/],
    [{ ...prompt, text: '' }, /^text must be text of at least one character/],
    [{ ...prompt, tags: ['a', ' '] }, /^tags\[1\] must be a tag/],
    [{ ...prompt, tags: 'a,b' }, /^tags must be a list of tags/],
    [{ ...run, promptId: 'x' }, /^promptId must be a UUID/],
    [{ ...run, model: '' }, /^model must be an identifier/],
    [{ ...run, provider: undefined }, /^provider is missing/],
    [{ ...run, createdAt: '2026-03-01' }, /^createdAt is a bare date/],
    [{ ...run, createdAt: '2026-03-01T10:00:00' }, /^createdAt .*has no offset/],
    [{ ...run, createdAt: '2026-02-30T10:00:00Z' }, /^createdAt .*does not exist/],
    [{ ...run, createdAt: '0000-01-01T00:00:00Z' }, /^createdAt .*lies outside the years/],
    [{ ...run, createdAt: 1_772_359_999 }, /^createdAt must be an RFC 3339 date-time; given was 1772359999/],
    [{ ...run, answer: 5 }, /^answer must be text/],
    [{ ...run, answer: 'a\0' }, /^answer holds a NUL/],
    [{ ...run, webSearchEnabled: 1 }, /^webSearchEnabled must be true or false/],
    [{ ...run, webQueries: [1] }, /^webQueries\[0\] must be text/],
    [{ ...run, citations: {} }, /^citations must be a list of citations; given was an object/],
    [{ ...run, citations: ['https://a.com'] }, /^citations\[0\] must be an object with a url/],
    [{ ...run, citations: [{ title: 'x' }] }, /^citations\[0\].url is missing/],
    [
      { ...run, citations: [{ url: 'ftp://a.com' }] },
      /^citations\[0\].url must be an http or https URL .*given was "ftp:\/\/a.com"/,
    ],
    [{ ...run, citations: [{ url: 'https://a.com', title: '\ud800' }] }, /^citations\[0\].title holds a NUL/],
    [{ ...run, brandMentioned: 'yes' }, /^brandMentioned must be true or false/],
    [{ ...run, competitorsMentioned: [''] }, /^competitorsMentioned\[0\] must be a name/],
    [{ ...run, assessments: [] }, /^assessments must be an object with brand and competitors/],
    [{ ...run, assessments: { competitors: [] } }, /^assessments.competitors must be an object of assessments/],
    [
      { ...run, assessments: { competitors: { Globex: null } } },
      /^assessments.competitors.Globex must be an assessment/,
    ],
    [{ ...run, assessments: { competitors: { '': assessment } } }, /^assessments.competitors. must be a name/],
    [
      { ...run, assessments: { brand: { ...assessment, mentioned: undefined } } },
      /^assessments.brand.mentioned is missing/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, probability: 1.1 } } },
      /^assessments.brand.probability must be a number from 0 to 1/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, sentiment: 'happy' } } },
      /^assessments.brand.sentiment must be one of positive, neutral/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, sentimentProbabilities: { happy: 1 } } } },
      /^assessments.brand.sentimentProbabilities/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, position: 0 } } },
      /^assessments.brand.position must be a whole number from 1/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, position: 1.5 } } },
      /^assessments.brand.position must be a whole number/,
    ],
    [
      { ...run, assessments: { brand: { ...assessment, mentionCount: 2 ** 31 } } },
      /^assessments.brand.mentionCount must be a whole number/,
    ],
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
        'id',
        'promptId',
        'model',
        'provider',
        'createdAt',
        'citations[0].url',
        'citations[1].url',
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
      'in several ways, all told',
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

describe('parseLine', () => {
  it('refuses what is not UTF-8 or not JSON', () => {
    expect(parseLine(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({
      type: null,
      faults: [{ message: 'The line is not valid UTF-8.' }],
    });
    expect(parseLine(Buffer.from('{"type":'))).toMatchObject({
      type: null,
      faults: [{ message: expect.stringMatching(/^The line is not JSON: /) }],
    });
  });

  it('reads characters beyond the basic plane, written out or escaped', () => {
    const line = (name: string) => Buffer.from(`{"type":"organization","id":"a","name":"${name}"}`);
    expect(parseLine(line('😀'))).toEqual(parseLine(line('\\ud83d\\ude00')));
    expect(parseLine(line('\\ud83d'))).toMatchObject({ type: 'organization', faults: [{ field: 'name' }] });
  });
});
