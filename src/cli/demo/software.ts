// Sample brands of software: customer relations and bookkeeping. All names are fictitious.

import type { DemoBrand } from './brand.js';

/** Customer relations for small teams: behind two large competitors, with improving sentiment. */
export const pipewell: DemoBrand = {
  id: 'pipewell-crm',
  company: {
    name: 'Pipewell',
    domain: 'www.pipewell.example',
    aliases: ['Pipewell CRM'],
    strength: -0.1,
    turn: { day: 150, by: 0.5 },
    mood: [0, 0.5],
  },
  competitors: [
    { name: 'Dealgarden', domain: 'www.dealgarden.example', strength: 1.2, mood: [0.2, 0.1] },
    {
      name: 'Hubmarsh',
      domain: 'www.hubmarsh.example',
      strength: 0.9,
      turn: { day: 280, by: -0.7 },
      mood: [0.1, -0.4],
    },
    {
      name: 'Leadotter',
      domain: 'www.leadotter.example',
      strength: -1.3,
      turn: { day: 100, by: 1.6 },
      mood: [0.4, 0.6],
    },
    { name: 'Contactory', domain: 'www.contactory.example', strength: -0.6, mood: [0, 0] },
    { name: 'Rolodesk', domain: 'www.rolodesk.example', strength: -1.8, mood: [-0.2, -0.2], untracked: true },
  ],
  prompts: [
    { text: 'best crm for small teams', topic: 'a CRM for a small team', tags: ['crm', 'smb'] },
    {
      text: 'crm that works with email out of the box',
      topic: 'a CRM with email built in',
      tags: ['crm', 'integrations'],
    },
    { text: 'self hosted crm alternatives', topic: 'a CRM that one can host oneself', tags: ['crm', 'self-hosted'] },
    { text: 'crm pricing for five users', topic: 'an affordable CRM for five people', tags: ['crm', 'price', 'smb'] },
    { text: 'pipewell vs dealgarden', topic: 'a CRM with a clear pipeline', tags: ['crm', 'comparison'] },
    { text: 'which crm is easiest to learn', topic: 'a CRM that is easy to learn', tags: ['crm', 'beginners'] },
    {
      text: 'crm with good data protection in europe',
      topic: 'a CRM with data kept in Europe',
      tags: ['crm', 'privacy'],
    },
    { text: 'sales pipeline software for agencies', topic: 'sales software for an agency', tags: ['agencies'] },
    {
      text: 'how to move contacts from a spreadsheet to a crm',
      topic: 'moving contacts out of a spreadsheet',
      tags: ['crm', 'advice', 'beginners'],
    },
  ],
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
  company: {
    name: 'Tallybird',
    domain: 'www.tallybird.example',
    strength: 0.5,
    season: { month: 3, by: 0.8 },
    mood: [0.3, 0.4],
  },
  competitors: [
    { name: 'Ledgerloom', domain: 'www.ledgerloom.example', strength: 1.0, mood: [0.1, 0.1] },
    {
      name: 'Quillbooks',
      domain: 'www.quillbooks.example',
      strength: 0.4,
      turn: { day: 210, by: 0.6 },
      mood: [0.2, 0.4],
    },
    { name: 'Sumwise', domain: 'www.sumwise.example', strength: -0.5, season: { month: 4, by: 0.4 }, mood: [0, -0.2] },
    { name: 'Paperfern', domain: 'www.paperfern.example', strength: -1.4, mood: [0.3, 0.3] },
  ],
  prompts: [
    {
      text: 'accounting software for freelancers',
      topic: 'accounting software for freelancers',
      tags: ['freelance', 'buying'],
    },
    {
      text: 'easiest way to send invoices as a one person business',
      topic: 'sending invoices alone',
      tags: ['invoices', 'freelance'],
    },
    { text: 'bookkeeping app that reads receipts', topic: 'an app that reads receipts', tags: ['receipts'] },
    { text: 'software for quarterly tax returns', topic: 'software for tax returns', tags: ['tax'] },
    { text: 'tallybird alternatives', topic: 'simple bookkeeping', tags: ['comparison'] },
    {
      text: 'free invoicing tools compared',
      topic: 'a free invoicing tool',
      tags: ['invoices', 'price', 'comparison'],
    },
    {
      text: 'accounting software that accountants like',
      topic: 'software that accountants like to work with',
      tags: ['advice'],
    },
    {
      text: 'multi currency bookkeeping for small companies',
      topic: 'bookkeeping in several currencies',
      tags: ['smb'],
    },
    { text: 'late payment reminders automatically', topic: 'sending payment reminders', tags: ['invoices'] },
  ],
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
