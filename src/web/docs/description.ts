// The server's OpenAPI description as the reference shows it: operations in groups, every reference resolved.

/** JSON Schema, as far as the description uses it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly default?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  /** By media type. */
  readonly content?: Readonly<Record<string, Pick<Parameter, 'schema' | 'example'>>>;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** More than the summary, where there is more to say. */
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** By status. */
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** The operations of a description by tag. */
export type Description = ReturnType<typeof readDescription>;

/** With the prefix of all paths in its own; parameters in braces. */
export type Operation = Description['groups'][number]['operations'][number];

/** Reads the description of this server. Throws if it cannot be loaded. */
export async function loadDescription(): Promise<Description> {
  const response = await fetch('/api/v1/openapi.json');
  if (!response.ok) throw new Error(`The description could not be loaded: the server sent status ${response.status}.`);
  return readDescription((await response.json()) as Document); // safe because the server generates it
}

type Tree = Record<string, unknown>;

/** Puts what a reference points to in its place, with what is said beside it, also where that refers to itself. */
function resolveReferences(document: Tree): void {
  const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
  const find = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((place, key) => (isTree(place) ? place[key] : undefined), document);
  const resolved = (value: Tree): Tree => {
    const { $ref: pointer, ...beside } = value;
    return typeof pointer === 'string' ? Object.assign({}, find(pointer), beside) : value;
  };
  const seen = new Set<Tree>();
  const visit = (node: Tree) => {
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (!isTree(value)) continue;
      const found = resolved(value);
      node[key] = found;
      if (!seen.has(found)) visit(found);
    }
  };
  visit(document);
}

/** The operations of a description by tag, those of a tag in the order of their paths. The references in it are replaced. */
export function readDescription(document: Document) {
  resolveReferences(document as Document & Tree);
  const { info, servers, tags, paths } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: `${servers[0]?.url ?? ''}${path}`,
      parameters: operation.parameters ?? [],
    })),
  );
  return {
    about: info.description,
    groups: tags.map((tag) => ({
      ...tag,
      operations: operations
        .filter((operation) => operation.tags.includes(tag.name))
        .sort((one, other) => (one.path < other.path ? -1 : 1)),
    })),
  };
}
