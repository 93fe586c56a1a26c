// The text of an answer in what a provider returned, as Elmo keeps it. Providers have many shapes: they are one table. Pure.

/**
 * Where providers put the text, in the order in which the places are tried. `[]`: each element; `[x]`: each element of type x; all texts of one
 * place are the answer.
 */
const places = [
  'output[message].content[output_text].text',
  'choices[].message.content',
  'content[text].text',
  'outputs[].content[text].text',
  'candidates[].content.parts[].text',
  'tasks[].result[].markdown',
  'tasks[].result[].items[message].sections[].text',
  'tasks[].result[].items[ai_overview].markdown',
  'tasks[].result[].items[].markdown',
  'results[].content.results.ai_overviews[].answer_text[].fragments[].text',
  'results[].content.ai_overviews[].answer_text[].fragments[].text',
  'results[].content.markdown_text',
  'results[].content.answer_results_md',
  'results[].content.response_text',
  'results[].content.answer_text',
  'aioverview.markdown',
  'aioverview.text',
  'ai_overview.markdown',
  'ai_overview.text',
  'ai_overview.texts[].snippet',
  'result.markdown_content',
  'answer_text_markdown',
  'answer_markdown',
  'answer_text',
  'markdown',
  'answer',
  'response',
  'result.text_content',
  'text',
  'content',
] as const;

const steps = places.map((place) => place.split('.'));

/** The text of `raw`, or `null` where no place has one. Some providers' output is itself JSON in a text, or one element of a list. */
export function answerTextOf(raw: unknown, depth = 3): string | null {
  if (typeof raw === 'string') return raw.trim() === '' ? null : raw;
  if (typeof raw !== 'object' || raw === null || depth === 0) return null;
  if (Array.isArray(raw)) return answerTextOf(raw[0], depth - 1);
  const nested = 'json_content' in raw ? raw.json_content : valueAt(raw, 'result', 'json_content');
  if (typeof nested === 'string') return answerTextOf(parsed(nested), depth - 1);
  for (const path of steps) {
    const texts = textsAt(raw, path).filter((text) => text.trim() !== '');
    if (texts.length > 0) return texts.join('\n\n');
  }
  return null;
}

function textsAt(value: unknown, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  const [, key = step, type] = /^(\w+)\[(\w*)\]$/.exec(step) ?? [];
  const found = valueAt(value, key);
  if (type === undefined) return textsAt(found, rest);
  if (!Array.isArray(found)) return [];
  return found.filter((each) => type === '' || valueAt(each, 'type') === type).flatMap((each) => textsAt(each, rest));
}

function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined,
    value,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
