// The key of the request: its kind, permissions and rate limit. Never its secret.

import type { Viewer as ViewerRow } from '../auth/viewer.js';
import type { Organization as OrganizationRow } from '../loaders/entities.js';
import { builder, enumOf } from './builder/builder.js';

const ViewerKind = enumOf('ViewerKind', 'The scope of a key.', {
  admin: 'Everything.',
  organization: 'Brands of one organization.',
});

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'The owner of brands and keys.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the organization.' }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
  }),
});

const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'The API key of this request, without its secret.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerKind, description: 'The scope of the key.' }),
    keyId: t.exposeID('keyId', { description: 'Identifier of the key, as `sightline keys list` shows it.' }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization whose brands it can read; null for an admin key.',
      resolve: (viewer, _args, ctx) =>
        viewer.kind === 'admin' ? null : ctx.loaders.organization.load(viewer.organizationId),
    }),
    brandIds: t.field({
      type: ['ID'],
      nullable: true,
      description: 'The brands that it is restricted to; null if it is not restricted.',
      resolve: (viewer) => (viewer.kind === 'admin' ? null : viewer.brandIds),
    }),
    rateLimitPerMinute: t.int({
      nullable: true,
      description: 'Its rate limit in requests per minute; null if there is no limit.',
      resolve: ({ kind }, _args, { limits }) =>
        (kind === 'admin' ? limits.adminRateLimitPerMinute : limits.rateLimitPerMinute) || null,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The API key of this request: its scope and its limits.',
    resolve: (_root, _args, ctx) => ctx.viewer,
  }),
);
