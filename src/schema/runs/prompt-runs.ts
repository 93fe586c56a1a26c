// The runs of a prompt in a window, page by page.

import { modelRule } from '../arguments/arguments.js';
import { pageArguments, timeZoneArgument, windowArguments } from '../arguments/field-arguments.js';
import { nestedRule, promptRunsArguments, rootRunsArguments } from '../arguments/nested-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { mentionArguments } from '../lists/choices.js';
import { Pagination } from '../lists/list-page.js';
import { readableBrand, readablePrompt } from '../loading/access.js';
import { loadPage, pageFields, type WindowPage } from './run-page.js';

const PromptRuns = builder.objectRef<WindowPage>('PromptRuns').implement({
  description: 'One page of the runs of a prompt.',
  fields: (t) => {
    const { nextCursor, ...fields } = pageFields(t, ' Empty after the last page.');
    const pagination = t.field({
      type: Pagination,
      description: 'The position of this page.',
      resolve: (page) => page,
    });
    return { ...fields, pagination, nextCursor };
  },
});

/** The arguments of a page of the runs of a prompt. */
function runsArguments(t: Pick<FieldsOf<unknown>, 'arg'>) {
  return {
    ...windowArguments(t),
    ...mentionArguments(t),
    ...pageArguments(t, 'runs'),
    after: t.arg.string({
      description:
        'The `nextCursor` of an earlier page: the page begins after its last run. Cannot be combined with `page`.',
    }),
    timeZone: timeZoneArgument(t, false),
  };
}

/** A field with the runs of its parent, a prompt. */
export function promptRunsField(t: FieldsOf<{ readonly id: string; readonly brandId: string }>) {
  return t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of this prompt in a window, newest first.',
    cost: { isRead: true, price: { base: 20 } },
    args: t.validate(runsArguments(t), promptRunsArguments),
    rules: [modelRule],
    resolve: async ({ id: promptId, brandId }, args, ctx, info) =>
      loadPage(ctx, await readableBrand(ctx, brandId), { ...args, promptId }, info),
  });
}

builder.queryField('promptRuns', (t) =>
  t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of a prompt in a window, newest first.',
    cost: { isRead: true, subject: 'promptId' },
    args: t.validate(
      { promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }), ...runsArguments(t) },
      rootRunsArguments,
    ),
    rules: [modelRule, nestedRule],
    resolve: async (_root, { promptId, ...args }, ctx, info) => {
      const { brand } = await readablePrompt(ctx, promptId);
      return loadPage(ctx, brand, { ...args, promptId }, info);
    },
  }),
);
