// The button that ends the session of the browser.

import { useState } from 'preact/hooks';
import { signOut } from '../data/session.js';
import { KeyIcon } from '../ui/icons.js';

export function SignOut() {
  const [problem, setProblem] = useState('');
  const end = () => signOut().catch(({ message }: Error) => setProblem(message));
  return (
    <button type="button" class="forget" title={problem || 'Sign out in all tabs'} onClick={() => void end()}>
      <KeyIcon /> <span>{problem ? 'Not signed out: try again' : 'Sign out'}</span>
    </button>
  );
}
