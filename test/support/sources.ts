// The sources as the compiler reads them, for the tests that hold the house in order.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** One import of a source file: a file below `src/` (`room/file.ts`) or a package's name. */
export interface Import {
  readonly target: string;
  readonly isOwn: boolean;
  readonly isTypeOnly: boolean;
  readonly specifier: string;
}

/** A file below `src/`, with its path from there. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Every property that the file reads, as written: `process.env`, `db.pool.query`. */
  readonly accesses: readonly string[];
}

let sources: readonly Source[] | undefined;

/** Every source file that people write, generated ones left out; parsed once for all files that one process runs. */
export function readSources(): readonly Source[] {
  sources ??= parseSources();
  return sources;
}

function parseSources(): readonly Source[] {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.split('/').includes('generated'))
    .sort();
  const known = new Set(paths);
  const named = (target: string) => (known.has(`${target}x`) ? `${target}x` : target);
  return paths.map((path) => {
    const source = parseSource(path, readFileSync(`src/${path}`, 'utf8'));
    return { ...source, imports: source.imports.map((each) => ({ ...each, target: named(each.target) })) };
  });
}

/** What the compiler sees in one file. */
export function parseSource(path: string, text: string): Source {
  const tree = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.ES2022,
    true,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const imports: Import[] = [];
  const accesses: string[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) imports.push(resolve(path, found.specifier, found.isTypeOnly));
    if (ts.isPropertyAccessExpression(node)) accesses.push(node.getText().replace(/\s+/g, ''));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, imports, accesses };
}

/** The files that import each other, types included, each circle in alphabetical order. */
export function circlesOf(files: readonly Source[]): readonly (readonly string[])[] {
  const targets = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const reached = new Map(files.map(({ path }) => [path, reachableFrom(path, targets)]));
  const circles = files
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort());
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()];
}

function reachableFrom(path: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const further = (targets.get(next) ?? []).filter((target) => !reached.has(target));
    for (const target of further) reached.add(target);
    open.push(...further);
  }
  return reached;
}

function importOf(node: ts.Node): { readonly specifier: string; readonly isTypeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: bringsOnlyTypes(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal.text, isTypeOnly: true };
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return null;
  const [argument] = node.arguments;
  return argument && ts.isStringLiteral(argument) ? { specifier: argument.text, isTypeOnly: false } : null;
}

function bringsOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name && !!bindings && ts.isNamedImports(bindings) && bindings.elements.every((each) => each.isTypeOnly)
  );
}

function resolve(from: string, specifier: string, isTypeOnly: boolean): Import {
  const isOwn = specifier.startsWith('.');
  const target = isOwn
    ? posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')
    : specifier.startsWith('@')
      ? specifier.split('/', 2).join('/')
      : (specifier.split('/')[0] ?? specifier);
  return { target, isOwn, isTypeOnly, specifier };
}
