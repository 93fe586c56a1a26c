// The description of a brand of the sample data: its competitors, the strength and sentiment of each company, and its prompts.

/** A company as the models see it. Strengths are log odds: at 0 a company is named in every second answer. */
export interface DemoCompany {
  readonly name: string;
  readonly domain: string;
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
