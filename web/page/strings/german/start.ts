import type { Strings } from '../index.js';
import { ofWindows, recordings, windows } from './counts.js';
import { counted, number, percent, percents } from './numbers.js';

export const start: Strings['start'] = {
  label: 'Start',
  title: 'Sehen, was ein neuronales Netz in Hirnströmen liest',
  lead: 'Öffnen Sie eine EEG-Aufnahme: Ein kleiner Transformer klassifiziert sie Sekunde für Sekunde, in Ihrem Browser, und zeigt, warum. Ihre Daten bleiben auf diesem Gerät.',
  waiting: {
    explain: {
      title: 'Sehen, warum das Modell so entschieden hat',
      lead: 'Öffnen Sie eine EEG-Aufnahme: Für jedes Fenster sehen Sie, welche Frequenzen, Elektroden und Momente dafür sprachen, und ob die Erklärung verlässlich ist.',
    },
    sleep: {
      title: 'Eine Nacht Schlaf auswerten',
      lead: 'Öffnen Sie die Aufnahme einer Nacht: Setzen Sie die Stadien mit Tasten, aus einem Hypnogramm oder mit einem veröffentlichten Modell, und vergleichen Sie Auswertungen. Ihre Daten bleiben auf diesem Gerät.',
      sample: 'Eine simulierte Nacht ausprobieren',
      example:
        'Eine Nacht als Beispiel: Zyklen von etwa 90 Minuten, Tiefschlaf (N3) am Anfang, REM-Schlaf (R) gegen Ende.',
    },
  },
  open: 'Aufnahme öffnen',
  openFolder: 'Ordner öffnen',
  openOwn: 'Eigene EDF-Datei öffnen',
  sample: 'Beispielaufnahme ausprobieren',
  awaited: (from, to, isOfSample) =>
    `Diese Adresse zeigt ${from} bis ${to} ${isOfSample ? 'der Beispielaufnahme' : 'einer Aufnahme'}: Öffnen Sie sie, um diese Stelle zu sehen.`,
  orDrop:
    'oder Aufnahmen (EDF, BDF, BrainVision, EEGLAB, FIF ...) oder ihren Ordner irgendwo auf dieser Seite ablegen',
  running: {
    open: 'Augen offen',
    closed: 'Augen geschlossen',
    share: (share) => percent(Math.floor(100 * share) / 100),
    caption:
      'Simuliertes EEG. Bei 0:30 schließen sich die Augen: Am Hinterkopf (O1, Oz, O2) erscheint der Alpha-Rhythmus (10 Hz), und die Ausgabe des Modells ändert sich.',
    again: 'Noch einmal',
  },
  doors: {
    lessons: {
      who: 'Studium',
      title: 'EEG lesen lernen',
      text: 'Vier Lektionen: hinsehen, vorhersagen und sehen, ob Sie recht hatten.',
    },
    train: {
      who: 'Forschung',
      title: 'Mit eigenen Aufnahmen trainieren',
      text: 'Von Annotationen zu einem Modell, das an Personen getestet wird, mit denen es nicht trainiert wurde.',
    },
    playground: {
      who: 'Lehre',
      title: 'Einen Rhythmus verstecken und finden',
      text: 'Künstliche Daten mit bekannter Wahrheit, ein Netz, das sie lernt, und eigene Lektionen.',
    },
  },
  models: {
    title: 'Mitgelieferte Modelle',
    share: (accuracy) => percent(accuracy),
    right: (lowest, highest, calibrated) =>
      `richtig bei Personen, mit denen es nicht trainiert wurde${lowest === null || highest === null ? '' : ` (${percent(lowest)} bis ${percent(highest)} bei einzelnen Personen)`}${calibrated === null ? '' : `; ${percent(calibrated)} nach Kalibrierung auf die Person, ohne Klassenangaben`}`,
    sentences: {
      'eyes.safetensors':
        'Unterscheidet offene von geschlossenen Augen am Alpha-Rhythmus des Hinterkopfs.',
      'eyes8.safetensors':
        'Unterscheidet offene von geschlossenen Augen mit acht Elektroden des 10-20-Systems.',
      'leftright.safetensors':
        'Unterscheidet die vorgestellte Bewegung der linken und rechten Faust, vor allem an langsamen Potentialen nach dem Reiz.',
      'leftright_rhythm.safetensors':
        'Unterscheidet die vorgestellte Bewegung der linken und rechten Faust an den Rhythmen des motorischen Kortex.',
      'eyes_tangent.safetensors':
        'Unterscheidet offene von geschlossenen Augen an der Kovarianz der Kanäle; auf die Person zu kalibrieren.',
      'leftright_csp.safetensors':
        'Unterscheidet die vorgestellte Bewegung der linken und rechten Faust an sechs räumlichen Filtern, 8 bis 32 Hz.',
    },
  },
  limits:
    'EDF, EDF+, BDF, BDF+, BrainVision, EEGLAB, FIF, GDF, XDF, Neuroscan, OpenBCI und Muse; BIDS-Ordner. Für Forschung und Lehre; kein Medizinprodukt.',
  recordings: 'Aufnahmen',
  search: 'Aufnahmen suchen',
  noneFound: 'Keine passende Aufnahme gefunden.',
  table: {
    name: 'Aufnahme',
    length: 'Länge',
    right: 'Richtig',
  },
  person: (name, nRecordings) => `Person ${name}, ${recordings(nRecordings)}`,
  share: (nRight, n) => percent(nRight / n),
  shareOf: (nRight, n) => `${number(nRight)} von ${ofWindows(n)}`,
  allRight: (nRight, n, interval) =>
    `Alle zusammen: richtig in ${number(nRight)} von ${ofWindows(n)}, ${percent(nRight / n)} (95-%-Intervall ${percents(interval).join(' bis ')}).`,
  mixed:
    'Die Aufnahmen wurden mit verschiedenen Modellen oder Kalibrierungen klassifiziert; deshalb gibt es keine gemeinsame Zahl. Klassifizieren Sie alle mit einem Modell, um sie zu erhalten.',
  classifyAll: (n) => `Alle ${n} klassifizieren`,
  model: (title) => `Modell: ${title}`,
  saveAllResults: 'Diese Tabelle als CSV speichern',
  allResults: 'Alle Aufnahmen',
  openTwice: 'zweimal geöffnet',
  copiesOnce: 'Eine Aufnahme, die zweimal geöffnet ist, zählt einmal.',
  warnings: (n) => counted(n, 'Warnung', 'Warnungen'),
  classified: windows,
  close: (name) => `${name} schließen`,
};
