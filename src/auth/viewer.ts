// The authenticated caller of a request and what it can read. Pure.

/** An admin key can read everything; an organization key the brands of its organization, or only `brandIds` of them. */
export type Viewer =
  | { readonly kind: 'admin'; readonly keyId: string }
  | {
      readonly kind: 'organization';
      readonly keyId: string;
      readonly organizationId: string;
      readonly brandIds: readonly string[] | null;
      /** Whether it may record what it can read. */
      readonly mayRecord?: true;
    };

/** Whether `viewer` can read a brand. */
export function mayRead(viewer: Viewer, brand: { readonly id: string; readonly organizationId: string }): boolean {
  if (viewer.kind === 'admin') return true;
  return brand.organizationId === viewer.organizationId && (viewer.brandIds?.includes(brand.id) ?? true);
}
