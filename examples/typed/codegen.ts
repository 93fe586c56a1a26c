// Configures GraphQL Code Generator to generate types and typed documents for the operations in this folder. Run it with
// `npx graphql-codegen --config examples/typed/codegen.ts`, or see docs/clients.md.

/** The configuration of `@graphql-codegen/cli`. */
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
