// Organizations, brands, models and sites of the sample data. All names are fictitious, as are the pages, all under the reserved domain `.example`.

import type { DemoBrand, DemoPrompt } from './brand.js';
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
  readonly since: number;
}

/** A model is given a prompt on a day, which is numbered from 0. */
export interface Asking {
  readonly brand: DemoBrand;
  readonly prompt: DemoPrompt;
  readonly model: DemoModel;
  readonly day: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
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

type ModelRow = [string, string, string, DemoModel['style'], number, DemoModel['citations'], number, since: number];

const modelRows: readonly ModelRow[] = [
  ['chatgpt', 'ChatGPT', 'openai', 'bullets', 0.7, [3, 8], 0.3, 0],
  ['claude', 'Claude', 'anthropic', 'prose', 0.4, [2, 6], -0.4, 0],
  ['copilot', 'Microsoft Copilot', 'microsoft', 'bullets', 0.9, [2, 5], -0.1, 0],
  ['gemini', 'Gemini', 'google', 'numbers', 0.6, [3, 7], 0.1, 0],
  ['google-ai-mode', 'Google AI Mode', 'google', 'numbers', 1, [5, 11], 0.5, 172],
  ['perplexity', 'Perplexity', 'perplexity', 'prose', 1, [4, 9], 0.2, 0],
];

export const models: readonly DemoModel[] = modelRows.map(
  ([id, label, provider, style, webSearch, citations, generosity, since]) => {
    return { id, label, provider, style, webSearch, citations, generosity, since };
  },
);

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
