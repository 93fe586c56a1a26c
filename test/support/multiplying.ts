// Documents of a few thousand characters whose fragments multiply: each alias has 315 fields and more.

const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const names = [...'ABCDEFG'];
const fields = `
  brandId brandName range { start end } totals { runs prompts citations uniqueDomains uniqueUrls }
  visibility { current runs mentions interval { low high level } }
  shareOfVoice { brand runs mentions allMentions interval { low high level } }
  sentiment { positive negative neutral mixed positiveShare negativeShare runs mentions }
  position { average runs mentions positions }
`;

/** Fragments A to G, each with the fields of V and, but for the last, those of the next for the window before. `salt` makes a document differ from others. */
export function multiplyingDocument({ aliases, salt }: { readonly aliases: number; readonly salt: string }): string {
  const roots = Array.from(
    { length: aliases },
    (_, at) => `a${at}_${salt}: brandAnalytics(brandId: "acme-crm", ${window}) { ...A }`,
  );
  const fragments = names.map((name, at) => {
    const next = names[at + 1];
    return `fragment ${name} on BrandAnalytics { ...V ${next ? `previous { ...${next} }` : ''} }`;
  });
  return [`{ ${roots.join(' ')} }`, ...fragments, `fragment V on BrandAnalytics { ${fields} }`].join('\n');
}
