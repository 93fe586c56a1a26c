// What a run came through. Pure.

/** Runs of one channel are alike to every filter that is not about their prompts. */
export interface Channel {
  readonly model: string;
  readonly provider: string;
  readonly webSearchEnabled: boolean;
  /** `null`: none. */
  readonly market: string | null;
}
