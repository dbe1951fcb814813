// One file of declarations for each entry of the package: what it exports, and below it what those need; nothing else.
import { dirname, join } from 'node:path';
import { Failure } from '../shared.mjs';

/** Declarations name Symbol.asyncDispose, which not every configuration of TypeScript knows by itself. */
const head = '/// <reference lib="esnext.disposable" />\n';

/**
 * The declarations of an entry, whose module is `file`. `read` answers the text of a file, `ts` is the compiler. What the entry
 * `base` exports ({ from: './eegate.js', file }) is taken from there, so that a class is one type in both. Throws where what is needed
 * has one name twice, or is renamed on its way out.
 */
export function rolledUp(ts, file, read, base) {
  const modules = new Map();
  collect(ts, file, read, modules);
  if (base) collect(ts, base.file, read, modules);
  const shared = base ? exportsOf(base.file, modules) : new Map();
  const sharedKeys = new Set(shared.values());
  const exported = exportsOf(file, modules);
  const { assigned, globals } = modules.get(file);
  const needed = reachable(ts, [...exported.values()], modules, sharedKeys, file);
  const own = [...needed.keys()].filter((key) => !sharedKeys.has(key));
  checkUnique([...needed.keys()], file);
  const text = [...globals, ...new Set(own.flatMap((key) => needed.get(key)))]
    .map((node) => declaration(ts, node))
    .join('\n');
  const imported = [...needed.keys()].filter((key) => sharedKeys.has(key)).map(nameOf);
  const taken = list('import type {', imported, `} from '${base?.from}';\n`);
  const isShared = (name) => sharedKeys.has(exported.get(name));
  const names = [...exported.keys()];
  const mine = list(
    'export {',
    names.filter((name) => !isShared(name)),
    '};\n',
  );
  const handedOn = list('export {', names.filter(isShared), `} from '${base?.from}';\n`);
  return `${head}${taken}${text}\n${mine}${handedOn}${assigned}`;
}

const nameOf = (key) => key.split('#')[1];

const list = (before, names, after) =>
  names.length === 0 ? '' : `${before} ${[...names].sort().join(', ')} ${after}`;

function checkUnique(keys, file) {
  const names = keys.map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Failure(`${file}: two modules declare ${twice}`);
}

const resolved = (from, module) => join(dirname(from), module.replace(/\.js$/, '.d.ts'));

/** Reads a module and those that it leads to: what each declares, takes in and hands on. */
function collect(ts, file, read, modules) {
  if (modules.has(file)) return;
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const module = {
    declarations: new Map(),
    own: [],
    all: [],
    from: new Map(),
    named: [],
    assigned: '',
    default: null,
    globals: [],
  };
  modules.set(file, module);
  for (const statement of source.statements) {
    const from = statement.moduleSpecifier && resolved(file, statement.moduleSpecifier.text);
    if (from) collect(ts, from, read, modules);
    if (ts.isImportDeclaration(statement)) {
      for (const name of namesIn(statement.importClause?.namedBindings, file))
        module.from.set(name, from);
    } else if (ts.isExportDeclaration(statement)) {
      if (!statement.exportClause) module.all.push(from);
      for (const name of namesIn(statement.exportClause, file)) {
        module.named.push(name);
        if (from) module.from.set(name, from);
      }
    } else if (ts.isExportAssignment(statement)) {
      module.assigned = `${statement.getText()}\n`;
      module.default = statement.expression.getText();
    } else if (statement.flags & ts.NodeFlags.GlobalAugmentation) module.globals.push(statement);
    else declare(ts, statement, module);
  }
}

function namesIn(bindings, file) {
  if (bindings && !bindings.elements) throw new Failure(`${file} imports a module as a whole`);
  return (bindings?.elements ?? []).map(({ name, propertyName }) => {
    if (propertyName) throw new Failure(`${file} renames ${propertyName.text}`);
    return name.text;
  });
}

function declare(ts, statement, module) {
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.text)
    : [statement.name?.text];
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  for (const name of names) {
    module.declarations.set(name, [...(module.declarations.get(name) ?? []), statement]);
    if (isExported) module.own.push(name);
  }
}

