// `sightline delete` and `sightline retain`: remove runs, prompts, brands and the texts of answers, and say what was removed.

import type { Database } from '../../database/postgres.js';
import { uuid } from '../../domain/limits.js';
import { type Fault, invalid } from '../../errors.js';
import { countRecords, deleteRecords } from '../../recording/delete/delete.js';
import type { Deleted } from '../../recording/delete/delete-brand.js';
import { removeRuns, removeTexts } from '../../recording/delete/retain.js';
import type { Deletion } from '../../recording/prepare/records.js';
import { parseDuration } from '../expiry.js';
import type { Terminal } from '../terminal.js';

interface DeleteOptions {
  readonly brand?: readonly string[];
  readonly prompt?: readonly string[];
  /** Runs of the prompt that is named; then the prompt stays. */
  readonly run?: readonly string[];
  /** Without it, nothing is deleted. */
  readonly yes?: boolean;
}

/** Deletes, or says what would be deleted: then the exit status is 2. Ids that name nothing are named. Throws `validation_error`. */
export async function deleteThem(db: Database, options: DeleteOptions, terminal: Terminal): Promise<0 | 2> {
  const given = deletionsOf(options);
  const found = await countRecords(db, given);
  if (found.unknown.length > 0)
    terminal.writeErr(`Nothing here has the id ${found.unknown.join(', ')}: deleted already, or mistyped.\n`);
  if (!options.yes) {
    terminal.writeErr(
      `This would delete ${phraseOf(found)}, for good. Nothing was deleted; repeat the command with --yes.\n`,
    );
    return 2;
  }
  terminal.writeOut(`Deleted ${phraseOf(await deleteRecords(db, given))}.\n`);
  return 0;
}

function deletionsOf({ brand = [], prompt = [], run = [] }: DeleteOptions): readonly Deletion['of'][] {
  const faults: Fault[] = [];
  const fault = (field: string, message: string) => void faults.push({ field, message });
  const [promptId] = prompt;
  if (brand.length + prompt.length === 0)
    fault('brand', 'Name what to delete: --brand, --prompt, or --prompt and --run.');
  if (run.length > 0 && (prompt.length !== 1 || brand.length > 0))
    fault('run', 'With --run, name the prompt of the runs by one --prompt, and no --brand.');
  for (const id of [...prompt, ...run]) if (!uuid.test(id)) fault('prompt', `${JSON.stringify(id)} is not a UUID.`);
  if (faults.length > 0) throw invalid(faults);
  const lower = (id: string) => id.toLowerCase();
  if (run.length > 0 && promptId) return run.map((id) => ({ type: 'run', id: lower(id), promptId: lower(promptId) }));
  return [
    ...prompt.map((id) => ({ type: 'prompt', id: lower(id) }) as const),
    ...brand.map((id) => ({ type: 'brand', id }) as const),
  ];
}

function phraseOf({ brands, prompts, runs }: Deleted): string {
  return `${counted(brands, 'brand')}, ${counted(prompts, 'prompt')} and ${counted(runs, 'run')}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

interface RetainOptions {
  /** How long the texts of answers, and runs, are kept. */
  readonly answers?: string;
  readonly runs?: string;
  /** None: all brands. */
  readonly brand?: readonly string[];
}

/** Removes the texts of older answers, then older runs, brand by brand. Throws `validation_error`. */
export async function retain(db: Database, options: RetainOptions, terminal: Terminal, now = new Date()): Promise<0> {
  const known = (await db.prisma.brand.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id);
  const { answers, runs } = agesOf(options, known);
  for (const brandId of options.brand ?? known) {
    const olderThan = (ms: number) => ({ brandId, before: new Date(now.getTime() - ms) });
    const texts = answers === null ? 0 : await removeTexts(db, olderThan(answers));
    const removed = runs === null ? 0 : await removeRuns(db, olderThan(runs));
    terminal.writeOut(`${brandId}: removed the texts of ${counted(texts, 'answer')} and ${counted(removed, 'run')}.\n`);
  }
  return 0;
}

function agesOf({ answers, runs, brand = [] }: RetainOptions, known: readonly string[]) {
  const faults: Fault[] = [];
  const ageOf = (text: string | undefined, field: string): number | null => {
    // Minutes would delete what `12m` means to keep for months.
    const age = text !== undefined && /[hdw]$/.test(text) ? parseDuration(text) : null;
    if (text !== undefined && !age)
      faults.push({
        field,
        message: `--${field} must be a duration such as 90d or 12w: of hours (h), days (d) or weeks (w).`,
      });
    return age;
  };
  const ages = { answers: ageOf(answers, 'answers'), runs: ageOf(runs, 'runs') };
  if (answers === undefined && runs === undefined)
    faults.push({ field: 'answers', message: 'Say how long to keep what: --answers 90d, --runs 400d, or both.' });
  for (const id of brand) {
    if (!known.includes(id)) faults.push({ field: 'brand', message: `There is no brand ${JSON.stringify(id)}.` });
  }
  if (faults.length > 0) throw invalid(faults);
  return ages;
}
