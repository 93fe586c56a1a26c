// Rows of a CSV file as another tool exports answers, and what plain counting makes of them. The same at each call.

const brand = 'Acme CRM';
const competitors = ['Globex', 'Initech', 'Umbrella'];
const companies = [brand, ...competitors];
const days = 90;
const day = (index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

/** The path of the figures of all rows. */
export const analyticsPath = `/api/v1/brands/acme/analytics?start=${day(0)}T00:00:00Z&end=${day(days)}T00:00:00Z`;

/** The command that imports `file`. */
export function importArgs(file) {
  return [
    ...['import', 'csv', file, '--brand', 'acme', '--brand-name', brand, '--org', 'acme-inc'],
    ...['--competitor', ...competitors],
  ];
}

/** `count` answers, which name each company or not and cite up to three pages. */
export function csvRows(count) {
  let state = 1;
  const random = (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, () => {
    const named = companies.filter(() => random(3) === 0);
    return {
      prompt: `question ${random(40)}`,
      model: ['ChatGPT', 'Perplexity', 'Gemini'][random(3)],
      date: `${day(random(days))} ${String(random(24)).padStart(2, '0')}:00`,
      answer: named.length === 0 ? 'None, "really".' : `They say: ${named.join(', ')}.\nThat is all.`,
      named,
      sources: Array.from({ length: random(4) }, () => `https://site-${random(20)}.example/page-${random(50)}`),
    };
  });
}

/** The rows as a CSV file. */
export function csvOf(rows) {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(({ prompt, model, date, answer, sources }) =>
    [prompt, model, date, answer, sources.join(' ')].map(quoted).join(','),
  );
  return `Prompt,Model,Date,Answer,Sources\n${lines.join('\n')}\n`;
}

/** The figures of the rows by plain counting, in the form of `figuresOf`. */
export function countRows(rows) {
  const cited = rows.map(({ sources }) => new Set(sources));
  const pages = new Set(cited.flatMap((urls) => [...urls]));
  const mentionsOf = (name) => rows.filter(({ named }) => named.includes(name)).length;
  return {
    runs: rows.length,
    prompts: new Set(rows.map(({ prompt }) => prompt)).size,
    citations: rows.reduce((sum, { sources }) => sum + sources.length, 0),
    uniqueDomains: new Set([...pages].map((url) => new URL(url).hostname)).size,
    uniqueUrls: pages.size,
    visibility: mentionsOf(brand) / rows.length,
    mentions: companies.map(mentionsOf),
    models: ['chatgpt', 'gemini', 'perplexity'].map(
      (model) => rows.filter((row) => row.model.toLowerCase() === model).length,
    ),
  };
}

/** What REST answers, as far as `countRows` counts it. */
export function figuresOf({ totals, visibility, shareOfVoice, models }) {
  const mentions = new Map(shareOfVoice.entries.map((entry) => [entry.name, entry.mentions]));
  const runs = new Map(models.map(({ model, runs }) => [model, runs]));
  return {
    ...totals,
    visibility: visibility.current,
    mentions: companies.map((name) => mentions.get(name) ?? 0),
    models: [...runs.keys()].sort().map((model) => runs.get(model)),
  };
}
