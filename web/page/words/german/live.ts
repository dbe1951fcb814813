import { html } from 'lit/html.js';
import type { Words } from '../index.js';
import { channels } from './counts.js';
import { counted, fixed, percent } from './numbers.js';

const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${fixed(value, value < 10 ? 1 : 0)} ms`;

export const live: Words['live'] = {
  intro:
    'Wie eine Gehirn-Computer-Schnittstelle arbeitet: Abtastwerte gehen durch die Aufbereitung des Modells, sobald sie kommen, und ein gleitendes Fenster wird immer wieder klassifiziert.',
  from: 'Signal aus',
  openRecording: 'der offenen Aufnahme',
  headset: 'simuliertem Headset',
  begin: {
    label: 'Beginnen bei',
    unit: 'm:ss',
    from: (name, time) => `Ab ${name}, ${time}`,
    cursor: 'der Marke',
    epoch: (n) => `Fenster ${n}`,
    view: 'dem Ausschnitt',
    noTime: 'Das ist keine Zeit. Schreiben Sie Sekunden, oder Minuten und Sekunden wie 1:15',
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
  model: (title) => `Modell: ${title ?? 'keines gewählt'}`,
  recentring: {
    title: 'Während des Laufs auf diese Person kalibrieren',
    note: 'Jedes Fenster zählt relativ zum Mittel der bisherigen Fenster, ohne Klassenangaben. Das stimmt nur, wenn alle Zustände etwa gleich oft vorkommen.',
    notThisModel:
      'Dieses Modell lässt sich nicht live kalibrieren: Es wurde nicht mit rezentrierten Fenstern trainiert.',
    stamp:
      'Ohne Klassenangaben auf diese Person kalibriert, durch Rezentrieren während die Fenster kommen.',
  },
  start: 'Live starten',
  stop: 'Live beenden',
  pause: 'Anhalten',
  goOn: 'Fortsetzen',
  connecting: 'Verbindung wird hergestellt',
  causal:
    'Dieses Modell wurde mit einem Filter gemacht, das vorausschaut (nullphasig). Live ist das unmöglich: Ein einmaliger Durchgang desselben Filters ersetzt es. Was hier steht, kann daher von den Ergebnissen abweichen.',
  firstWindow: (lengthS) => `Das erste Fenster ist nach ${fixed(lengthS, 1)} s vollständig.`,
  recordingSays: (text) => html`Die Aufnahme sagt: <strong>${text}</strong>`,
  ms,
  facts: {
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
    dropped: 'Verworfen',
    latency: 'Latenz',
    latencyOf: (medianMs, p99Ms) => `${ms(medianMs)} im Median, ${ms(p99Ms)} im 99. Perzentil`,
    lookAhead: 'Vorausschau',
    packets: 'Pakete',
    packetsOf: (n, nLost) => `${n}, ${nLost} verloren`,
    battery: 'Akku',
    batteryOf: (percentage) => `${percentage} %`,
  },
  decisions: {
    summary: 'Letzte Entscheidungen als Tabelle',
    label: 'Letzte Entscheidungen',
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
    scope: 'Laufendes Signal und Entscheidungen',
    signal: (lastS, names) => `Signal der letzten ${lastS} s, wie es ankommt: ${names.join(', ')}`,
    decisions: (lastS) => `Was das Modell in den letzten ${lastS} s sagte:`,
    keys: () =>
      html`Tasten auf den Bildern: <kbd>←</kbd> <kbd>→</kbd> eine Marke um 0,1 s,
        <kbd>Bild auf</kbd> <kbd>Bild ab</kbd> um 1 s, <kbd>Pos1</kbd> zum Ältesten,
        <kbd>Ende</kbd> zum Neuesten, <kbd>Esc</kbd> ohne Marke. Die Marke bleibt bei ihrem
        Abtastwert.`,
  },
  reading: {
    microvolts: (value) => `${fixed(value, 1).replace('-', '−')} µV`,
    nothingKnown: 'hier wurde keine Entscheidung bekannt',
    at: (time, parts) => `Bei ${time}: ${parts.join('; ')}.`,
    modelSaid: (what) => `das Modell sagte ${what}`,
    likely: (label, probability) => `${label}, ${percent(probability)}`,
    signal: (from, to) => `Signal von ${from} bis ${to}`,
    channels,
    decisions: (n, lastS, counts) =>
      `${counted(n, 'Entscheidung', 'Entscheidungen')} in den letzten ${lastS} s${counts.length ? `: ${counts.join(', ')}` : ''}`,
  },
  obstacles: {
    noModel: 'Wählen Sie zuerst ein Modell.',
    noRecording: 'Öffnen Sie zuerst eine Aufnahme, oder nehmen Sie das simulierte Headset.',
    tooLate: (from, end) =>
      `Ab ${from} ist kein Fenster mehr übrig: Die Aufnahme endet bei ${end}.`,
  },
  status: {
    subject: 'Live',
    paused: 'Live ist angehalten',
    goesOn: 'Live geht weiter',
    from: (source) => `Live: ${source}`,
    ended: (nDecisions) => `Live hat nach ${nDecisions} Entscheidungen geendet`,
    now: (label, probability) => `Live: ${label}, ${percent(probability)}`,
  },
};
