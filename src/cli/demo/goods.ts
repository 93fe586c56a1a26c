// Sample brands of goods: outdoor gear, espresso machines, mattresses. All names are fictitious.

import { type DemoBrand, promptsOf } from './brand.js';

/** Outdoor gear: strongest before winter, and losing share to a rising competitor. */
export const haldenfjell: DemoBrand = {
  id: 'haldenfjell',
  company: {
    name: 'Haldenfjell',
    aliases: ['Halden Fjell'],
    strength: 0.3,
    season: { month: 11, by: 0.7 },
    mood: [0.4, 0.2],
  },
  competitors: [
    { name: 'Norrvind', strength: 0.8, season: { month: 12, by: 0.3 }, mood: [0.3, 0.3] },
    { name: 'Kestrelpeak', strength: -1.9, turn: { day: 190, by: 2.9 }, mood: [0.1, 0.7] },
    { name: 'Tarnwick', strength: -0.2, season: { month: 7, by: 0.6 }, mood: [0.2, 0.2] },
    { name: 'Ostrava Trail', strength: -0.9, mood: [0, -0.3] },
    { name: 'Greyling & Sons', domain: 'www.greyling.example', strength: -1.6, mood: [0.1, 0.1], untracked: true },
  ],
  prompts: promptsOf([
    ['best rain jacket for alpine hiking', 'a rain jacket for alpine hiking', 'jackets buying'],
    ['lightweight two person tent recommendations', 'a light tent for two', 'tents buying'],
    ['most durable hiking backpack 40 litres', 'a durable 40 litre backpack', 'backpacks buying'],
    ['which outdoor brands repair their gear for free', 'outdoor brands that repair gear', 'service sustainability'],
    ['warm winter jacket without down', 'a warm winter jacket without down', 'jackets sustainability'],
    ['haldenfjell vs norrvind shell jackets', 'a shell jacket', 'jackets comparison'],
    ['cheap tent that survives strong wind', 'an affordable tent for strong wind', 'tents price'],
    [
      'outdoor clothing made without fluorinated chemicals',
      'outdoor clothing without fluorinated chemicals',
      'sustainability',
    ],
    ['what to wear for ski touring', 'ski touring clothing', 'jackets advice'],
  ]),
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
  company: { name: 'Brewmont', strength: 1.1, season: { month: 12, by: 0.4 }, mood: [0.6, -0.2] },
  competitors: [
    { name: 'Caffaria', strength: 0.5, mood: [0.3, 0.4] },
    { name: 'Lumetta', aliases: ['Lumetta Home'], strength: -0.3, turn: { day: 120, by: 0.8 }, mood: [0.2, 0.3] },
    { name: 'Ristretto Works', strength: -0.7, mood: [0.5, 0.5] },
    { name: 'Percolino', strength: -1.2, turn: { day: 260, by: -0.9 }, mood: [-0.2, -0.5] },
  ],
  prompts: promptsOf([
    ['best espresso machine for beginners', 'a first espresso machine', 'beginners buying'],
    ['espresso machine under 500 euros', 'an espresso machine under 500 euros', 'price buying'],
    ['quietest bean to cup coffee machine', 'a quiet bean-to-cup machine', 'buying'],
    ['brewmont or caffaria for an office of ten people', 'a coffee machine for a small office', 'comparison office'],
    ['how often does an espresso machine need descaling', 'descaling an espresso machine', 'advice'],
    [
      'espresso machines that can be repaired at home',
      'a machine that one can repair at home',
      'sustainability service',
    ],
    ['best milk frother built into a coffee machine', 'a machine with a good milk frother', 'buying'],
    ['coffee machine christmas gift ideas', 'a coffee machine as a gift', 'gifts price'],
  ]),
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
  company: { name: 'Nimbusrest', strength: -0.8, turn: { day: 240, by: 0.9 }, mood: [0.1, 0.5] },
  competitors: [
    { name: 'Cloudvane', strength: 0.9, mood: [0.3, 0.2] },
    { name: 'Dozewell', strength: 0.2, season: { month: 1, by: 0.5 }, mood: [0.2, 0.2] },
    { name: 'Feather & Frame', strength: -0.4, mood: [0.4, 0.4] },
    { name: 'Slumberly', strength: -1.1, mood: [-0.1, 0] },
    { name: 'Matrona', strength: -2.0, mood: [0, 0], untracked: true },
  ],
  prompts: promptsOf([
    ['best mattress for back pain', 'a mattress for people with back pain', 'health buying'],
    ['mattress in a box with the longest trial', 'a boxed mattress with a long trial', 'service buying'],
    ['firm or soft mattress for side sleepers', 'a mattress for side sleepers', 'health advice'],
    ['cooling mattress for hot summers', 'a mattress that stays cool', 'buying'],
    ['cheap mattress for a guest room', 'an affordable guest room mattress', 'price'],
    ['mattress without synthetic foam', 'a mattress without synthetic foam', 'sustainability'],
    ['nimbusrest or cloudvane mattress', 'a medium firm mattress', 'comparison'],
  ]),
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
