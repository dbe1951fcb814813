// Links of the texts in the npm package. The package holds the documents, but not everything that they link to in the repository.
import { posix } from 'node:path';
import { linesOf } from './markdown.mjs';

const isReadme = (file) => file === 'README.md';

/**
 * The text of a file of the package: links to files that it lacks become plain text, pictures that it lacks are left out. README.md is
 * also shown by npm's site, which resolves its links from the address of the repository; while package.json names none, they lead to
 * unpkg.com, which serves the files of published packages.
 */
export function packageText(text, file, files, { name, version, repository }) {
  if (isReadme(file) && repository) return text;
  const address = (path) =>
    isReadme(file)
      ? `https://unpkg.com/${name}@${version}/${path}`
      : posix.relative(posix.dirname(file), path);
  const change = (whole, mark, label, target) => {
    if (/^([a-z]+:|#|\/)/.test(target)) return whole;
    const [given, anchor] = target.split('#');
    const path = posix.join(posix.dirname(file), given);
    const hash = anchor && !isReadme(file) ? `#${anchor}` : ''; // unpkg shows plain text, which has no headings to go to
    if (files.has(path)) return `${mark}[${label}](${address(path)}${hash})`;
    return mark ? '' : label;
  };
  return linesOf(text)
    .map(({ line, fence }) =>
      fence ? line : line.replace(/(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g, change),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}
