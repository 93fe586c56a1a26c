// The commands that remove data, with their options and help.

import { type Add, examples, onDatabase } from '../command.js';

export const addDelete: Add = (program, context) => {
  program
    .command('delete')
    .description('delete brands with everything, prompts with their runs, or runs; safe while a server is running')
    .option('--brand <id...>', 'brands')
    .option('--prompt <id...>', 'prompts; with --run, the prompt of the runs, which stays')
    .option('--run <id...>', 'runs of the prompt')
    .option('--yes', 'delete; without it, nothing is changed and the counts are printed')
    .addHelpText(
      'after',
      `
What is deleted cannot be restored but from a backup. A deletion that is interrupted is finished by repeating it.
${examples(
  'sightline delete --brand acme-crm',
  'sightline delete --prompt 6f1f0000-0000-4000-8000-000000000001 --yes',
  'sightline delete --prompt 6f1f0000-0000-4000-8000-000000000001 --run 0c9d0000-0000-4000-8000-000000000000 --yes',
)}`,
    )
    .action(onDatabase(context, async () => (await import('./delete.js')).deleteThem));
  program
    .command('retain')
    .description('remove the texts of answers, then runs, that are older than they are to be kept; safe to repeat')
    .option('--answers <age>', 'keep the texts of answers as long; figures stay as they are')
    .option('--runs <age>', 'keep runs as long; figures are then those of the others')
    .option('--brand <id...>', 'only of these brands')
    .addHelpText(
      'after',
      examples('sightline retain --answers 90d --runs 400d', 'sightline retain --answers 12w --brand acme-crm'),
    )
    .action(onDatabase(context, async () => (await import('./delete.js')).retain));
};
