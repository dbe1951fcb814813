// Every exported type, function and member of the package has a comment; methods that can fail name their codes, which exist; the
// main classes have an example.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

interface Entry {
  name: string;
  node: ts.Node;
  /** Comment with its tags; empty if there is none. */
  comment: string;
}

const commentOf = (node: ts.Node): string => {
  // The comment of `const x` belongs to its statement.
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts
    .getJSDocCommentsAndTags(owner)
    .map((part) => part.getText())
    .join('\n');
};

const isHidden = ({ name }: ts.NamedDeclaration): boolean =>
  name !== undefined && ts.isPrivateIdentifier(name);

/** All declarations of a file with their members, those of object types inside of them included. */
function entriesOf(text: string): Entry[] {
  const source = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest, true);
  const entries: Entry[] = [];
  const add = (name: string, node: ts.Node) =>
    entries.push({ name, node, comment: commentOf(node) });
  const visit = (node: ts.Node, path: string): void => {
    const named = node as ts.NamedDeclaration;
    const isDeclaration =
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node);
    const isMember =
      ts.isPropertySignature(node) ||
      ts.isMethodSignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isGetAccessor(node);
    if (isMember && (isHidden(named) || isInArguments(node))) return;
    const name = (isDeclaration || isMember) && named.name ? named.name.getText() : '';
    const own = name ? (path ? `${path}.${name}` : name) : path;
    if (name) add(own, node);
    ts.forEachChild(node, (child) => visit(child, own));
  };
  visit(source, '');
  return entries;
}

/** Options that a signature lists in place are explained by the comment of the method. */
function isInArguments(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isParameter(at)) return true;
  return false;
}

/** Types of types; and what tells kinds and architectures apart, whose names say what they are (docs/MODEL.md). */
const fromCore = /^(OneOf|KeysOf|Settings)\b|^\w+Config\.(.+\.)?(kind|architecture)$/;

/** These never reject, or only if the engine was closed or lost, like all calls. */
const onlyWithEngine =
  /\.(toSafetensors|close|\[Symbol\.asyncDispose\]|electrodes|engines|pause|resume|stop|start|open|send)$/;

const file = 'dist/eegate.d.ts';
describe.skipIf(!existsSync(file))('the declarations', () => {
  const files = readdirSync('dist').filter((name) => /^eegate.*\.d\.ts$/.test(name));
  const library = () => entriesOf(readFileSync(file, 'utf8'));

  it.each(files)('%s: everything has a comment', (name) => {
    const entries = entriesOf(readFileSync(`dist/${name}`, 'utf8'));
    const missing = entries.filter((one) => one.comment === '' && !fromCore.test(one.name));
    expect(missing.map((one) => one.name)).toEqual([]);
  });

  it('what can fail names its codes, and these exist', () => {
    const entries = library();
    const codes = entries
      .find(({ name }) => name === 'ErrorCode')!
      .node.getText()
      .match(/'\w+'/g)!
      .map((code) => code.slice(1, -1));
    const methods = entries.filter(
      ({ name, node }) =>
        (ts.isMethodSignature(node) ||
          ts.isMethodDeclaration(node) ||
          ts.isFunctionDeclaration(node)) &&
        /^Promise\b|^AsyncGenerator\b/.test(node.type?.getText() ?? '') &&
        !onlyWithEngine.test(name),
    );
    expect(methods.length).toBeGreaterThan(20);
    const silent = methods.filter(({ comment }) => !comment.includes('@throws {EegateError}'));
    expect(silent.map(({ name }) => name)).toEqual([]);
    const named = entries.flatMap(({ comment }) => [
      ...(/@throws([^@]*)/.exec(comment)?.[1] ?? '').matchAll(
        /\b[A-Z]{2,}(?:_[A-Z]+)*(?:_\*)?(?![\w*])/g,
      ),
    ]);
    const unknown = named
      .map(([code]) => code)
      .filter((code) => /_/.test(code))
      .filter(
        (code) =>
          !codes.some(
            (one) => one === code || (code.endsWith('*') && one.startsWith(code.slice(0, -1))),
          ),
      );
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('the main classes have an example', () => {
    const main = [
      'createEngine',
      'Engine',
      'Recording',
      'Model',
      'Classification',
      'LiveStream',
      'TrainingRun',
      'EegateError',
    ];
    const entries = library();
    for (const name of main)
      expect(entries.find((one) => one.name === name)?.comment, name).toContain('@example');
  });
});
