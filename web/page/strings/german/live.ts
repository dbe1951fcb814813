import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { channels } from './counts.js';
import { counted, finePercent, fixed, number } from './numbers.js';

const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${fixed(value, value < 10 ? 1 : 0)} ms`;

export const live: Strings['live'] = {
  from: 'Signal aus',
  headset: 'simuliertem Headset',
  begin: {
    label: 'Beginnen bei',
    unit: 'm:ss',
    from: (name, time) => `Ab ${name}, ${time}`,
    cursor: 'der Marke',
    epoch: (n) => `Fenster ${n}`,
    view: 'dem Ausschnitt',
    noTime: 'Das ist keine Zeitangabe. Geben Sie Sekunden ein, oder Minuten und Sekunden wie 1:15.',
  },
  speed: 'Tempo',
  speeds: {
    real: 'Echtzeit',
    times: (n) => `${n}-mal schneller`,
    max: 'so schnell wie möglich',
  },
  every: 'Eine Entscheidung alle',
  seconds: (s) => `${String(s).replace('.', ',')} s`,
  lost: 'Verlorene Pakete',
  oneIn: (n) => `1 von ${n}`,
  noneLost: 'keine',
  nextModel: (title) => `„${title}“ wird ab dem nächsten Start verwendet.`,
  model: (title) => `Modell: ${title ?? 'keines gewählt'}`,
  recentring: {
    title: 'Während des Laufs auf diese Person kalibrieren',
    note: 'Jedes Fenster wird auf das Mittel der bisherigen Fenster bezogen, ohne Klassenangaben. Das ist nur richtig, wenn alle Zustände etwa gleich oft vorkommen.',
    stamp: 'Ohne Klassenangaben auf diese Person kalibriert, durch Rezentrieren während des Laufs.',
  },
  start: 'Live starten',
  stop: 'Live beenden',
  pause: 'Anhalten',
  goOn: 'Fortsetzen',
  connecting: 'Verbindung wird hergestellt',
  causal:
    'Dieses Modell wurde mit einem nullphasigen Filter trainiert, das künftige Abtastwerte nutzt. Live ist das nicht möglich; dasselbe Filter läuft daher nur vorwärts, und Entscheidungen können von den Ergebnissen abweichen.',
  ofEvents:
    'Dieses Modell wurde mit Fenstern trainiert, die in festem Abstand auf ein Ereignis folgen. Was es zu anderen Zeiten entscheidet, bedeutet nichts.',
  firstWindow: (lengthS) => `Das erste Fenster ist nach ${fixed(lengthS, 1)} s vollständig.`,
  stalled: (label, agoS, nextInS) =>
    `Keine Entscheidung: Abtastwerte gingen verloren. Die letzte${label ? `, ${label},` : ''} ist ${fixed(agoS, 1)} s alt.${nextInS === null ? '' : ` Geht nichts mehr verloren, ist das nächste Fenster in ${fixed(nextInS, 1)} s vollständig.`}`,
  recordingSays: (text) => html`In der Aufnahme annotiert: <strong>${text}</strong>`,
  ms,
  facts: {
    model: 'Modell',
    state: 'Zustand',
    states: {
      starting: 'startet',
      running: 'läuft',
      paused: 'angehalten',
      ended: 'beendet',
      failed: 'fehlgeschlagen',
    },
    signal: 'Dauer',
    signalOf: (durationS) => `${fixed(durationS, 1)} s`,
    inRecording: 'In der Aufnahme',
    windows: 'Fenster',
    windowsOf: (n, lengthS) => `${n} klassifiziert, je ${fixed(lengthS, 2)} s`,
    undecided: 'Ohne Entscheidung, Werte verloren',
    dropped: 'Verworfen, zu langsam',
    latency: 'Latenz',
    latencyOf: (medianMs, p99Ms) => `${ms(medianMs)} im Median, ${ms(p99Ms)} im 99. Perzentil`,
    lookAhead: 'Vorausschau',
    packets: 'Pakete',
    packetsOf: (n, nLost) => `${number(n)}, ${number(nLost)} verloren`,
    battery: 'Akku',
    batteryOf: (percentage) => `${percentage} %`,
  },
  decisions: {
    summary: 'Letzte Entscheidungen als Tabelle',
    label: 'Letzte Entscheidungen',
    save: 'Alle Entscheidungen speichern (CSV)',
    windowEnds: 'Ende des Fensters',
    class: 'Klasse',
    latency: 'Latenz',
  },
  signalTable: {
    summary: 'Das Signal als Tabelle',
    label: (lastS) => `Signal der letzten ${lastS} s`,
    head: ['Kanal', 'An der Marke', 'Mittel', 'Kleinster', 'Größter'],
  },
  figures: {
    scope: 'Live-Signal und Entscheidungen',
    signal: (lastS, names) => `Signal der letzten ${lastS} s, wie es ankommt: ${names.join(', ')}`,
    decisions: (lastS) => `Entscheidungen des Modells in den letzten ${lastS} s:`,
    keys: () =>
      html`Tasten auf den Bildern: <kbd>←</kbd> <kbd>→</kbd> bewegen die Marke um 0,1 s,
        <kbd>Bild auf</kbd> <kbd>Bild ab</kbd> um 1 s, <kbd>Pos1</kbd> zum ältesten und
        <kbd>Ende</kbd> zum neuesten Abtastwert, <kbd>Esc</kbd> blendet sie aus. Die Marke bleibt
        bei ihrem Abtastwert.`,
  },
  reading: {
    microvolts: (value) => `${fixed(value, 1)} µV`,
    nothingKnown: 'hier keine Entscheidung',
    at: (time, parts) => `Bei ${time}: ${parts.join('; ')}.`,
    modelSaid: (what) => `Entscheidung ${what}`,
    likely: (label, probability) => `${label}, ${finePercent(probability)}`,
    signal: (from, to) => `Signal von ${from} bis ${to}`,
    channels,
    decisions: (n, lastS, counts) =>
      `${counted(n, 'Entscheidung', 'Entscheidungen')} in den letzten ${lastS} s${counts.length ? `: ${counts.join(', ')}` : ''}`,
  },
  obstacles: {
    noModel: 'Wählen Sie zuerst ein Modell.',
    noTime: 'Berichtigen Sie zuerst, wo begonnen wird.',
    tooLate: (from, end) =>
      `Nach ${from} beginnt kein vollständiges Fenster mehr: Die Aufnahme endet bei ${end}. Beginnen Sie früher.`,
  },
  status: {
    subject: 'Live',
    paused: 'Live ist angehalten',
    goesOn: 'Live läuft wieder',
    goesOnElsewhere: 'Live läuft weiter; „Live beenden“ ist unter „Live“',
    pausedElsewhere: 'Live ist angehalten; „Fortsetzen“ ist unter „Live“',
    from: (source) => `Live: ${source}`,
    ended: (nDecisions) => `Live hat nach ${number(nDecisions)} Entscheidungen geendet`,
    now: (label, probability, time) => `Live, bei ${time}: ${label}, ${finePercent(probability)}`,
  },
};
