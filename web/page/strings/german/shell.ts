import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { bytes, counted } from './numbers.js';

export const shell: Strings['shell'] = {
  nav: {
    label: 'Arbeitsbereiche',
    goingOn: 'läuft',
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
  learn: 'Lernmaterial',
  learnTabs: { playground: 'Spielplatz', drill: 'Übung', writing: 'Schreiben' },
  help: {
    open: 'Hilfe',
    label: 'Hilfe',
    engine: 'Rechenmodule',
    inSleep: (what) => `${what} (in „Schlaf“)`,
    purpose: 'Für Forschung und Lehre. Kein Medizinprodukt.',
    keys: () => [
      [html`<kbd>←</kbd> <kbd>→</kbd>`, 'Auf den Kurven: um ein Zehntel des Bildschirms'],
      [html`<kbd>Bild auf</kbd> <kbd>Bild ab</kbd>`, 'Um einen Bildschirm'],
      [html`<kbd>Pos1</kbd> <kbd>Ende</kbd>`, 'Zum Anfang, zum Ende'],
      [html`<kbd>G</kbd>`, 'Zu einem Zeitpunkt'],
      [html`<kbd>↑</kbd> <kbd>↓</kbd>`, 'Durch die Kanäle'],
      [html`<kbd>+</kbd> <kbd>−</kbd>`, 'Größere, kleinere Kurven'],
      [html`<kbd>Umschalt</kbd> <kbd>←</kbd> <kbd>→</kbd>`, 'Die Marke bewegen'],
      [html`<kbd>M</kbd>`, 'Ab der Marke messen'],
      [html`<kbd>A</kbd>`, 'Eine Annotation an der Marke oder für das Gemessene'],
      [html`<kbd>C</kbd>`, 'Menü eines Kanals: ausblenden, schlecht, Referenz'],
      [html`<kbd>Esc</kbd>`, 'Die Marke ausblenden'],
      [html`<kbd>Strg</kbd> <kbd>K</kbd>`, 'Jeden Befehl nach seinem Namen finden'],
      [html`<kbd>Strg</kbd> <kbd>Z</kbd>`, 'Rückgängig'],
      [html`<kbd>Strg</kbd> <kbd>Umschalt</kbd> <kbd>Z</kbd>`, 'Wiederholen'],
    ],
    pointer: 'Maus und Finger, auf den Kurven',
    gestures: [
      ['Ziehen', 'Durch die Aufnahme'],
      ['Umschalt und ziehen', 'Zeit und Amplitude messen'],
      ['Strg und Rad oder zwei Finger', 'Zeitlich zoomen'],
      ['Finger auf oder ab', 'Durch die Kanäle'],
      ['Klick auf ein Fenster', 'Es auswählen'],
      ['Klick auf den Namen eines Kanals', 'Ihn allein zeigen'],
      ['Rechte Taste oder langes Berühren eines Namens', 'Menü des Kanals'],
    ],
  },
  skip: 'Zum Inhalt springen',
  gone: 'Etwas hat versucht, von dieser Seite aus eine andere Adresse zu öffnen. Der Browser hat es blockiert und geschlossen, was hier offen war; laden Sie die Seite neu.',
  broken:
    'Die Seite konnte nicht geladen werden: Ein Teil fehlt oder gehört zu einer anderen Version. Laden Sie die Seite neu; hilft das nicht, leeren Sie den Cache des Browsers.',
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

export const sections: Strings['sections'] = {
  explain: {
    title: 'Erklären',
    summary:
      'Welche Elektroden und Zeitpunkte eines Fensters für eine Klasse sprechen, und wie zuverlässig diese Erklärung ist.',
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
      'Das Modell entscheidet wie eine Hirn-Computer-Schnittstelle, während Abtastwerte eintreffen: aus der abgespielten Aufnahme oder aus einem simulierten Headset.',
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
    summary: 'Lernen, EEG zu lesen und Ergebnisse zu hinterfragen, Schritt für Schritt.',
  },
};
