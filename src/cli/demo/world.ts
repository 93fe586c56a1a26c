// Organizations, brands, models and sites of the sample data. All names are fictitious, as are the pages, all under the reserved domain `.example`.

import type { DemoBrand } from './brand.js';
import { brewmont, haldenfjell, nimbusrest } from './goods.js';
import { pipewell, tallybird } from './software.js';

export interface DemoModel {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly style: 'bullets' | 'numbers' | 'prose';
  /** How often it searches the web, and how many pages it cites then. */
  readonly webSearch: number;
  readonly citations: readonly [least: number, most: number];
  /** Its tendency to name companies, as log odds. */
  readonly generosity: number;
  /** The first day of the sample year on which it has runs. */
  readonly since?: number;
}

export const organizations: readonly {
  readonly id: string;
  readonly name: string;
  readonly brands: readonly DemoBrand[];
}[] = [
  { id: 'harbour-house', name: 'Harbour House Goods', brands: [haldenfjell, brewmont, nimbusrest] },
  { id: 'orchard-software', name: 'Orchard Software', brands: [pipewell, tallybird] },
];

export const brands: readonly DemoBrand[] = organizations.flatMap((organization) => organization.brands);

export const models: readonly DemoModel[] = [
  {
    id: 'chatgpt',
    label: 'ChatGPT',
    provider: 'openai',
    style: 'bullets',
    webSearch: 0.7,
    citations: [3, 8],
    generosity: 0.3,
  },
  {
    id: 'claude',
    label: 'Claude',
    provider: 'anthropic',
    style: 'prose',
    webSearch: 0.4,
    citations: [2, 6],
    generosity: -0.4,
  },
  {
    id: 'copilot',
    label: 'Microsoft Copilot',
    provider: 'microsoft',
    style: 'bullets',
    webSearch: 0.9,
    citations: [2, 5],
    generosity: -0.1,
  },
  {
    id: 'gemini',
    label: 'Gemini',
    provider: 'google',
    style: 'numbers',
    webSearch: 0.6,
    citations: [3, 7],
    generosity: 0.1,
  },
  {
    id: 'google-ai-mode',
    label: 'Google AI Mode',
    provider: 'google',
    style: 'numbers',
    webSearch: 1,
    citations: [5, 11],
    generosity: 0.5,
    since: 172,
  },
  {
    id: 'perplexity',
    label: 'Perplexity',
    provider: 'perplexity',
    style: 'prose',
    webSearch: 1,
    citations: [4, 9],
    generosity: 0.2,
  },
];

/** Sites that answers about all brands cite. */
export const commonSites: readonly string[] = [
  'www.commonroom.example',
  'www.watchtower.example',
  'en.openpages.example',
  'www.buyersledger.example',
  'www.testbench.example',
];

/** Days of the sample year, first and last, without recorded runs: of all models, or of one. */
export const outages: readonly { readonly first: number; readonly last: number; readonly model?: string }[] = [
  { first: 61, last: 63 },
  { first: 118, last: 127, model: 'perplexity' },
  { first: 203, last: 204 },
  { first: 266, last: 270, model: 'copilot' },
  { first: 311, last: 314 },
];
