// What the page that explains REST uses of its viewer, which comes without types.

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Viewer {
    /** Enters a key for a security scheme of the description. */
    preauthorizeApiKey(scheme: string, key: string): void;
  }

  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): Viewer;
}
