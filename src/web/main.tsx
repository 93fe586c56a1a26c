// Starts the dashboard.

import { render } from 'preact';
import { App } from './app/app.js';
import { signInFromAddress } from './data/session.js';
import { applyTheme, printLight } from './site/settings.js';

applyTheme();
printLight();
const problem = await signInFromAddress();
const root = document.getElementById('root');
if (root) render(<App problem={problem} />, root);
