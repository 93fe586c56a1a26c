// The description of a brand of the sample data: its competitors, the strength and sentiment of each company, and its prompts.

/** A company as the models see it. Strengths are log odds: at 0 a company is named in every second answer. */
export interface DemoCompany {
  readonly name: string;
  /** Where it is not the one of its name: see `domainOf`. */
  readonly domain?: string;
  readonly aliases?: readonly string[];
  readonly strength: number;
  /** A change of strength around a day of the sample year, over some weeks. */
  readonly turn?: { readonly day: number; readonly by: number };
  /** Added at the peak of the season, subtracted half a year later; `month` is 1 to 12. */
  readonly season?: { readonly month: number; readonly by: number };
  /** Sentiment from −1 to 1, at the beginning and at the end of the year. */
  readonly mood: readonly [from: number, to: number];
  /** Not tracked, but named by the models. */
  readonly untracked?: true;
}

export interface DemoPrompt {
  readonly text: string;
  /** The subject of the prompt, as an answer repeats it. */
  readonly topic: string;
  readonly tags: readonly string[];
}

/** What answers say about a company: texts that follow its name. */
export interface DemoPhrases {
  readonly praise: readonly string[];
  readonly fact: readonly string[];
  readonly blame: readonly string[];
}

export interface DemoBrand {
  readonly id: string;
  readonly company: DemoCompany;
  readonly competitors: readonly DemoCompany[];
  readonly prompts: readonly DemoPrompt[];
  readonly phrases: DemoPhrases;
  /** Sites that answers cite, in addition to those of the companies and `commonSites`. */
  readonly sites: readonly string[];
}

/** A company's own site: `www.featherandframe.example` of "Feather & Frame". */
export function domainOf({ name, domain }: DemoCompany): string {
  return domain ?? `www.${name.replace('&', 'and').replaceAll(' ', '').toLowerCase()}.example`;
}

/** Prompts from rows of a text, a topic and the tags, which blanks separate. */
export function promptsOf(
  rows: readonly (readonly [text: string, topic: string, tags: string])[],
): readonly DemoPrompt[] {
  return rows.map(([text, topic, tags]) => ({ text, topic, tags: tags.split(' ') }));
}
