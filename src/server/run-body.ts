// A run as REST writes it: where GraphQL has lists of named things, the interface has maps.

interface Assessment {
  readonly sentimentProbabilities: readonly { readonly label: string; readonly probability: number }[];
}

interface Run {
  readonly assessments: {
    readonly brand: Assessment;
    readonly competitors: readonly { readonly name: string; readonly assessment: Assessment }[];
  };
}

/** The run with its maps; every other field as it is, in its order. */
export function runBody(run: Run): object {
  const { brand, competitors } = run.assessments;
  return {
    ...run,
    assessments: {
      brand: assessmentBody(brand),
      // Unlike an assignment, this makes a property even of a name such as `__proto__`.
      competitors: Object.fromEntries(competitors.map(({ name, assessment }) => [name, assessmentBody(assessment)])),
    },
  };
}

function assessmentBody(assessment: Assessment): object {
  const probabilities = assessment.sentimentProbabilities.map(({ label, probability }) => [label, probability]);
  return { ...assessment, sentimentProbabilities: Object.fromEntries(probabilities) };
}
