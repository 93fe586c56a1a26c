// The records as they stand in a file, before anything is read into them: what may be missing is optional.

export type Label = 'positive' | 'neutral' | 'negative' | 'mixed';

export interface AssessmentRecord {
  readonly mentioned: boolean;
  readonly probability?: number | null;
  readonly reason?: string | null;
  readonly sentiment?: Label | null;
  readonly sentimentProbabilities?: Readonly<Record<string, number>> | null;
  readonly position?: number | null;
  readonly mentionCount?: number | null;
}

export interface OrganizationRecord {
  readonly type: 'organization';
  readonly id: string;
  readonly name: string;
}

export interface ModelRecord {
  readonly type: 'model';
  readonly id: string;
  readonly label: string;
}

export interface BrandRecord {
  readonly type: 'brand';
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly domains?: readonly string[];
}

export interface CompetitorRecord {
  readonly type: 'competitor';
  readonly brandId: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly domains?: readonly string[];
  readonly tracked?: boolean;
}

export interface PromptRecord {
  readonly type: 'prompt';
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly tags?: readonly string[];
}

export interface CitationRecord {
  readonly url: string;
  readonly title?: string | null;
}

export interface RunRecord {
  readonly type: 'run';
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly provider: string;
  readonly webSearchEnabled?: boolean;
  readonly market?: string | null;
  readonly createdAt: string;
  readonly answer?: string | null;
  readonly webQueries?: readonly string[];
  readonly citations?: readonly CitationRecord[];
  readonly brandMentioned?: boolean | null;
  readonly competitorsMentioned?: readonly string[] | null;
  readonly assessments?: {
    readonly brand?: AssessmentRecord | null;
    readonly competitors?: Readonly<Record<string, AssessmentRecord>> | null;
  } | null;
}

export type AnyRecord = OrganizationRecord | ModelRecord | BrandRecord | CompetitorRecord | PromptRecord | RunRecord;
