// Who asks: what the key is, what it may read, and how often. Never a secret.

import type { Viewer as ViewerRow } from '../auth/viewer.js';
import type { Organization as OrganizationRow } from '../loaders/entities.js';
import { builder } from './builder.js';

const ViewerKind = builder.enumType('ViewerKind', {
  description: 'What a key may read.',
  values: {
    admin: { description: 'Everything.' },
    organization: { description: 'Brands of one organization.' },
  } as const,
});

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'Who brands and keys belong to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the organization.' }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
  }),
});

const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'The key that this request was sent with. Its secret is never shown.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerKind, description: 'What the key may read.' }),
    keyId: t.exposeID('keyId', { description: 'Identifier of the key, as `sightline keys list` shows it.' }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization whose brands it reads; null for an admin key.',
      resolve: (viewer, _args, ctx) =>
        viewer.kind === 'admin' ? null : ctx.loaders.organization.load(viewer.organizationId),
    }),
    brandIds: t.field({
      type: ['ID'],
      nullable: true,
      description: 'The brands that it is narrowed to; null where it reads all, of its organization or altogether.',
      resolve: (viewer) => (viewer.kind === 'admin' ? null : viewer.brandIds),
    }),
    rateLimitPerMinute: t.int({
      nullable: true,
      description: 'Requests that it may send a minute; null where there is no limit.',
      resolve: ({ kind }, _args, { limits }) =>
        (kind === 'admin' ? limits.adminRateLimitPerMinute : limits.rateLimitPerMinute) || null,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The key that this request was sent with: what it is, what it may read, and its limits.',
    resolve: (_root, _args, ctx) => ctx.viewer,
  }),
);
