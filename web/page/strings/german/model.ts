import { translatedCard } from './card_texts.js';
import type { Strings } from '../index.js';
import { channels, windows } from './counts.js';
import { compatibilityReasons } from './compatibility.js';
import { atMost, counted, hertz, number, percent } from './numbers.js';

export const model: Strings['model'] = {
  label: 'Modell und Eignung',
  choose: 'Modell',
  search: 'Modelle suchen',
  noneFound:
    'Kein Modell hat einen passenden Namen, eine passende Klasse oder einen passenden Kanal.',
  loading: 'Modelle werden geladen.',
  open: 'Modell öffnen',
  bundled: {
    eyes: 'Augen offen oder geschlossen, 64 Kanäle',
    eyes8: 'Augen offen oder geschlossen, 8 Kanäle',
    leftright: 'Vorgestellte linke oder rechte Faust, 21 Kanäle',
    leftright_rhythm: 'Vorgestellte linke oder rechte Faust nach Rhythmus, 21 Kanäle',
    eyes_tangent: 'Augen offen oder geschlossen nach Kovarianz, 64 Kanäle',
    leftright_csp: 'Vorgestellte linke oder rechte Faust nach räumlichen Mustern, 64 Kanäle',
    eyes_standard: 'Augen offen oder geschlossen, 64 Kanäle, ohne Gates',
  },
  trainedHere: (n, title) => `Hier trainiert${n > 1 ? ` (${n})` : ''}: ${title}`,
  title: (classes) =>
    classes.length > 5
      ? `${classes.slice(0, 4).join(' / ')} und ${classes.length - 4} weitere`
      : classes.join(' / '),
  listed: {
    contract: (classes, nChans, sfreq, durationS) =>
      `${classes.join(' / ')} · ${channels(nChans)}, ${hertz(sfreq)}, Fenster von ${atMost(durationS, 2)} s`,
    share: (accuracy) => `${percent(accuracy)} bei unbekannten Personen`,
    right: (accuracy, calibrated) =>
      `Genauigkeit bei unbekannten Personen: ${percent(accuracy)}${calibrated === null ? '' : `; auf die Person kalibriert: ${percent(calibrated)}`}.`,
    tie: {
      recording: 'Mit dieser Aufnahme trainiert',
      person: 'Mit dieser Person trainiert',
    },
  },
  verified: 'Selbsttest',
  selfTest: {
    none: 'die Datei enthält keine Testwerte',
    exact: 'kein Unterschied',
    within: (difference) => `größter Unterschied ${difference}`,
    result: (hasPassed, difference) =>
      `${hasPassed ? 'bestanden' : 'nicht bestanden'}, ${difference}`,
  },
  compatibility: {
    comparing: 'Aufnahme und Modell werden verglichen …',
    uncompared:
      'Aufnahme und Modell ließen sich nicht vergleichen. Drücken Sie Klassifizieren, um es noch einmal zu versuchen.',
    question: 'Eignung',
    compared: (nOk, n) =>
      `${nOk} von ${counted(n, 'Prüfung', 'Prüfungen')} ohne Anpassung bestanden`,
    verdicts: {
      ok: 'passt',
      adapted: 'angepasst',
      missing: 'unvollständig',
      incompatible: 'passt nicht',
    },
    items: {
      channels: 'Kanäle',
      sampling_rate: 'Abtastrate',
      length: 'Länge',
      unit: 'Einheit',
      band: 'Frequenzband',
      recipe: 'Aufbereitung',
      events: 'Ereignisse',
      task: 'Aufgabe',
    },
    reasons: compatibilityReasons,
    goOn: 'Trotzdem klassifizieren (jede Ausgabe wird als ungültig markiert)',
    proposal: (title) => `„${title}“ passt zu dieser Aufnahme.`,
    useProposal: 'Verwenden',
    taken: 'Es wurde gewählt, weil es zu dieser Aufnahme passt.',
  },
  trainedOn: {
    recording:
      'Dieses Modell wurde mit dieser Aufnahme trainiert. Seine Genauigkeit hier zeigt nicht, wie gut es bei neuen Aufnahmen ist.',
    person:
      'Dieses Modell wurde mit anderen Aufnahmen dieser Person trainiert. Erwarten Sie bei anderen Personen eine geringere Genauigkeit.',
    some: (n, nAll) =>
      `Die Trainingsdaten enthalten ${n} dieser ${nAll} Aufnahmen oder andere derselben Personen. Erwarten Sie bei neuen Personen eine geringere Genauigkeit.`,
  },
  classify: 'Klassifizieren',
  cancel: 'Abbrechen',
  progress: {
    epochs: (nDone, total) => `${number(nDone)} von ${windows(total)}`,
    recordings: (nDone, n) => `${number(nDone)} von ${counted(n, 'Aufnahme', 'Aufnahmen')}`,
    filtering: 'Filtern',
    planning: 'Fenster planen',
  },
  obstacles: {
    engine: 'Die Rechenmodule starten.',
    noRecording: 'Öffnen Sie zuerst eine Aufnahme.',
    noModel: 'Wählen Sie zuerst ein Modell.',
    running: 'Es wird gerade klassifiziert.',
    comparing: 'Aufnahme und Modell werden verglichen.',
    refused: 'Diese Aufnahme eignet sich nicht für dieses Modell.',
  },
};

