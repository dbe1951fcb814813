// Lays out what the generator of the site reads: the repository's own texts, whose links are made those of the site.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { pageAddresses, sections } from '../../docs/site/contents.mjs';
import { Failure, atRoot, filesBelow } from '../shared.mjs';
import { changeProse } from './markdown.mjs';

export const staged = atRoot('build/docs/source');

export function put(path, text) {
  mkdirSync(dirname(`${staged}/${path}`), { recursive: true });
  writeFileSync(`${staged}/${path}`, text);
}

/** Every page that has a source. */
export function stageSources() {
  const addresses = pageAddresses();
  for (const { folder, pages } of sections)
    for (const { page, source, sources, title, heading } of pages) {
      if (source) put(`${folder}/${page}.md`, siteText(source, addresses, heading));
      if (sources) put(`${folder}/${page}.md`, joinedText(sources, title, addresses));
    }
}

/** A text of the repository, or what stands below one of its headings, with the links of the site. */
function siteText(source, addresses, heading) {
  let text = readFileSync(atRoot(source), 'utf8');
  if (heading) text = sectionOf(text, heading, source);
  return changeLinks(text, source, addresses);
}

export function sectionOf(text, heading, source) {
  const [, below] = text.split(`\n## ${heading}\n`);
  if (below === undefined) throw new Failure(`${source} has no heading "${heading}"`);
  return `# ${heading}\n${below.split(/\n## /)[0]}`;
}

function joinedText(folder, title, addresses) {
  const texts = filesBelow(folder, (file) => file.endsWith('.md')).map((file) =>
    changeLinks(readFileSync(atRoot(file), 'utf8'), file, addresses).replace(/^#/gm, '##'),
  );
  if (texts.length === 0) throw new Failure(`no text in ${folder}`);
  return `# ${title}\n\n${texts.join('\n\n')}\n`;
}

/** Links become those of the site, and names of documents in prose ("docs/MODEL.md") become links. */
export function changeLinks(text, source, addresses) {
  const linked = changeProse(text, (prose) =>
    prose.replace(/(?<![\w/[(])((?:docs\/)?[A-Z_]{3,}\.md)(?![\])\w])/g, (name) => {
      const path = name.includes('/') ? name : posix.join(posix.dirname(source), name);
      return addresses.has(path) ? `[${name}](${addresses.get(path)})` : name;
    }),
  );
  const target = (given) => siteLink(given, source, addresses);
  return changeLabelled(linked, target);
}

// The label of a link may hold code, so links are looked for in whole lines outside code blocks.
function changeLabelled(text, target) {
  let inside = null;
  return text
    .split('\n')
    .map((line) => {
      const marks = /^\s*(`{3,})/.exec(line)?.[1];
      if (marks && (inside === null || inside === marks)) inside = inside ? null : marks;
      if (marks || inside) return line;
      return line.replace(/\]\(([^()\s]+)\)/g, (_, given) => `](${target(given)})`);
    })
    .join('\n');
}

/** What is no page of the site is copied into it, so that no link leaves it: text as .txt, so that browsers show it. */
function siteLink(given, source, addresses) {
  if (/^([a-z]+:|#|\/)/.test(given)) return given;
  const [path, anchor] = given.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '');
  const hash = anchor ? `#${anchor}` : '';
  if (addresses.has(file)) return addresses.get(file) + hash;
  if (file.startsWith('docs/examples/')) return `/teach/examples#${exampleAnchor(file)}`;
  if (!existsSync(atRoot(file)) || statSync(atRoot(file)).isDirectory())
    throw new Failure(`${source}: a link to ${given}, which is no page of the site and no file`);
  const name = /\.(png|svg)$/.test(file) ? `files/${file}` : `files/${file}.txt`;
  cpSync(atRoot(file), `${staged}/public/${name}`);
  return `/${name}`;
}

export const exampleAnchor = (file) => posix.basename(file).replace(/\W+/g, '-').toLowerCase();
