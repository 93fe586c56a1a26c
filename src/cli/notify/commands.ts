// The commands that tell others of signals, with their options and help.

import { type Add, examples, onDatabase } from '../command.js';

export const addNotify: Add = (program, context) => {
  program
    .command('notify')
    .description('post the signals of the last whole window that were not posted before to webhooks, once; for a timer')
    .option('--window <length>', 'the length of the window: days, weeks, months or years up to yesterday', '7d')
    .option('--time-zone <zone>', 'whose days they are', 'UTC')
    .option('--brand <id>', 'only of this brand')
    .addHelpText(
      'after',
      `
Exit status: 0 if everything was sent, 1 if something is left to be sent by the next run, 2 if it failed.
${examples('sightline notify', 'sightline notify --window 4w --time-zone Europe/Berlin')}`,
    )
    .action(onDatabase(context, async () => (await import('./notify.js')).notifyAll));
  addWebhooks(program, context);
};

const addWebhooks: Add = (program, context) => {
  const webhooks = program
    .command('webhooks')
    .description('add, list, remove and test the URLs that signals are posted to');
  webhooks
    .command('add')
    .description('add a webhook; the secret that signs what is posted is shown once')
    .requiredOption('--brand <id>', 'the brand whose signals are posted')
    .requiredOption('--url <url>', 'where they are posted: https://… or http://…')
    .option('--format <name>', 'json, or slack for an incoming webhook of Slack', 'json')
    .option('--allow-private', 'allow addresses inside private networks')
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples('sightline webhooks add --brand acme-crm --url https://example.com/sightline'))
    .action(onDatabase(context, async () => (await import('./webhooks.js')).add));
  webhooks
    .command('list')
    .description('list all webhooks, without their secrets and the paths of their URLs')
    .option('--json', 'print a JSON array')
    .action(onDatabase(context, async () => (await import('./webhooks.js')).list, true));
  webhooks
    .command('remove')
    .description('remove a webhook, with what was still to be posted to it')
    .argument('<id>', 'the id of the webhook')
    .action(onDatabase(context, async () => (await import('./webhooks.js')).remove));
  webhooks
    .command('test')
    .description('post a sample now; exit status 1 if it was not accepted')
    .argument('<id>', 'the id of the webhook')
    .action(onDatabase(context, async () => (await import('./webhooks.js')).test, true));
};
