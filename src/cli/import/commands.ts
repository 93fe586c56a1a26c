// `sightline import`: its commands and their options.

import { type Add, examples, onSettings } from '../command.js';

export const addImport: Add = (program, context) => {
  const imports = program
    .command('import')
    .description('record answers that another tool has collected; safe to repeat')
    .addHelpText(
      'after',
      examples(
        'sightline import csv answers.csv --brand acme-crm --dry-run',
        'sightline import elmo --from "$ELMO_URL"',
      ),
    );
  imports
    .command('csv')
    .description('record the rows of a CSV file, an answer each')
    .argument('<file>', 'the file, or - for standard input')
    .requiredOption('--brand <id>', 'the brand that the answers are about')
    .option('--brand-name <name>', 'to register the brand, if it is not recorded yet')
    .option('--org <id>', 'the organization of the brand, if that is not recorded yet')
    .option('--org-name <name>', 'its name (default: as it is recorded, or its id)')
    .option('--competitor <name...>', 'competitors to register')
    .option('--column <field=heading...>', 'the heading of the column of a field')
    .option('--set <field=value...>', 'the value of a field in all rows')
    .option(
      '--mapping <file>',
      'a JSON file with {"columns": {"<field>": "<heading>"}, "values": {"<field>": "<value>"}, "ignored": ["<heading>"]}',
    )
    .option('--time-zone <name>', 'of dates and times without an offset', 'UTC')
    .option('--date-format <format>', 'of dates, such as DD/MM/YYYY, or serial for the numbers of a spreadsheet')
    .option('--provider <name>', 'of rows that name none (default: csv)')
    .option('--encoding <name>', 'of the file, such as windows-1252 (default: UTF-8, or UTF-16 where it is that)')
    .option('--ignore <heading...>', 'columns that are not to be imported')
    .option('--dry-run', 'show what would be recorded, and record nothing')
    .option('--json', 'print the result as a JSON object')
    .addHelpText(
      'after',
      `
Fields: prompt, model, createdAt (required), id, provider, answer, citations (or citation
and citationTitle, in a file with a row for each), webQueries, webSearchEnabled, market,
brandMentioned, competitorsMentioned, sentiment, position, tags. Columns with usual headings are recognized.
Prompts are registered by their text. Mentions that no column states are derived from the answer.
Invalid rows are written to <file>.rejected.ndjson with their line numbers and errors.
${examples(
  'sightline import csv answers.csv --brand acme-crm --dry-run',
  'sightline import csv answers.csv --brand acme-crm --column "prompt=Search term" --set "model=ChatGPT"',
  'sightline import csv answers.csv --brand acme-crm --brand-name "Acme CRM" --org acme --competitor HubSpot Pipedrive',
)}`,
    )
    .action(onSettings(context, async () => (await import('./csv.js')).importCsv));
  imports
    .command('elmo')
    .description(
      'record the brands, competitors, prompts, answers and citations of an Elmo database, which is only read',
    )
    .requiredOption('--from <url>', 'the address of its PostgreSQL')
    .option('--brand <id...>', 'only these brands')
    .option('--json', 'print the counts as a JSON object')
    .addHelpText(
      'after',
      `
Answers that are recorded already are passed over: run it again to record what has come since, or after an interruption.
Records that are refused are written to elmo.rejected.ndjson with their errors.
${examples('sightline import elmo --from postgres://elmo:secret@localhost:5432/elmo', 'sightline import elmo --from "$ELMO_URL" --brand acme')}`,
    )
    .action(onSettings(context, async () => (await import('./elmo.js')).importElmo));
};
