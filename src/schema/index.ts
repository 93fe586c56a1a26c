// Assembles the schema: every file adds its types and root fields to the builder. The printed schema lists types in the order of these imports.

import './builder/scalars.js';
import './metrics/change.js';
import './entities/brand-analytics.js';
import './runs/brand-runs.js';
import './runs/prompt-runs.js';
import './runs/run.js';
import './entities/prompt-snapshot.js';
import './entities/model.js';
import './entities/brand.js';
import './links.js';
import './viewer.js';
import { builder } from './builder/builder.js';

/** The one schema, for GraphQL and for the stored documents of REST. */
export const schema = builder.toSchema({ sortSchema: false });
