// Starts the reference of the REST API.

import { render } from 'preact';
import { findKey } from './data/key.js';
import { Reference } from './docs/reference.js';
import { applyTheme } from './site/theme.js';

applyTheme();
await findKey();
const root = document.getElementById('root');
if (root) render(<Reference />, root);
