// Starts the dashboard.

import { render } from 'preact';
import { App } from './app/app.js';
import { printLight } from './app/print.js';
import { findKey } from './data/key.js';
import { applyTheme } from './site/theme.js';

applyTheme();
printLight();
await findKey();
const root = document.getElementById('root');
if (root) render(<App />, root);
