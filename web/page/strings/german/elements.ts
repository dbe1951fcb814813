// What the elements say that stand in the page.
import type { ElementStrings } from '../../../elements/strings.js';
import type { Strings } from '../index.js';
import { lessonTexts } from './lessons.js';
import { textOf } from './core_errors.js';
import { channels, ofWindows, windows } from './counts.js';
import { finePercent, fixed } from './numbers.js';
import { readerHint } from './reader_hints.js';

export const drill: Strings['drill'] = {
  onSample: 'Stattdessen mit der eingebauten Beispielaufnahme üben',
};

export const germanElements: ElementStrings = {
  language: 'de',
  openRecording: 'Aufnahme öffnen',
  opening: 'Wird geöffnet',
  openingShare: (share) => `Wird geöffnet: ${Math.floor(share * 10) * 10} %`,
  foundExpected: (found, expected) =>
    [found && `Gefunden: ${found}.`, expected && `Erwartet: ${expected}.`]
      .filter(Boolean)
      .join(' '),
  errorText(code, message, hint) {
    const text = textOf(code);
    if (text && hint === germanElements.oneFile) return [text[0], hint];
    return text ? [text[0], hint && (text[1] ?? readerHint(hint) ?? hint)] : [message, hint];
  },
  oneFile:
    'Dieses Element öffnet Aufnahmen aus einer Datei: Geben Sie eine solche an (eegate convert schreibt sie), oder öffnen Sie diese Aufnahme im eigenen Programm, mit companions von openRecording().',
  nothingOpen: 'Keine Aufnahme ist offen. Sie bleibt auf diesem Computer.',
  recordingFacts: (nChannels, durationS, isSimulated) =>
    `${channels(nChannels)}, ${Math.round(durationS)} s${isSimulated ? ', simuliert' : ''}`,
  viewer: {
    traces: (names, fromS, toS) =>
      `Kurven von ${names}, ${fixed(fromS, 1)} bis ${fixed(toS, 1)} Sekunden`,
    timeline: 'Zeit in der Aufnahme',
  },
  classifier: {
    loadingModel: 'Das Modell wird geladen',
    classify: 'Klassifizieren',
    stop: 'Anhalten',
    nothingOpen: 'Keine Aufnahme ist offen',
    doesNotSuit: (why) => `Diese Aufnahme eignet sich nicht für das Modell: ${why.join('; ')}`,
    share: (n, nEpochs) => `${n} von ${ofWindows(nEpochs)}`,
    strip: (classes) => `Klasse über die Zeit: ${classes.join(', ')}`,
  },
  drill: {
    title: 'Sie gegen das Modell',
    start: (classes) =>
      `Sie sehen jeweils einige Sekunden EEG. Was ist es: ${classes.length > 1 ? `${classes.slice(0, -1).join(', ')} oder ${classes.at(-1)}` : classes.join()}? Nach jeder Antwort sehen Sie, was zutraf, und was das Modell zum selben Fenster sagt.`,
    begin: 'Beginnen',
    preparing: 'Fenster werden geschnitten',
    question: (n, all) => `Fenster ${n} von ${all}. Was ist es?`,
    traces: (names, durationS) => `Kurven von ${names}, ${fixed(durationS, 1)} Sekunden`,
    key: (key) => `Taste ${key}`,
    right: (truth) => `Richtig: ${truth}.`,
    wrong: (truth) => `Nein: Es war ${truth}.`,
    model: (predicted, probability, isRight) =>
      `Das Modell sagt ${predicted}, ${finePercent(probability)}, und hat ${isRight ? 'recht' : 'unrecht'}.`,
    modelSilent: 'Das Modell gibt hier keine Antwort.',
    looked: ({ drawn, hidden }) =>
      `${drawn.length ? `Von den gezeigten Elektroden zählten ${drawn.join(' und ')} für das Modell am meisten.` : ''} ${hidden.length ? `${drawn.length ? 'Nicht gezeigt, aber von mehr Gewicht' : 'Was für das Modell am meisten zählte, nicht gezeigt'}: ${hidden.join(', ')}.` : ''} Ein Modell wägt Elektroden auch gegeneinander ab, um Rauschen zu entfernen; es müssen daher nicht die sein, an denen ein Rhythmus groß ist.`,
    next: 'Nächstes Fenster',
    finish: 'Zum Ergebnis',
    you: 'Sie',
    machine: 'Modell',
    marks: (who, nRight, n) => `${who}: ${nRight} von ${n} richtig`,
    result: (yours, model, n) =>
      `Sie hatten in ${yours} von ${n} Fenstern recht, das Modell in ${model}.`,
    hard: (n) => (n === 0 ? '' : `${windows(n)} ${n === 1 ? 'war' : 'waren'} für beide zu schwer.`),
    again: 'Noch einmal, mit anderen Fenstern',
    noTruth:
      'Die Annotationen dieser Aufnahme nennen keine Fenster zweier Klassen; niemand könnte sagen, wer recht hat.',
    noTruthHint:
      'Öffnen Sie eine Aufnahme, deren Annotationen so heißen wie die Klassen des Modells.',
    misfitHint: 'Wählen Sie ein anderes Modell oder eine andere Aufnahme',
    tooFew: 'Zu jeder Klasse braucht es ein Fenster',
    windowsOrMore: (n) => `${windows(n)} oder mehr`,
  },
  lesson: {
    ...lessonTexts,
    step: (step, n) => `${step} von ${n}`,
    atLine: (line, message) => `Zeile ${line}: ${message}`,
    back: 'Zurück',
    next: 'Weiter',
    needsPage: 'Diese Ansicht braucht die ganze Seite',
    partOfView: 'Diese Ansicht ist hier nicht vollständig',
    openPage: 'in einem eigenen Tab öffnen',
  },
  configured: {
    message: 'Die Rechenmodule der Elemente laufen schon; sie lassen sich nicht mehr einstellen',
    hint: 'Rufen Sie configure() auf, bevor das erste Element eine Aufnahme öffnet, oder nachdem das letzte entfernt wurde.',
  },
  fetch: {
    page: 'eine HTML-Seite',
    besideHint:
      'Der Server hat mit einer Seite statt der Datei geantwortet. Stellen Sie die Ordner models und lessons neben das Skript der Elemente, oder geben Sie deren Dateien mit configure({ assets }) an.',
    failed: 'Die Datei ließ sich nicht holen',
    unknown: (name) => `Zu eegate gehört keine Datei dieses Namens: ${name}`,
    unknownHint: 'Nehmen Sie einen dieser Namen oder die Adresse einer Datei.',
    httpStatus: (status) => `HTTP-Status ${status}`,
    expected: 'eine Datei, die diese Seite lesen darf',
    hint: 'Prüfen Sie die Adresse.',
    foreignHint:
      'Prüfen Sie die Adresse. Ein Server anderer Herkunft muss diese Seite zulassen (Access-Control-Allow-Origin).',
  },
};
