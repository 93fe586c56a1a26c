// The reference of the REST API: a viewer of the server's OpenAPI description. It uses the key entered on another page of this tab; a key
// entered here is kept until the page is closed.

// @ts-expect-error: the package has no types
import viewer from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { readKey, takeKeyFromAddress } from './data/key.js';

interface Viewer {
  /** Enters a key for a security scheme of the description. */
  preauthorizeApiKey(scheme: string, key: string): void;
}

// safe because it is called as documented
const SwaggerUI = viewer as (options: Readonly<Record<string, unknown>>) => Viewer;

takeKeyFromAddress();
const ui = SwaggerUI({
  dom_id: '#root',
  url: '/api/v1/openapi.json',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  // The viewer's default validator is on another host.
  validatorUrl: null,
  onComplete: () => {
    const key = readKey();
    if (key !== null) ui.preauthorizeApiKey('key', key);
  },
});
