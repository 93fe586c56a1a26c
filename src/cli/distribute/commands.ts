// The command that distributes a database over the nodes of a cluster, with its options and help.

import { type Add, examples, onSettings } from '../command.js';

export const addDistribute: Add = (program, context) => {
  program
    .command('distribute')
    .description('distribute the database over the nodes of a Citus cluster, brand by brand; safe to repeat')
    .option('--check', 'change nothing; report what is not in place and which nodes do not answer')
    .option('--dry-run', 'change nothing; print the statements that would be sent')
    .addHelpText(
      'after',
      `
DATABASE_URL is the address of the coordinator. Stop every server and recorder before.
Exit status: 0 if the database is distributed, 1 if a check found a fault, 2 if it failed.
${examples('sightline distribute --dry-run', 'sightline distribute', 'sightline distribute --check')}`,
    )
    .action(onSettings(context, async () => (await import('./distribute.js')).distribute));
};
