// One page of runs: what every one has, and how it is read.

import type { GraphQLResolveInfo } from 'graphql';
import { formatCursor } from '../../domain/cursor.js';
import { type PageAsk, pageParts, type RunPage } from '../../domain/run.js';
import type { Brand } from '../../loaders/entities.js';
import type { WindowAt } from '../arguments/windows.js';
import type { FieldsOf } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { selectionOf } from '../builder/selection.js';
import { requirePart } from '../loading/analytics.js';
import { noteMissing } from '../loading/notices.js';
import { Range } from '../metrics/range.js';
import { Run } from './run.js';

/** A page, and the window that it is of. */
export interface WindowPage extends RunPage, Pick<PageAsk, 'window' | 'page' | 'limit'> {}

/** The fields of every page, which `atEnd` says more of. */
export function pageFields(t: FieldsOf<WindowPage>, atEnd = '') {
  return {
    range: t.field({ type: Range, description: 'The window, as aligned.', resolve: ({ window }) => window }),
    data: t.field({
      type: [Run],
      description: `The runs, newest first; runs of the same instant by id, descending.${atEnd}`,
      needs: ['rows'],
      cost: { size: 'limit' },
      resolve: ({ rows }) => requirePart(rows),
    }),
    nextCursor: t.string({
      nullable: true,
      description:
        'Pass this as `after` to get older runs, regardless of runs recorded meanwhile; null if there are no older runs.',
      needs: ['next'],
      resolve: ({ next }) => next && formatCursor(next),
    }),
  };
}

/** What a page is asked for by; without `page`, the first one. `timeZone` is in the window. */
type Given = Pick<PageAsk, 'promptId' | 'filter' | 'outcome' | 'limit'> & {
  readonly [Name in 'page' | 'model' | 'tags' | 'company' | 'items' | 'sentiment' | 'search' | 'after']?:
    | PageAsk[Name]
    | undefined;
} & { readonly window: WindowAt; readonly timeZone?: string | null | undefined };

/** The selected parts of a page. */
export async function loadPage(
  ctx: Context,
  brand: Brand,
  given: Given,
  info: GraphQLResolveInfo,
): Promise<WindowPage> {
  const { needs: wants } = selectionOf(info);
  const parts = new Set(pageParts.filter((part) => wants.has(part)));
  const { promptId, filter, outcome, page = 1, limit, tags = [], items = [] } = given;
  const { model = null, company = null, sentiment = null, search = null, after = null } = given;
  const window = given.window(ctx.now);
  const filters = { model, tags, filter, outcome, company, items, sentiment, search };
  const ask: PageAsk = { brandId: brand.id, promptId, window, ...filters, page, limit, after, parts };
  const [found] = await Promise.all([ctx.loaders.runPage.load(ask), noteMissing(ctx, brand, filters)]);
  return { ...found, window, page, limit };
}
