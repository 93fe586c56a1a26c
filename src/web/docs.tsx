// Starts the reference of the REST API.

import { render } from 'preact';
import { takeKeyFromAddress } from './data/key.js';
import { Reference } from './docs/reference.js';
import { applyTheme } from './site/theme.js';

takeKeyFromAddress();
applyTheme();
const root = document.getElementById('root');
if (root) render(<Reference />, root);