/** Where a name that stands in a module is declared: "file#name", or null if it is none of the package's. */
function keyOf(file, name, modules) {
  const module = modules.get(file);
  if (module.declarations.has(name)) return `${file}#${name}`;
  if (module.from.has(name)) return keyOf(module.from.get(name), name, modules);
  return module.all.map((from) => keyOf(from, name, modules)).find((key) => key) ?? null;
}

/** Exported names and where they are declared; what a module exports itself goes before what it hands on as a whole. */
function exportsOf(file, modules) {
  const { own, named, all } = modules.get(file);
  const handedOn = all.flatMap((from) => [...exportsOf(from, modules)]);
  const itself = [...own, ...named].map((name) => [name, keyOf(file, name, modules)]);
  return new Map([...handedOn, ...itself]);
}

/** Declarations that the exported ones lead to. Names of members count, too, where something is called like them. */
function reachable(ts, keys, modules, stops, entry) {
  const needed = new Map();
  const walk = (file, node) => {
    if (ts.isImportTypeNode(node)) throw new Failure(`${file}: import() in a type`);
    if (ts.isIdentifier(node) && !isMember(ts, node)) visit(keyOf(file, node.text, modules));
    ts.forEachChild(node, (child) => walk(file, child));
  };
  const visit = (key) => {
    if (key === null || needed.has(key)) return;
    const [file, name] = key.split('#');
    const nodes = modules.get(file).declarations.get(name);
    needed.set(key, nodes);
    if (!stops.has(key)) nodes.forEach((node) => walk(file, node));
  };
  keys.forEach(visit);
  const { globals, default: byDefault } = modules.get(entry);
  globals.forEach((node) => walk(entry, node));
  if (byDefault) visit(keyOf(entry, byDefault, modules));
  return needed;
}

/** The name of a property or parameter, not of a type. */
const isMember = (ts, node) =>
  node.parent.name === node &&
  (ts.isPropertySignature(node.parent) ||
    ts.isPropertyDeclaration(node.parent) ||
    ts.isMethodSignature(node.parent) ||
    ts.isMethodDeclaration(node.parent) ||
    ts.isParameter(node.parent) ||
    ts.isAccessor(node.parent));

/** A declaration with its comment, declared for itself: what is exported is listed at the end. */
function declaration(ts, node) {
  const text = node.getSourceFile().text;
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const comment = comments.at(-1);
  const about =
    comment && text.startsWith('/**', comment.pos) ? text.slice(comment.pos, comment.end) : '';
  const code = withUndefined(ts, node).replace(/^export\s+/, '');
  const ambient = /^(declare|interface|type)\b/.test(code) ? code : `declare ${code}`;
  return about ? `${about}\n${ambient}` : ambient;
}

/** The code of a declaration, where optional properties may be undefined, also for users of exactOptionalPropertyTypes. */
function withUndefined(ts, node) {
  const begin = node.getStart();
  let code = node.getText();
  const types = [];
  const walk = (child) => {
    const isProperty = ts.isPropertySignature(child) || ts.isPropertyDeclaration(child);
    if (isProperty && child.questionToken && child.type) types.push(child.type);
    ts.forEachChild(child, walk);
  };
  walk(node);
  const places = types.flatMap((type) => {
    const isLong = ts.isFunctionTypeNode(type) || ts.isConditionalTypeNode(type);
    const [before, after] = isLong ? ['(', ') | undefined'] : ['', ' | undefined'];
    return [
      { at: type.getStart() - begin, text: before },
      { at: type.getEnd() - begin, text: after },
    ];
  });
  for (const { at, text } of places.sort((a, b) => b.at - a.at))
    code = code.slice(0, at) + text + code.slice(at);
  return code;
}

/** Declarations without comments: what a change of the API changes. */
export function reportOf(ts, text) {
  const source = ts.createSourceFile('report.d.ts', text, ts.ScriptTarget.Latest, true);
  const printer = ts.createPrinter({ removeComments: true });
  return source.statements
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, source))
    .sort()
    .join('\n')
    .concat('\n');
}
