import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { channels } from './counts.js';
import { atMost, fixed, number } from './numbers.js';

const listed = (names: string[], nMore: number) =>
  `${names.join(', ')}${nMore > 0 ? ` und ${nMore} weitere` : ''}`;

export const signals: Strings['signals'] = {
  label: 'Signale',
  title: 'Signale',
  simulated: 'Diese Aufnahme ist simuliert: Niemand wurde gemessen.',
  traces: 'Kurven',
  keys: () =>
    html`Tasten auf den Kurven: <kbd>←</kbd> <kbd>→</kbd> gehen um ein Zehntel des Bildschirms,
      <kbd>Bild auf</kbd> <kbd>Bild ab</kbd> um einen Bildschirm, <kbd>Pos1</kbd>
      <kbd>Ende</kbd> zum Anfang oder Ende, <kbd>↑</kbd> <kbd>↓</kbd> durch die Kanäle, <kbd>+</kbd>
      <kbd>−</kbd> ändern die Empfindlichkeit, <kbd>Umschalt</kbd> mit <kbd>←</kbd>
      <kbd>→</kbd> bewegt die Marke, <kbd>M</kbd> misst ab ihr, <kbd>A</kbd> fügt dort eine
      Annotation hinzu, <kbd>Esc</kbd> blendet sie aus. Ziehen bewegt, Ziehen mit
      <kbd>Umschalt</kbd> misst; ein Klick auf den Namen eines Kanals zeigt ihn allein,
      <kbd>C</kbd> oder die rechte Taste öffnet sein Menü, <kbd>G</kbd> springt zu einer Zeit.`,
  undoKeys: 'Strg+Z',
  redoKeys: 'Strg+Umschalt+Z',
  time: 'Zeit',
  gain: 'Empfindlichkeit',
  channels: 'Kanäle',
  reference: 'Montage',
  filter: 'Filter',
  filters: { none: 'keines', model: 'wie für das Modell', own: 'eigene Grenzen' },
  references: {
    recorded: 'wie aufgezeichnet',
    average: 'Mittelwert',
    ears: (names) => `verbundene ${names.join(' + ')}`,
    derived: {
      bipolar: 'bipolar längs',
      transverse: 'bipolar quer',
      laplacian: 'Laplace',
    },
    own: 'eigene Paare',
    pairs: 'Paare von Kanälen, etwa F3-A2, C3-A2',
    unknownPairs: (unknown) =>
      `Keine Kanäle dieser Aufnahme, oder nicht mit ihrer gemeinsamen Rate: ${unknown.join(', ')}`,
    against: (name) => `gegen ${name}`,
  },
  span: (spanS, mmPerS) => `${atMost(spanS, 1)} s · ${atMost(mmPerS, 1)} mm/s`,
  speed: (mmPerS) => `${atMost(mmPerS, 1)} mm/s`,
  uvPerMm: (gain) => `${atMost(gain, 3)} µV/mm`,
  allChannels: (n) => `alle ${n}`,
  channelsUp: 'Kanäle nach oben',
  channelsDown: 'Kanäle nach unten',
  channelMenu: {
    label: 'Menü des Kanals',
    channel: 'Kanal',
    only: 'Allein zeigen',
    hide: 'Ausblenden',
    bad: 'Schlechter Kanal',
    reference: 'Als Referenz verwenden',
    reset: 'Alle zeigen, wie aufgezeichnet',
    note: 'Nur für die Anzeige: Referenzen und Ableitungen lassen schlechte Kanäle aus. Das Modell bekommt weiterhin jeden Kanal, den es braucht.',
  },
  epochsDone: (nDone, total) =>
    `${number(nDone)} von ${total === null ? '…' : number(total)} Fenstern`,
  legend: 'Anteil jeder Säule = Wahrscheinlichkeit',
  timeline: 'Zeit in der Aufnahme',
  edges: { start: 'Anfang des Ausschnitts', end: 'Ende des Ausschnitts' },
  timeOf: (time, duration) => `${time} von ${duration}`,
  pictures: {
    gap: 'Lücke',
    constant: (uv) => `unverändert: ${fixed(uv, Math.abs(uv) < 100 ? 1 : 0)} µV`,
    model: 'Modell',
    second: 'zweites',
    file: 'annotiert',
    missing: 'fehlt: hier endet die Datei',
  },
  noSignals:
    'Diese Datei enthält Annotationen, aber keine Signale. Ist sie ein Hypnogramm, öffnen Sie die Aufnahme derselben Nacht und dann diese Datei unter Schlaf.',
  truncated: (heldS, announcedS, missingS) =>
    `Diese Datei ist abgeschnitten: Sie enthält ${heldS} von ${announcedS}, die in ihrem Kopf stehen. Die letzten ${missingS} fehlen in den Kurven und in jedem Ergebnis.`,
  cursor: {
    value: (name, value, unit) => `${name} ${fixed(value, 1)} ${unit}`,
    at: (time, values, nMore) =>
      values.length ? `Bei ${time}: ${listed(values, nMore)}` : `Bei ${time}`,
    measured: (durationS, height) =>
      [
        `${fixed(durationS, 2)} s${durationS >= 0.005 ? ` (${fixed(1 / durationS, 1)} Hz)` : ''}`,
        ...(height === null
          ? []
          : [`${atMost(height.height, height.height < 10 ? 2 : 0)} ${height.unit}`.trim()]),
      ].join(', '),
  },
  goTo: {
    label: 'Ab',
    hint: 'Zeit eingeben, zu der gesprungen wird (G)',
    noTime: (from, to) => `Geben Sie eine Zeit von ${from} bis ${to} ein.`,
    clock: 'Uhr',
    clockHint: 'Uhrzeiten statt Zeiten ab dem Beginn',
  },
  clock: (time) => `Uhrzeit ${time}`,
  summary: {
    time: (from, to, duration) => `${from} bis ${to} von ${duration}`,
    rows: (first, last, n) => `${n === 1 ? first : `${first} bis ${last}`} (${channels(n)})`,
    seen: (uvPerMm, isNegativeUp, how) =>
      `${atMost(uvPerMm, 3)} µV/mm, ${isNegativeUp ? 'negativ' : 'positiv'} nach oben, ${how}`,
    mark: (text, time) => `${text} bei ${time}`,
    marks: (marks, nMore) => `Annotationen: ${listed(marks, nMore)}`,
    marksSoFar: (marks, nMore) => `bisher gelesene Annotationen: ${listed(marks, nMore)}`,
    noMarks: 'keine Annotationen im Ausschnitt',
    marksNotRead: 'noch sind nicht alle Annotationen gelesen',
    epochs: (counts) => `Fenster im Ausschnitt: ${counts.join(', ')}`,
    highPass: (hz) => `Hochpass ${atMost(hz, 3)} Hz`,
    lowPass: (hz) => `Tiefpass ${atMost(hz, 3)} Hz`,
    notch: (hz) => `Kerbfilter ${atMost(hz, 3)} Hz`,
    reference: (name) => `Referenz: ${name}`,
    asRecorded: 'wie aufgezeichnet, jede Kurve um ihr Mittel',
    hidden: (names) => `ausgeblendet: ${listed(names.slice(0, 4), names.length - 4)}`,
    bad: (names) => `schlecht: ${listed(names.slice(0, 4), names.length - 4)}`,
  },
  values: {
    summary: 'Der Ausschnitt als Tabelle',
    label: 'Werte im Ausschnitt',
    gap: 'Lücke',
    head: ['Kanal', 'Einheit', 'Kleinster', 'Größter', 'Mittel', 'Effektivwert um das Mittel'],
    caption: (how, from, to) => `${from} bis ${to}, ${how || 'wie aufgezeichnet'}`,
  },
};
