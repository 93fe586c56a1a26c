// Starts the reference of the REST API.

import { render } from 'preact';
import { signInFromAddress } from './data/session.js';
import { Reference } from './docs/reference.js';
import { applyTheme } from './site/settings.js';

applyTheme();
const refused = await signInFromAddress();
const root = document.getElementById('root');
if (root) render(<Reference refused={refused} />, root);
