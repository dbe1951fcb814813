// What must hold of the built site: every link leads to a page, an anchor or a file of it, and nothing is fetched from elsewhere.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Problems of the site in a folder, one line each. `base` is the path under which it is served. */
export function problemsOfSite(folder, base) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && !name.startsWith('eegate/'))
    .map((name) => ({ name, html: readFileSync(join(folder, name), 'utf8') }));
  const idsOf = new Map(pages.map(({ name, html }) => [name, idsIn(html)]));
  return pages.flatMap(({ name, html }) => [
    ...foreign(name, html),
    ...[...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
      .map(([, href]) => href.replaceAll('&amp;', '&'))
      .flatMap((href) => problemOfLink({ folder, base, idsOf }, name, href) ?? []),
  ]);
}

const idsIn = (html) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));

/** Scripts, styles, fonts and pictures of another origin. */
function foreign(name, html) {
  return [
    ...html.matchAll(/<(script|link|img|iframe)\b[^>]*?\s(?:src|href)="((?:https?:)?\/\/[^"]*)"/g),
  ]
    .filter(([tag]) => !/rel="canonical"/.test(tag))
    .map(([, tag, address]) => `${name}: <${tag}> fetches ${address}`);
}

function problemOfLink({ folder, base, idsOf }, page, href) {
  if (/^[a-z]+:/.test(href)) return null;
  const [path, anchor] = href.split('#');
  const wanted = decodeURI(path);
  if (wanted.startsWith('/') && !wanted.startsWith(base)) return `${page}: ${href} leaves the site`;
  const inside = wanted.startsWith('/')
    ? wanted.slice(base.length)
    : posix.join(posix.dirname(page), wanted || posix.basename(page));
  const file = [inside, `${inside}.html`, posix.join(inside, 'index.html')].find(
    (one) => existsSync(join(folder, one)) && statSync(join(folder, one)).isFile(),
  );
  if (!file) return `${page}: ${href} leads nowhere`;
  if (!anchor || !idsOf.has(file)) return null;
  return idsOf.get(file).has(decodeURIComponent(anchor))
    ? null
    : `${page}: ${href} has no such anchor`;
}
