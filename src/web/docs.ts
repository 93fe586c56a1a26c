// The page that explains REST: a viewer over the description that the server makes of itself. A key that was entered on another page
// of this tab is there already; one that is entered here is kept until the page is left.

// @ts-expect-error: it comes without types
import viewer from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { readKey, takeKeyFromAddress } from './data/key.js';

interface Viewer {
  /** Enters a key for a security scheme of the description. */
  preauthorizeApiKey(scheme: string, key: string): void;
}

// safe because that is how its manual calls it
const SwaggerUI = viewer as (options: Readonly<Record<string, unknown>>) => Viewer;

takeKeyFromAddress();
const ui = SwaggerUI({
  dom_id: '#root',
  url: '/api/v1/openapi.json',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  // The viewer's own would be asked of another host.
  validatorUrl: null,
  onComplete: () => {
    const key = readKey();
    if (key !== null) ui.preauthorizeApiKey('key', key);
  },
});
