// The tools for assistants: each is a route of REST under a name that says what it is for, with what an assistant must know to use it well.

import { type Route, restPrefix, routes } from '../rest/routes.js';

export interface ToolRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: Route;
  /** What parameters of the route are where no argument, or an empty one, is given for them. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Parameters of the route that are not arguments of the tool. */
  readonly left?: readonly string[];
  /** The fields of the body that are returned; default: all. */
  readonly fields?: readonly string[];
}

const list =
  'Each row has its figures in the window and in the one that it is compared with, by default the one before it. Sorted by orderBy and direction, a page at a time; all rows together add up to the summary exactly.';

export const toolRows: readonly ToolRow[] = [
  {
    name: 'list_brands',
    title: 'Brands',
    description: 'The brands that the key can read, with their ids, which the other tools ask for. Begin here.',
    route: at('/brands'),
  },
  {
    name: 'get_brand',
    title: 'One brand',
    description:
      'A brand: its name, tracked competitors and tags, how many answers it has, and when the first and the last were recorded.',
    route: at('/brands/:brandId'),
  },
  {
    name: 'list_prompts',
    title: 'Tracked prompts',
    description:
      'The prompts that are tracked for a brand, with their ids, texts and tags; found by words of their text.',
    route: at('/brands/:brandId/prompts'),
  },
  {
    name: 'list_models',
    title: 'Models',
    description: 'The ids and labels of the AI models whose answers are recorded.',
    route: at('/models'),
  },
  {
    name: 'summarize_brand',
    title: 'Visibility of a brand',
    description:
      'How visible a brand is in a window: visibility, share of voice of every company, figures of each model, sentiment, position and totals, with their series over time.',
    route: at('/brands/:brandId/analytics'),
    left: ['compare', 'compareStart', 'compareEnd'],
  },
  {
    name: 'get_change',
    title: 'Change of a brand',
    description:
      'How visibility and share of voice of a brand changed from the preceding window of equal length, the same one a year earlier or any other, prompt by prompt: speak of a change only if isSignificant is true.',
    route: at('/brands/:brandId/analytics'),
    defaults: { compare: 'previous' },
    left: ['bucket'],
    fields: ['brandId', 'brandName', 'range', 'change', 'notices'],
  },
  {
    name: 'summarize_prompt',
    title: 'Visibility in one prompt',
    description:
      'The same summary as summarize_brand for the answers to one prompt, with its change from another window on request.',
    route: at('/prompts/:promptId/analytics'),
  },
  {
    name: 'list_prompt_performance',
    title: 'Prompts by performance',
    description: `Which prompts a brand wins and loses: visibility, position, sentiment and the leading company of each prompt. outcome=gap: only prompts whose answers name a competitor and never the brand. ${list}`,
    route: at('/brands/:brandId/prompt-performance'),
  },
  {
    name: 'list_cited_domains',
    title: 'Cited domains',
    description: `The domains that answers cite, whose they are (own, competitor, other), and which are new. outcome=gap: cited where competitors are named and the brand is not. ${list}`,
    route: at('/brands/:brandId/citations/domains'),
  },
  {
    name: 'list_cited_urls',
    title: 'Cited pages',
    description: `The pages that answers cite, with their titles. ${list}`,
    route: at('/brands/:brandId/citations/urls'),
  },
  {
    name: 'list_web_queries',
    title: 'Web queries of the models',
    description: `What models searched the web for to answer the prompts, and how many answers searched at all. ${list}`,
    route: at('/brands/:brandId/query-fanout'),
  },
  {
    name: 'get_breakdown',
    title: 'Figures by prompt, tag, model, company and time',
    description:
      'The figures of a brand for each group of its answers: by one to three of prompt, tag, branded, model, provider, webSearch, market, company and day, week or month. by=["tag","model"]: where the brand loses; by=["company","week"]: who gained, and when. minRuns leaves out groups that are too small to speak of; a group changed only if change.isSignificant is true.',
    route: at('/brands/:brandId/breakdown'),
  },
  {
    name: 'get_signals',
    title: 'What changed, and is no accident',
    description:
      'Every change of a brand from the compared window, by default the one before, that is hardly chance: its visibility in all answers and by model, tag, market and prompt, the share of voice of each company, and the domains that are cited. Corrected for how many were tested; an empty list means that nothing changed beyond chance. Ask this first when asked what is new.',
    route: at('/brands/:brandId/signals'),
  },
  {
    name: 'list_annotations',
    title: 'What happened',
    description:
      'What was noted of a brand in a window: new pages, campaigns, new versions of models. Look here for what a change may come from; it proves nothing.',
    route: at('/brands/:brandId/annotations'),
  },
  {
    name: 'list_answers',
    title: 'Answers about a brand',
    description:
      'The recorded answers (runs) behind the figures of a brand, newest first, without their texts: who each names, in which order and tone. domain, url or query: those behind one row of list_cited_domains, list_cited_urls or list_web_queries; search: those with a text; sentiment: those that speak so of the brand, or of company. get_answer reads one whole. Pass nextCursor as after for the next page.',
    route: at('/brands/:brandId/runs'),
  },
  {
    name: 'list_prompt_answers',
    title: 'Answers to one prompt',
    description: 'The recorded answers (runs) to one prompt, newest first, without their texts.',
    route: at('/prompts/:promptId/runs'),
  },
  {
    name: 'get_answer',
    title: 'One answer',
    description:
      'One recorded answer (run) whole: its text, its citations in order, its web queries, and what was found in it.',
    route: at('/prompts/:promptId/runs/:runId'),
  },
  {
    name: 'get_prompt_day',
    title: 'One prompt on one day',
    description: 'How often the answers to a prompt named the brand and each competitor on one calendar day.',
    route: at('/prompts/:promptId/snapshot'),
  },
];

function at(path: string): Route {
  const route = routes.find((each) => each.path === restPrefix + path);
  if (!route) throw new Error(`A tool is for ${path}, which is no path of REST.`);
  return route;
}
