import { html } from 'lit/html.js';
import type { Words } from '../index.js';
import { bytes, counted } from './numbers.js';

export const shell: Words['shell'] = {
  nav: {
    label: 'Arbeitsbereiche',
    top: 'eegate, zu den Signalen',
    signals: 'Signale',
    explain: 'Erklären',
    sleep: 'Schlaf',
    train: 'Training',
    live: 'Live',
    learn: 'Lernen',
  },
  noRecording: 'Keine Aufnahme',
  recordings: (name) => `Aufnahmen: ${name}`,
  chosenModel: (title, compatibility) =>
    `Gewähltes Modell: ${title}${compatibility ? `, ${compatibility}` : ''}`,
  whyNot: 'Passt nicht: warum?',
  inspector: 'Inspektor',
  drawer: { taller: 'Volle Höhe', lower: 'Halbe Höhe' },
  close: 'Schließen',
  learn: 'Womit gelernt wird',
  help: {
    open: 'Hilfe',
    label: 'Hilfe',
    engine: 'Rechenmodule',
    purpose: 'Für Forschung und Lehre. Kein Medizinprodukt.',
    keys: () => [
      [html`<kbd>←</kbd> <kbd>→</kbd>`, 'auf den Kurven: ein Zehntel des Bildschirms'],
      [html`<kbd>Bild auf</kbd> <kbd>Bild ab</kbd>`, 'ein Bildschirm'],
      [html`<kbd>Pos1</kbd> <kbd>Ende</kbd>`, 'Anfang, Ende'],
      [html`<kbd>↑</kbd> <kbd>↓</kbd>`, 'Kanäle'],
      [html`<kbd>+</kbd> <kbd>−</kbd>`, 'größere, kleinere Kurven'],
      [html`<kbd>Umschalt</kbd> <kbd>←</kbd> <kbd>→</kbd>`, 'die Marke bewegen'],
      [html`<kbd>M</kbd>`, 'ab der Marke messen'],
      [html`<kbd>C</kbd>`, 'Menü eines Kanals: ausblenden, schlecht, Referenz'],
      [html`<kbd>Esc</kbd>`, 'keine Marke'],
      [html`<kbd>Strg</kbd> <kbd>K</kbd>`, 'jeder Befehl beim Namen'],
      [html`<kbd>Strg</kbd> <kbd>Z</kbd>`, 'rückgängig'],
      [html`<kbd>Strg</kbd> <kbd>Umschalt</kbd> <kbd>Z</kbd>`, 'wiederholen'],
    ],
  },
  skip: 'Zum Inhalt springen',
  gone: 'Etwas wollte von dieser Seite zu einer anderen Adresse gehen. Der Browser hat es verweigert, und was hier offen war, ist geschlossen. Laden Sie die Seite neu.',
  broken:
    'Die Seite konnte nicht geladen werden: Ein Teil kam nicht an oder gehört nicht zu dieser Fassung. Laden Sie die Seite neu; bleibt es dabei, leeren Sie den Cache des Browsers.',
  loading: 'Die Seite wird geladen.',
  needsScript: 'Sie braucht JavaScript, denn alles geschieht auf Ihrem eigenen Computer.',
  ledgerEmpty: 'Nichts wird hochgeladen',
  requests: (n) => counted(n, 'Anfrage', 'Anfragen'),
  sinceOpening: 'seit dem Öffnen',
  drop: 'Aufnahmen oder Modelle hier ablegen, um sie zu öffnen',
  themes: { auto: 'automatisch', light: 'hell', dark: 'dunkel' },
  theme: (theme) => `Farbschema: ${theme}`,
  language: 'Sprache',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  withKeys: (action, keys) => `${action} (${keys})`,
  engine: (isRelaxed, nWorkers, wasmBytes, version) =>
    `${isRelaxed ? 'Relaxed SIMD' : 'SIMD'} · ${counted(nWorkers, 'Worker', 'Worker')} · ${bytes(wasmBytes)} Speicher · ${version}`,
  dismiss: 'Ausblenden',
};

export const places: Words['places'] = {
  explain: {
    title: 'Erklären',
    summary:
      'Welche Elektroden und Zeitpunkte eines Fensters für eine Klasse sprechen, und ob man dem glauben kann.',
  },
  inside: {
    title: 'Im Modell',
    summary: 'Das gewählte Fenster Zahl für Zahl durch das Modell verfolgen und Teile abschalten.',
  },
  sleep: {
    title: 'Schlaf',
    summary:
      'Schlafstadien einer Nacht: öffnen oder bestimmen, auszählen, zwei Bestimmungen vergleichen.',
  },
  train: {
    title: 'Modell trainieren',
    summary: 'Ein Netz mit den offenen Aufnahmen trainieren.',
  },
  live: {
    title: 'Live',
    summary:
      'Das Modell entscheiden lassen, während das Signal kommt: aus der abgespielten Aufnahme oder aus einem simulierten Headset.',
  },
  playground: {
    title: 'Spielplatz mit bekannter Wahrheit',
    summary:
      'Einen Rhythmus im Rauschen verstecken, ein Netz trainieren und sehen, ob es ihn findet.',
  },
  drill: {
    title: 'Übung: Sie gegen das Modell',
    summary: 'Fenster mit dem Auge klassifizieren und sehen, was ein Modell dazu sagt.',
  },
  writing: {
    title: 'Lektion schreiben',
    summary:
      'Eine eigene Lektion, gespeichert als Markdown oder, mit allem, was sie braucht, als eine Datei.',
  },
  lessons: {
    title: 'Lektionen',
    summary:
      'Lernen, EEG zu lesen und an Ergebnissen zu zweifeln, Schritt für Schritt neben der Seite.',
  },
};
