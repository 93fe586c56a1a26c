// What the files of the repository export and import by name, read from their syntax alone.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** One exported name, as `src/room/file.ts name`. */
type ExportedName = string;

/** A file with its path from the root of the repository. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript and module file below the folders, generated ones left out. */
export function readFiles(folders: readonly string[]): readonly ReadFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/(^|\/)(generated|node_modules)\//.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
}

/** The names that files below `src/` export and no file imports. A file that is imported whole counts as imported by every name. */
export function unusedExports(files: readonly ReadFile[]): readonly ExportedName[] {
  const trees = files.map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  const imported = new Set(trees.flatMap(importedNames));
  const exported = trees.filter(({ fileName }) => fileName.startsWith('src/')).flatMap(exportedNames);
  return exported.filter((each) => !imported.has(each) && !imported.has(`${each.split(' ')[0]} *`));
}

function exportedNames(tree: ts.SourceFile): readonly ExportedName[] {
  return tree.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => `${tree.fileName} ${name.getText(tree)}`);
    }
    const { name } = statement as ts.DeclarationStatement; // safe because only declarations bear the keyword `export`
    return name ? [`${tree.fileName} ${name.getText(tree)}`] : [];
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function importedNames(tree: ts.SourceFile): readonly ExportedName[] {
  const found: ExportedName[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier?.startsWith('.')) {
      const target = posix.join(posix.dirname(tree.fileName), specifier);
      const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
      for (const name of namesIn(node)) found.push(...candidates.map((path) => `${path} ${name}`));
    }
    if (callsImport || node === tree) ts.forEachChild(node, visit);
  };
  const callsImport = /\bimport\(/.test(tree.text);
  visit(tree);
  return found;
}

function specifierOf(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : null;
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport ? textOf(node.arguments[0]) : null;
}

function textOf(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteral(node) ? node.text : null;
}

function namesIn(node: ts.Node): readonly string[] {
  const named = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  if (!named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return ['*'];
  return named.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}
