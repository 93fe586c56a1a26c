// What happened to a brand in a window, for every chart over time.

import { typed } from '../data/document.js';
import type { AnnotationsQuery, AnnotationsQueryVariables } from './generated/annotations.js';

export const annotationsDocument = typed<AnnotationsQuery, AnnotationsQueryVariables>(`
query Annotations($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    annotations { at until text url }
  }
}`);
