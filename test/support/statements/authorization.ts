// What a request reads of the versions of its data: one statement on one database. On a cluster the version of a brand is read from its node, after the
// brand has been found, and where it is.

import { expect, inject } from 'vitest';

/** Whether the test database is on a cluster, and statements are those that a cluster needs. */
export const isCluster = inject('nodes').length > 1;

/** The statements that read the version of a brand, or of what all brands share. */
export function versionStatements(of: 'brand' | 'shared'): readonly unknown[] {
  if (of === 'shared') return [expect.stringMatching(isCluster ? /from shared_version/ : /from version/)];
  return isCluster
    ? [/left join brand/, /pg_dist_placement/, /from version cross join shared_version/].map((each) =>
        expect.stringMatching(each),
      )
    : [expect.stringMatching(/from version/)];
}

/** How many statements more the authorization of a request about a brand takes on a cluster, and how many more where it also reads sizes. */
export const [extraAuthorization, extraWithSizes] = isCluster ? [2, 3] : [0, 0];

/** How many statements more a request takes on a cluster that reads at several instants: the versions are compared with those of its authorization. */
export const extraComparing = isCluster ? 4 : 0;

/** How many statements more sizes take on a cluster where the authorization found nothing that the key can read: its node is found and tried. */
export const extraUnread = isCluster ? 2 : 0;

/** How many statements more the reading of figures takes behind a pooler, where it needs a transaction. */
export const extraReading = inject('poolerUrl') ? 2 : 0;

/** The same of a breakdown; on a cluster it keeps no values and names, and reads in a snapshot. */
export const extraBreakdown = isCluster ? 6 : extraReading;
