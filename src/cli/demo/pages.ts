// The pages that the sample answers cite: few are cited often, most rarely, and new ones appear during the year.

import { type DemoBrand, domainOf } from './brand.js';
import type { Random } from './random.js';
import { type Asking, commonSites, type DemoModel } from './world.js';

interface DemoCitation {
  readonly url: string;
  readonly title: string | null;
}

const pagesAtFirst = 90;
const pagesPerDay = 0.4;
/** Each prompt prefers its own pages: the distance between those of consecutive prompts. */
const promptStride = 11;

/** Between `min` and `max` of the brand's pages for one answer on `day`, about half of them with tracking parameters. */
export function citationsOf({ brand, prompt, model, day }: Asking, random: Random): readonly DemoCitation[] {
  const pages = Math.floor(pagesAtFirst + pagesPerDay * day);
  const offset = brand.prompts.indexOf(prompt) * promptStride;
  const [min, max] = model.citations;
  return Array.from({ length: random.whole(min, max) }, () => {
    const number = (random.rank(pages) + (random.chance(0.6) ? offset : 0)) % pages;
    const { url, title } = pageOf(brand, number);
    return { url: dressed(url, model, random), title: random.chance(0.85) ? title : null };
  });
}

/** The page with this number among those cited for a brand. */
function pageOf(brand: DemoBrand, number: number): { readonly url: string; readonly title: string } {
  const sites = sitesOf(brand);
  const site = sites[(number * 7 + Math.floor(number / sites.length)) % sites.length] ?? domainOf(brand.company);
  const prompt = brand.prompts[number % brand.prompts.length];
  const words = `${forms[number % forms.length]} ${prompt?.topic.replace(/^an? /, '') ?? ''} ${Math.floor(number / 9) + 1}`;
  const slug = words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const folder = folders[number % folders.length];
  return { url: `https://${site}/${folder}/${slug}`, title: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

const forms = ['the best of', 'tested:', 'buying guide:', 'we compare', 'what owners say about', 'the trouble with'];
const folders = ['reviews', 'guides', 'blog/archive', 'discussion', 'news'];

function sitesOf(brand: DemoBrand): readonly string[] {
  return [...commonSites, ...brand.sites, ...[brand.company, ...brand.competitors].map(domainOf)];
}

/** The URL as models write it: mostly plain, sometimes with tracking parameters, a trailing slash, a fragment or without `www.` */
function dressed(url: string, model: DemoModel, random: Random): string {
  if (model.id === 'chatgpt' && random.chance(0.8)) return `${url}?utm_source=chatgpt.com`;
  const draw = random.next();
  if (draw < 0.05) return `${url}?gclid=${random.whole(100_000, 999_999)}`;
  if (draw < 0.12) return `${url}/`;
  if (draw < 0.17) return `${url}#:~:text=in%20our%20test`;
  if (draw < 0.2) return `${url}?utm_campaign=spring&ref_src=answer`;
  return url;
}
