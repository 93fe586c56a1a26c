// What GraphQL codegen makes of the operations in this folder: their types, and documents that carry them. Run it with
// `npx graphql-codegen --config examples/typed/codegen.ts`, or see docs/clients.md.

/** The settings, as `@graphql-codegen/cli` takes them. */
const config = {
  schema: 'schema.graphql',
  documents: 'examples/typed/*.graphql',
  generates: {
    'examples/typed/generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        // As JSON carries them.
        scalars: { DateTime: 'string', Date: 'string', TimeZone: 'string' },
        enumType: 'string-literal',
        useTypeImports: true,
        immutableTypes: true,
      },
    },
  },
};

export default config;