export const modelCard: Strings['modelCard'] = {
  label: 'Modellkarte',
  title: 'Modellkarte',
  name: (title, isBundled) => title + (isBundled ? ', mit dieser Seite geliefert' : ''),
  facts: {
    file: 'Datei',
    architecture: 'Architektur',
    parameters: 'Parameter',
    recipe: 'Aufbereitung',
    licence: 'Lizenz',
  },
  noRecipe: 'keine: Das Modell verwendet das unverarbeitete Signal',
  exportOnnx: 'ONNX exportieren',
  channels: (n) => `${channels(n)} in Reihenfolge`,
  tensors: (n) => counted(n, 'Tensor', 'Tensoren'),
  json: 'Konfiguration und Aufbereitung als JSON',
  tensorTable: { label: 'Tensoren', head: ['Tensor', 'Form', 'Werte'] },
  transformer: (block, gate, nBlocks, nHeads) => {
    const kind =
      gate === null
        ? `Transformer (${block})`
        : `Transformer mit ${gate.replace('gru', 'GRU')}-Gate`;
    return `${kind}, ${counted(nBlocks, 'Block', 'Blöcke')} mit ${counted(nHeads, 'Kopf', 'Köpfen')}`;
  },
  training: {
    reads: 'Eingabe',
    howGood: 'Genauigkeit',
    limits: 'Grenzen',
    trainedOn: 'Trainiert mit',
    people: 'Personen',
    windows: 'Fenster',
    windowsOf: (nTraining, nValidation) =>
      `${number(nTraining)} für das Training, ${number(nValidation)} für die Validierung`,
    settings: 'Einstellungen des Trainings',
    closedForm: 'in geschlossener Form angepasst, ohne Schritte',
    settingsOf: ({ optimizer, learningRate, epochs, batchSize, seed }) =>
      [
        optimizer,
        `Lernrate ${atMost(learningRate, 8)}`,
        `höchstens ${counted(epochs, 'Epoche', 'Epochen')}`,
        `Batches von ${number(batchSize)}`,
        `Startwert ${seed}`,
      ].join(', '),
    balanced: 'Klassen nach Häufigkeit gewichtet',
    smoothing: (share) => `Label-Glättung ${atMost(share, 3)}`,
    augmented: {
      jitter: 'zeitlich verschoben',
      mirror: 'Hirnhälften gespiegelt',
      channelDropout: 'Kanäle stummgeschaltet',
    },
    date: 'Datum',
    all: 'Alle Angaben der Datei zum Training, als JSON',
    fromFile: translatedCard,
    judged: (accuracy, chance, lowest, highest, how) =>
      `${accuracy} bei Personen, die nicht im Training waren (Zufall ${chance}; einzelne Personen ${lowest} bis ${highest}). ${how}`.trim(),
    metrics: (accuracy, nTrials, interval, chance) =>
      [
        accuracy,
        nTrials === null ? '' : ` von ${number(nTrials)} Fenstern`,
        ' bei der Validierung richtig',
        interval ? `, 95-%-Intervall ${interval[0]} bis ${interval[1]}` : '',
        chance ? `, häufigste Klasse ${chance}` : '',
      ].join(''),
    bits: 'Gewichte',
    rounded: (bits, change, accuracies) =>
      `auf ${bits} Bit gerundet: Im Selbsttest ändern sich die Werte um höchstens ${change}` +
      (accuracies ? `; vorher ${accuracies[0]} richtig, nachher ${accuracies[1]}` : ''),
  },
};

export const recipe: Strings['recipe'] = {
  pick: (names) => `Kanäle: ${names}`,
  averageReference: 'Mittelwertreferenz',
  reference: (names) => `Referenz: ${names}`,
  notch: (hz) => `Kerbfilter bei ${hz} Hz`,
  lowPass: (hz) => `Tiefpass ${hz} Hz`,
  highPass: (hz) => `Hochpass ${hz} Hz`,
  bandPass: (lowHz, highHz) => `Bandpass ${lowHz} bis ${highHz} Hz`,
  filter: (band, order, isCausal) =>
    `${band}${order === null ? '' : `, Ordnung ${order}`}, ${isCausal ? 'kausal' : 'nullphasig'}`,
  resampled: (hz) => `neu abgetastet mit ${hz} Hz`,
  aligned: (kind) => `${kind}-Angleichung je Aufnahme`,
  event: (text, label) => `${text} (${label})`,
  windows: (lengthS, stepS) => `Fenster von ${lengthS} s, alle ${stepS} s`,
  windowsAlong: (all, events) => `${all}, gleitend über ${events}`,
  around: (fromS, toS, events) => `${fromS} bis ${toS} s um ${events}`,
};
