// Sample brands of goods: outdoor gear, espresso machines, mattresses. All names are fictitious.

import type { DemoBrand } from './brand.js';

/** Outdoor gear: strongest before winter, and losing share to a rising competitor. */
export const haldenfjell: DemoBrand = {
  id: 'haldenfjell',
  company: {
    name: 'Haldenfjell',
    domain: 'www.haldenfjell.example',
    aliases: ['Halden Fjell'],
    strength: 0.3,
    season: { month: 11, by: 0.7 },
    mood: [0.4, 0.2],
  },
  competitors: [
    {
      name: 'Norrvind',
      domain: 'www.norrvind.example',
      strength: 0.8,
      season: { month: 12, by: 0.3 },
      mood: [0.3, 0.3],
    },
    {
      name: 'Kestrelpeak',
      domain: 'www.kestrelpeak.example',
      strength: -1.9,
      turn: { day: 190, by: 2.9 },
      mood: [0.1, 0.7],
    },
    {
      name: 'Tarnwick',
      domain: 'www.tarnwick.example',
      strength: -0.2,
      season: { month: 7, by: 0.6 },
      mood: [0.2, 0.2],
    },
    { name: 'Ostrava Trail', domain: 'www.ostravatrail.example', strength: -0.9, mood: [0, -0.3] },
    { name: 'Greyling & Sons', domain: 'www.greyling.example', strength: -1.6, mood: [0.1, 0.1], untracked: true },
  ],
  prompts: [
    {
      text: 'best rain jacket for alpine hiking',
      topic: 'a rain jacket for alpine hiking',
      tags: ['jackets', 'buying'],
    },
    { text: 'lightweight two person tent recommendations', topic: 'a light tent for two', tags: ['tents', 'buying'] },
    {
      text: 'most durable hiking backpack 40 litres',
      topic: 'a durable 40 litre backpack',
      tags: ['backpacks', 'buying'],
    },
    {
      text: 'which outdoor brands repair their gear for free',
      topic: 'outdoor brands that repair gear',
      tags: ['service', 'sustainability'],
    },
    {
      text: 'warm winter jacket without down',
      topic: 'a warm winter jacket without down',
      tags: ['jackets', 'sustainability'],
    },
    { text: 'haldenfjell vs norrvind shell jackets', topic: 'a shell jacket', tags: ['jackets', 'comparison'] },
    {
      text: 'cheap tent that survives strong wind',
      topic: 'an affordable tent for strong wind',
      tags: ['tents', 'price'],
    },
    {
      text: 'outdoor clothing made without fluorinated chemicals',
      topic: 'outdoor clothing without fluorinated chemicals',
      tags: ['sustainability'],
    },
    { text: 'what to wear for ski touring', topic: 'ski touring clothing', tags: ['jackets', 'advice'] },
  ],
  phrases: {
    praise: [
      'keeps its seams dry through a full day of rain',
      'is repaired by the maker for as long as it lasts',
      'weighs remarkably little for how tough it is',
      'fits well over several layers',
      'is what mountain guides tend to carry',
    ],
    fact: [
      'comes in three weights',
      'uses a recycled face fabric',
      'is sold online and in its own shops',
      'sits in the middle of the price range',
    ],
    blame: [
      'wets out sooner than it should',
      'runs small, so that many buyers send it back',
      'costs more than its materials explain',
      'has zips that fail after a season or two',
    ],
  },
  sites: ['www.ridgelinereview.example', 'www.slowmiles.example', 'gearlab.hutpost.example', 'www.thewetweek.example'],
};

