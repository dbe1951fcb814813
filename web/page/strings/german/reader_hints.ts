// What to do about a recording that cannot be read, by the English hint of the core: errors of one code may come with several.

const copyAgain =
  'Kopieren Sie die Datei noch einmal, oder exportieren Sie sie neu aus dem Aufnahmeprogramm';

const hints: readonly [english: RegExp, german: string][] = [
  [/\b(?:get it|copy it|download the file) again\b/, copyAgain],
  [
    /^Save it with .*-v7/,
    'Speichern Sie den Datensatz mit „-v7“: Schalten Sie in EEGLAB die Option aus, als Version 7.3 zu speichern',
  ],
  [/^Save the data set again/, 'Speichern Sie den Datensatz neu, in EEGLAB oder mit save -v7'],
  [
    /^Open the data set in EEGLAB/,
    'Öffnen Sie den Datensatz in EEGLAB, und speichern Sie ihn als eine .set-Datei',
  ],
  [
    /^Open the recording itself/,
    'Öffnen Sie die Aufnahme selbst (ihr Name endet oft auf _raw.fif oder _eeg.fif)',
  ],
  [/^Save the recording again with MNE/, 'Speichern Sie die Aufnahme neu mit MNE'],
  [/^Save it as EDF/, 'Speichern Sie die Aufnahme als EDF'],
  [/^Open it again/, 'Öffnen Sie die Datei noch einmal'],
  [
    /^Export the recording again, or compare/,
    'Exportieren Sie die Aufnahme neu, oder vergleichen Sie ihre Kopfdatei mit einer, die sich öffnen lässt',
  ],
  [
    /^The file of the samples may be cut off/,
    'Die Datei der Messwerte ist vielleicht abgeschnitten, oder gehört zu einer anderen Kopfdatei',
  ],
  [
    /^A text file of this kind is small/,
    'Eine Textdatei dieser Art ist klein: Das ist eine andere Datei, oder eine beschädigte',
  ],
  [
    /^The header says how the text is laid out/,
    'Wie der Text aufgebaut ist, steht in der Kopfdatei: Dezimalzeichen, Zeilen und Spalten, die ausgelassen werden',
  ],
];

export const readerHint = (english: string): string | null =>
  hints.find(([known]) => known.test(english))?.[1] ?? null;
