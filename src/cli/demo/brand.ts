// What the demo knows of a brand: who it competes with, how strong and how well spoken of each is, and what is asked about them.

/** A company as the world's models see it. Strengths are log odds: 0 is named in every second answer, each 1 up or down matters less towards the ends. */
export interface DemoCompany {
  readonly name: string;
  readonly domain: string;
  readonly aliases?: readonly string[];
  readonly strength: number;
  /** A change of strength that happens around a day of the world's year, over some weeks. */
  readonly turn?: { readonly day: number; readonly by: number };
  /** Added at the height of the season, taken away opposite to it; `month` is 1 to 12. */
  readonly season?: { readonly month: number; readonly by: number };
  /** How kindly it is spoken of, from −1 to 1, at the year's beginning and at its end. */
  readonly mood: readonly [from: number, to: number];
  /** Not tracked: the models name it all the same. */
  readonly untracked?: true;
}

export interface DemoPrompt {
  readonly text: string;
  /** What is asked for, as an answer repeats it. */
  readonly topic: string;
  readonly tags: readonly string[];
}

/** What answers say of a company, as words that follow its name. */
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
  /** Sites of the field that answers cite, beside those of the companies and `commonSites`. */
  readonly sites: readonly string[];
}