/** Espresso machines: a leader whose sentiment declines over the year. */
export const brewmont: DemoBrand = {
  id: 'brewmont',
  company: {
    name: 'Brewmont',
    domain: 'www.brewmont.example',
    strength: 1.1,
    season: { month: 12, by: 0.4 },
    mood: [0.6, -0.2],
  },
  competitors: [
    { name: 'Caffaria', domain: 'www.caffaria.example', strength: 0.5, mood: [0.3, 0.4] },
    {
      name: 'Lumetta',
      domain: 'www.lumetta.example',
      aliases: ['Lumetta Home'],
      strength: -0.3,
      turn: { day: 120, by: 0.8 },
      mood: [0.2, 0.3],
    },
    { name: 'Ristretto Works', domain: 'www.ristrettoworks.example', strength: -0.7, mood: [0.5, 0.5] },
    {
      name: 'Percolino',
      domain: 'www.percolino.example',
      strength: -1.2,
      turn: { day: 260, by: -0.9 },
      mood: [-0.2, -0.5],
    },
  ],
  prompts: [
    { text: 'best espresso machine for beginners', topic: 'a first espresso machine', tags: ['beginners', 'buying'] },
    {
      text: 'espresso machine under 500 euros',
      topic: 'an espresso machine under 500 euros',
      tags: ['price', 'buying'],
    },
    { text: 'quietest bean to cup coffee machine', topic: 'a quiet bean-to-cup machine', tags: ['buying'] },
    {
      text: 'brewmont or caffaria for an office of ten people',
      topic: 'a coffee machine for a small office',
      tags: ['comparison', 'office'],
    },
    {
      text: 'how often does an espresso machine need descaling',
      topic: 'descaling an espresso machine',
      tags: ['advice'],
    },
    {
      text: 'espresso machines that can be repaired at home',
      topic: 'a machine that one can repair at home',
      tags: ['sustainability', 'service'],
    },
    {
      text: 'best milk frother built into a coffee machine',
      topic: 'a machine with a good milk frother',
      tags: ['buying'],
    },
    { text: 'coffee machine christmas gift ideas', topic: 'a coffee machine as a gift', tags: ['gifts', 'price'] },
  ],
  phrases: {
    praise: [
      'heats up in under a minute',
      'pulls a steady shot without much practice',
      'has spare parts for every gasket',
      'froths milk as finely as a café machine',
      'is easy to keep clean',
    ],
    fact: [
      'is made in two sizes',
      'takes both ground coffee and pods',
      'comes with a two year guarantee',
      'has a tank of a little under two litres',
    ],
    blame: [
      'drips long after the cup is gone',
      'is louder than its rivals',
      'asks for descaling too often',
      'has a support line that is hard to reach',
    ],
  },
  sites: ['www.morningcup.example', 'www.grindersguild.example', 'kitchen.plainspoon.example'],
};

/** Mattresses: a market with many competitors. */
export const nimbusrest: DemoBrand = {
  id: 'nimbusrest',
  company: {
    name: 'Nimbusrest',
    domain: 'www.nimbusrest.example',
    strength: -0.8,
    turn: { day: 240, by: 0.9 },
    mood: [0.1, 0.5],
  },
  competitors: [
    { name: 'Cloudvane', domain: 'www.cloudvane.example', strength: 0.9, mood: [0.3, 0.2] },
    {
      name: 'Dozewell',
      domain: 'www.dozewell.example',
      strength: 0.2,
      season: { month: 1, by: 0.5 },
      mood: [0.2, 0.2],
    },
    { name: 'Feather & Frame', domain: 'www.featherandframe.example', strength: -0.4, mood: [0.4, 0.4] },
    { name: 'Slumberly', domain: 'www.slumberly.example', strength: -1.1, mood: [-0.1, 0] },
    { name: 'Matrona', domain: 'www.matrona.example', strength: -2.0, mood: [0, 0], untracked: true },
  ],
  prompts: [
    { text: 'best mattress for back pain', topic: 'a mattress for people with back pain', tags: ['health', 'buying'] },
    {
      text: 'mattress in a box with the longest trial',
      topic: 'a boxed mattress with a long trial',
      tags: ['service', 'buying'],
    },
    {
      text: 'firm or soft mattress for side sleepers',
      topic: 'a mattress for side sleepers',
      tags: ['health', 'advice'],
    },
    { text: 'cooling mattress for hot summers', topic: 'a mattress that stays cool', tags: ['buying'] },
    { text: 'cheap mattress for a guest room', topic: 'an affordable guest room mattress', tags: ['price'] },
    { text: 'mattress without synthetic foam', topic: 'a mattress without synthetic foam', tags: ['sustainability'] },
    { text: 'nimbusrest or cloudvane mattress', topic: 'a medium firm mattress', tags: ['comparison'] },
  ],
  phrases: {
    praise: [
      'supports the lower back evenly',
      'can be tried for a hundred nights and more',
      'stays cool in warm rooms',
      'barely moves when a partner turns over',
      'is made of materials that can be taken apart again',
    ],
    fact: [
      'arrives rolled in a box',
      'comes in two degrees of firmness',
      'is delivered within a week',
      'has a removable cover',
    ],
    blame: [
      'sags at the edges after a year',
      'smells for days when it is new',
      'is slow with refunds',
      'feels too warm for many sleepers',
    ],
  },
  sites: ['www.eighthours.example', 'www.sleepledger.example', 'health.plainbody.example'],
};
