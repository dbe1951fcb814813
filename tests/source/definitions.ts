/** What a C++ file of this repository defines at the level of a namespace; clang-format makes lines that can be read. */

export interface Definition {
  name: string;
  file: string;
}

const opensNamespace = /^(?:inline )?namespace ?([\w:]*) \{$/;
const closesNamespace = /^\}  \/\/ namespace/;
const type = /^(?:struct|class|enum class|enum) (\w+)(?: final)?(?: : [^;]*)? ?\{/;
const callable =
  /^(?!using |typedef |static_assert|return |extern |#|static |HWY_EXPORT|TEST_CASE)[\w:<>,&*~ [\]]*?([\w:~]+|operator\S+)\(/;

/** "const S& shape = {}" -> "const S&" */
function typeOf(parameter: string): string {
  const bare = parameter.replace(/ ?=.*$/, '').trim();
  const named = /^(.*[\w>&*\]]+[ &*]+)(\w+)(\[\w*\])?$/.exec(bare);
  const kept =
    named && !/^(?:const|unsigned|std::)$/.test(named[1]!.trim())
      ? named[1]! + (named[3] ?? '')
      : bare;
  return kept.replace(/ +([&*])/g, '$1').trim();
}

/** Splits at commas that stand in no brackets. */
function parametersOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of list) {
    if ('<({['.includes(c)) ++depth;
    if ('>)}]'.includes(c)) --depth;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** "int f(A a, B b) const {" -> "f(A,B)const"; null for a declaration. */
function signatureOf(statement: string): string | null {
  const found = callable.exec(statement);
  if (!found) return null;
  const open = found[0].length;
  let depth = 1,
    end = open;
  for (; end < statement.length && depth > 0; ++end) {
    if (statement[end] === '(') ++depth;
    if (statement[end] === ')') --depth;
  }
  const rest = statement.slice(end);
  if (!/^[^;=]*\{/.test(rest)) return null;
  const constness = /^ const\b/.test(rest) ? ' const' : '';
  return `${found[1]!}(${parametersOf(statement.slice(open, end - 1))
    .map(typeOf)
    .join(',')})${constness}`;
}

const constant =
  /^(?:inline )?(?:static )?const(?:expr)? [\w:<>,&* ]+?[ *&](k\w+)(?:\[\w*\])? ?[={]/;

/** Those of named namespaces; or, `unnamed`, those of unnamed ones, with constants. */
export function definitionsOf(file: string, text: string, unnamed = false): Definition[] {
  const namespaces: string[] = [];
  const definitions: Definition[] = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i]!;
    const opened = opensNamespace.exec(line);
    if (opened) namespaces.push(opened[1]!);
    else if (closesNamespace.test(line)) namespaces.pop();
    if (opened || namespaces.includes('') !== unnamed || !/^[A-Za-z]/.test(line)) continue;
    const template = /^template </.test(line) ? line : '';
    if (template !== '') ++i;
    let statement = lines[i]!;
    while (!/[;{]/.test(statement) && i + 1 < lines.length) statement += ` ${lines[++i]!.trim()}`;
    const name =
      type.exec(statement)?.[1] ??
      (unnamed ? constant.exec(statement)?.[1] : undefined) ??
      signatureOf(statement);
    // A specialisation or a template of other parameters is another entity.
    if (name)
      definitions.push({
        name: [...namespaces, name + template.replace('template ', '')].join('::'),
        file,
      });
  }
  return definitions;
}

/** Names with definitions in two files. */
export function twice(definitions: Definition[]): { name: string; files: string[] }[] {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of definitions)
    files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, set]) => set.size > 1)
    .map(([name, set]) => ({ name, files: [...set] }));
}
