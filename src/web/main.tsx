// Starts the dashboard.

import { render } from 'preact';
import { App } from './app/app.js';
import { printLight } from './app/print.js';
import { takeKeyFromAddress } from './data/key.js';
import { applyTheme } from './site/theme.js';

takeKeyFromAddress();
applyTheme();
printLight();
const root = document.getElementById('root');
if (root) render(<App />, root);
