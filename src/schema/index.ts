// Assembles the schema: every file adds its types and root fields to the builder.

import './scalars.js';
import './brand-analytics.js';
import './brand-runs.js';
import './prompt-runs.js';
import './run.js';
import './prompt-snapshot.js';
import './model.js';
import './brand.js';
import './links.js';
import './viewer.js';
import { builder } from './builder.js';

/** The one schema, for GraphQL and for the stored documents of REST. */
export const schema = builder.toSchema({ sortSchema: false });
