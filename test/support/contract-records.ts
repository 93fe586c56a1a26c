// One record of each type, as the contract shows them.

export const uuid = '0C9D0000-0000-4000-8000-00000000000A';
export const organization = { type: 'organization', id: 'acme', name: 'Acme Inc.' };
export const model = { type: 'model', id: 'chatgpt', label: 'ChatGPT' };
export const brand = {
  type: 'brand',
  id: 'acme-crm',
  organizationId: 'acme',
  name: 'Acme CRM',
  aliases: ['AcmeCRM'],
  domains: ['acme.com'],
};
export const competitor = {
  type: 'competitor',
  brandId: 'acme-crm',
  name: 'Globex',
  aliases: [],
  domains: ['globex.com'],
};
export const prompt = {
  type: 'prompt',
  id: uuid,
  brandId: 'acme-crm',
  text: 'best crm for small teams',
  tags: ['crm', 'smb'],
};
export const assessment = {
  mentioned: true,
  probability: 0.98,
  reason: 'named first',
  sentiment: 'positive',
  sentimentProbabilities: { positive: 0.9, neutral: 0.1 },
  position: 1,
  mentionCount: 3,
};
export const absent = { mentioned: false };
export const run = {
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
