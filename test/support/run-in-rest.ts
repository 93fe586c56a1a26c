// A run of GraphQL as REST writes it: maps in place of lists, and words in place of the names of enum values.

interface ListedAssessment {
  readonly sentiment: string | null;
  readonly sentimentProbabilities: readonly { readonly label: string; readonly probability: number }[];
}

interface ListedRun {
  readonly assessments: {
    readonly brand: ListedAssessment;
    readonly competitors: readonly { readonly name: string; readonly assessment: ListedAssessment }[];
  };
}

/** Throws if a name is assessed twice. */
export function runInRest<Run extends ListedRun>(run: Run) {
  const { brand, competitors } = run.assessments;
  const names = competitors.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`A name is assessed twice: ${JSON.stringify(names)}.`);
  const named = competitors.map(({ name, assessment }) => [name, assessmentInRest(assessment)] as const);
  return { ...run, assessments: { brand: assessmentInRest(brand), competitors: Object.fromEntries(named) } };
}

function assessmentInRest({ sentiment, sentimentProbabilities, ...assessment }: ListedAssessment) {
  const pairs = sentimentProbabilities.map(({ label, probability }) => [label.toLowerCase(), probability] as const);
  return {
    ...assessment,
    sentiment: sentiment?.toLowerCase() ?? null,
    sentimentProbabilities: Object.fromEntries(pairs),
  };
}
