// Sample brands of software: customer relations and bookkeeping. All names are fictitious.

import { type DemoBrand, promptsOf } from './brand.js';

/** Customer relations for small teams: behind two large competitors, with improving sentiment. */
export const pipewell: DemoBrand = {
  id: 'pipewell-crm',
  company: { name: 'Pipewell', aliases: ['Pipewell CRM'], strength: -0.1, turn: { day: 150, by: 0.5 }, mood: [0, 0.5] },
  competitors: [
    { name: 'Dealgarden', strength: 1.2, mood: [0.2, 0.1] },
    { name: 'Hubmarsh', strength: 0.9, turn: { day: 280, by: -0.7 }, mood: [0.1, -0.4] },
    { name: 'Leadotter', strength: -1.3, turn: { day: 100, by: 1.6 }, mood: [0.4, 0.6] },
    { name: 'Contactory', strength: -0.6, mood: [0, 0] },
    { name: 'Rolodesk', strength: -1.8, mood: [-0.2, -0.2], untracked: true },
  ],
  prompts: promptsOf([
    ['best crm for small teams', 'a CRM for a small team', 'crm smb'],
    ['crm that works with email out of the box', 'a CRM with email built in', 'crm integrations'],
    ['self hosted crm alternatives', 'a CRM that one can host oneself', 'crm self-hosted'],
    ['crm pricing for five users', 'an affordable CRM for five people', 'crm price smb'],
    ['pipewell vs dealgarden', 'a CRM with a clear pipeline', 'crm comparison'],
    ['which crm is easiest to learn', 'a CRM that is easy to learn', 'crm beginners'],
    ['crm with good data protection in europe', 'a CRM with data kept in Europe', 'crm privacy'],
    ['sales pipeline software for agencies', 'sales software for an agency', 'agencies'],
    [
      'how to move contacts from a spreadsheet to a crm',
      'moving contacts out of a spreadsheet',
      'crm advice beginners',
    ],
  ]),
  phrases: {
    praise: [
      'can be set up in an afternoon',
      'shows the whole pipeline on one screen',
      'keeps prices fair as a team grows',
      'imports spreadsheets without fuss',
      'answers support requests within the hour',
    ],
    fact: [
      'has plans from one to fifty seats',
      'offers an interface for developers',
      'stores data in Europe on request',
      'has apps for both phone systems',
    ],
    blame: [
      'charges extra for reports',
      'feels slow with many contacts',
      'hides the export behind a higher plan',
      'takes weeks to learn well',
    ],
  },
  sites: [
    'www.softwareshelf.example',
    'www.smallteamtools.example',
    'blog.pipelinenotes.example',
    'www.saasatlas.example',
  ],
};

/** Bookkeeping for the self-employed: with most mentions when taxes are due. */
export const tallybird: DemoBrand = {
  id: 'tallybird',
  company: { name: 'Tallybird', strength: 0.5, season: { month: 3, by: 0.8 }, mood: [0.3, 0.4] },
  competitors: [
    { name: 'Ledgerloom', strength: 1.0, mood: [0.1, 0.1] },
    { name: 'Quillbooks', strength: 0.4, turn: { day: 210, by: 0.6 }, mood: [0.2, 0.4] },
    { name: 'Sumwise', strength: -0.5, season: { month: 4, by: 0.4 }, mood: [0, -0.2] },
    { name: 'Paperfern', strength: -1.4, mood: [0.3, 0.3] },
  ],
  prompts: promptsOf([
    ['accounting software for freelancers', 'accounting software for freelancers', 'freelance buying'],
    ['easiest way to send invoices as a one person business', 'sending invoices alone', 'invoices freelance'],
    ['bookkeeping app that reads receipts', 'an app that reads receipts', 'receipts'],
    ['software for quarterly tax returns', 'software for tax returns', 'tax'],
    ['tallybird alternatives', 'simple bookkeeping', 'comparison'],
    ['free invoicing tools compared', 'a free invoicing tool', 'invoices price comparison'],
    ['accounting software that accountants like', 'software that accountants like to work with', 'advice'],
    ['multi currency bookkeeping for small companies', 'bookkeeping in several currencies', 'smb'],
    ['late payment reminders automatically', 'sending payment reminders', 'invoices'],
  ]),
  phrases: {
    praise: [
      'reads receipts with hardly a mistake',
      'fills in a tax return in minutes',
      'is simple enough for people who dislike accounts',
      'gets invoices paid sooner with its reminders',
      'is trusted by many accountants',
    ],
    fact: [
      'is billed by the month',
      'connects to most banks',
      'has a free plan for few invoices',
      'works in eleven currencies',
    ],
    blame: [
      'loses its bank connection now and then',
      'raised its prices twice within a year',
      'leaves out reports that accountants need',
      'makes corrections needlessly hard',
    ],
  },
  sites: ['www.freelancefigures.example', 'www.taxpath.example', 'www.softwareshelf.example', 'desk.soloworks.example'],
};
