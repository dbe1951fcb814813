import type { Strings } from '../index.js';
import { epochs } from './counts.js';
import { counted, fixed, length, number, percent } from './numbers.js';

const minutes = (value: number | undefined) =>
  value === undefined ? 'keine' : `${fixed(value, 1)} min`;
const share = (value: number) => `${fixed(value, 1)} %`;

export const sleep: Strings['sleep'] = {
  purpose: 'Kein Medizinprodukt: für Forschung und Lehre.',
  begin: {
    open: {
      title: 'Stadien aus einer Datei',
      note: 'Annotationen in EDF+, Ereignisse von BIDS, CSV, Text oder XML.',
    },
    byHand: {
      title: 'Von Hand bestimmen',
      note: 'Mit Knöpfen oder den Tasten W 1 2 3 R; die Statistik folgt sofort.',
    },
    model: {
      title: 'Stadien von einem Modell',
      note: 'Veröffentlichte Gewichte, nicht Teil von eegate: RobustSleepNet (github.com/Dreem-Organization/RobustSleepNet), SeqSleepNet oder Chambon2018 (github.com/guidogagl/physioex), umgewandelt, wie docs/SLEEP.md es zeigt; von mehreren das Mittel.',
    },
    picture: {
      title: 'Die ganze Nacht in einem Bild',
      note: 'Leistung von 0 bis 30 Hz in Schritten von 30 s; ein Klick führt dorthin.',
    },
  },
  open: 'Hypnogramm öffnen',
  openOther: 'Mit einem anderen vergleichen',
  fromAnnotations: (name) => `Annotationen von ${name}`,
  stager: {
    open: 'Mit einem Modell bestimmen',
    of: (name) =>
      `Stadien von ${name}. Prüfen Sie die Stadien, und berichtigen Sie sie mit den Tasten.`,
    beside: (name) => `${name} ist zum Vergleich da; die Stadien sind nicht seine.`,
    otherEpochs: (name) =>
      `${name} hat Epochen anderer Länge als die Bestimmung: Sie können nicht verglichen werden. Um seine Stadien zu übernehmen, schließen Sie die Bestimmung und lassen Sie noch einmal bestimmen.`,
    moved:
      'Seine Epochen nach einer Lücke wurden um höchstens eine halbe Epoche verschoben, auf den nächsten Platz im Hypnogramm.',
    several: (n) => `das Mittel aus ${n} Modellen`,
    progress: (done) => `Stadien werden bestimmt: ${percent(done)}`,
    cancel: 'Bestimmen abbrechen',
    stopped: 'Das Bestimmen der Stadien wurde abgebrochen.',
    done: (nEpochs, nWithout) =>
      `Stadien von ${epochs(nEpochs)} bestimmt${nWithout ? `, ${number(nWithout)} davon ohne brauchbares Signal` : ''}.`,
  },
  ownScoring: 'eigene Bestimmung',
  corrected: (name, n) =>
    n ? `${name} (${counted(n, 'Stadium', 'Stadien')} von Hand korrigiert)` : name,
  epochs: (epochS) => `Epochen: ${epochS} s`,
  closeScoring: 'Bestimmung schließen',
  closeOther: 'Vergleich schließen',
  ambiguous: (name) =>
    `Die Zahlen in ${name} können verschiedene Stadien bedeuten. Welches Programm hat sie geschrieben?`,
  codes: {
    yasa: 'YASA (4 ist REM, 0 ist Wach)',
    nsrr: 'NSRR, Profusion (5 ist REM, 0 ist Wach)',
    dreams: 'DREAMS (4 ist REM, 5 ist Wach)',
  },
  scoringLabel: 'Stadium der Epoche bestimmen',
  keysHint:
    'Tasten: W 1 2 3 R bestimmen die Epoche und gehen weiter, ← → gehen nur, Entf entfernt ein Stadium, Strg+Z macht rückgängig.',
  lights: {
    label: 'Zeit im Bett',
    offS: 'Licht aus',
    onS: 'Licht an',
    here: { offS: 'Aus vor dieser Epoche', onS: 'An nach dieser Epoche' },
    changed: (light, time) => `${light}: ${time ?? 'nicht bekannt'}`,
    noTime:
      'Geben Sie eine Uhrzeit ein, etwa 23:10, oder eine Zeit nach dem Beginn, etwa +1:02:05.',
    wrong:
      'Zwischen Licht aus und Licht an läge keine Epoche. Wählen Sie eine frühere oder spätere Zeit.',
    outside: (from, to) =>
      `Diese Zeit liegt nicht in der Aufnahme, die von ${from} bis ${to} geht.`,
    report: (off, on, isClock) =>
      `Licht aus: ${off ?? 'erste Epoche'}; Licht an: ${on ?? 'letzte Epoche'} (${isClock ? 'Uhrzeiten' : 'nach dem Beginn'}).`,
  },
  otherEpochs: {
    message: (otherS, ownS) =>
      `Dieses Hypnogramm hat Epochen von ${otherS} s, das offene von ${ownS} s: Sie können nicht verglichen werden`,
    hint: 'Wählen Sie ein Hypnogramm mit gleich langen Epochen, oder schließen Sie die Bestimmung und öffnen Sie dieses allein.',
  },
  tools: 'Werkzeuge und Statistik',
  noStage: 'Kein Stadium',
  previous: 'Vorige Epoche',
  next: 'Nächste Epoche',
  epoch: (index, n, timeS, stage) =>
    `Epoche ${number(index + 1)} von ${number(n)}, bei ${timeS}: ${stage === '?' ? 'kein Stadium' : stage}`,
  beyond: (time) => `Das Hypnogramm hat keine Epoche um ${time}: Ein Stadium erweitert es`,
  noEpochInView: 'Hier kann nichts bestimmt werden: Es ist keine Epoche zu sehen.',
  hypnogram: (name, nEpochs, nUnscored) =>
    `Hypnogramm, ${name}: ${epochs(nEpochs)}, ${number(nUnscored)} ohne Stadium`,
  ribbon: (name) => `Wahrscheinlichkeiten von ${name}`,
  spectrogram: {
    channel: 'Kanal',
    compute: 'Spektrogramm berechnen',
    computing: (done) => `Wird berechnet: ${percent(done)}`,
    cancel: 'Berechnen abbrechen',
    stopped: 'Das Berechnen wurde abgebrochen.',
    label: (channel, nTapers) =>
      `Multitaper-Spektrogramm von ${channel}, 0 bis 30 Hz, ${nTapers} Taper, Spalten von 30 s`,
    scale: (low, high) =>
      `Leistungsdichte: ${fixed(low, 0)} dB (dunkelblau) bis ${fixed(high, 0)} dB (gelb), 0 dB ist 1 µV²/Hz.`,
  },
  save: 'Speichern',
  formats: { csv: 'CSV', tsv: 'BIDS-Ereignisse', edf: 'EDF+-Annotationen' },
  report: 'Bericht',
  saveStages: 'Stadien speichern',
  saveReport: 'Bericht über die Nacht speichern',
  statistics: {
    none: 'Noch hat keine Epoche ein Stadium: Statistik und Bericht folgen mit dem ersten.',
    caption: 'Statistik der Nacht (AASM)',
    rows: (s) => [
      ['Zeit im Bett (TIB)', minutes(s.timeInBedMin)],
      ['Gesamtschlafzeit (TST)', minutes(s.totalSleepMin)],
      ['Schlafeffizienz', share(s.sleepEfficiency)],
      ['Einschlaflatenz (SOL)', minutes(s.sleepLatencyMin)],
      ['REM-Latenz', minutes(s.remLatencyMin)],
      ['Wach nach Einschlafen (WASO)', minutes(s.wakeAfterOnsetMin)],
      ['Schlafperiode (SPT)', minutes(s.sleepPeriodMin)],
      ['Durchschlafquote', share(s.sleepMaintenance)],
      ['Ohne Stadium', minutes(s.unscoredMin)],
      ['Aufwachen', number(s.nAwakenings)],
      ['Stadienwechsel', number(s.nStageShifts)],
    ],
    stages: { caption: 'Stadien', stage: 'Stadium', minutes: 'Minuten', percent: 'Anteil' },
    ofStage: (stageMin, stagePercent, isWake) => [
      fixed(stageMin, 1),
      `${fixed(stagePercent, 1)} % der ${isWake ? 'TIB' : 'TST'}`,
    ],
    transitions: 'Übergänge, von der Zeile zur Spalte',
  },
  events: {
    find: 'Spindeln und langsame Wellen suchen',
    caption: 'Kandidaten in N2 und N3',
    captionOf: (channel, searchedMin) =>
      `Kandidaten in ${minutes(searchedMin)} N2 und N3, Kanal ${channel}`,
    method:
      'Spindeln: 11 bis 16 Hz, Effektivwert 0,5 bis 3 s lang um 1,5 Standardabweichungen über seinem Mittel. Langsame Wellen: 0,16 bis 4 Hz, mindestens 75 µV von Spitze zu Spitze. Größen sind von Spitze zu Spitze in diesen Bändern. Detektoren und Fachleute stimmen nur zum Teil überein.',
    columns: ['Art', 'Anzahl', 'Je Minute', 'Mittel, Spitze zu Spitze'],
    rows: (found) =>
      [
        { name: 'Spindeln', events: found.spindles },
        { name: 'Langsame Wellen', events: found.slowWaves },
      ].map(({ name, events }) => [
        name,
        number(events.length),
        fixed(events.length / found.searchedMin, 1),
        `${fixed(events.reduce((sum, { amplitudeUv }) => sum + amplitudeUv, 0) / events.length, 0)} µV`,
      ]),
    found: (nSpindles, nSlowWaves) =>
      `${counted(nSpindles, 'Spindel', 'Spindeln')} und ${counted(nSlowWaves, 'langsame Welle', 'langsame Wellen')} gefunden`,
    again: 'Stadien wurden inzwischen korrigiert: Die Suche beginnt von vorn',
    mark: 'Zu den Annotationen hinzufügen',
    empty: 'Keine gefunden.',
    marks: { spindle: 'Spindel', slowWave: 'langsame Welle' },
  },
  agreement: {
    title: (first, second) => `${first}, verglichen mit ${second}`,
    sentence: (agreement, kappa, n, nLeftOut) =>
      `Gleiches Stadium in ${percent(agreement)} von ${epochs(n)}, die beide bestimmt haben (${number(nLeftOut)} ausgelassen). ` +
      (kappa === undefined ? 'Kein Kappa: nur ein Stadium.' : `Cohens Kappa ${fixed(kappa, 2)}.`),
    confusion: 'Epochen: Zeilen die erste Bestimmung, Spalten die zweite',
    kappa: 'Kappa',
    stage: 'Stadium',
    noKappa: '–',
    none: (name) => `Keine Epoche hat hier und in ${name} ein Stadium.`,
  },
  reportTitle: (name) => `Schlafbericht: ${name}`,
  madeOf: (scoring, epochS, durationS, startedAt) =>
    `Stadien: ${scoring}, Epochen von ${epochS} s. Aufnahme: ${length(durationS)}${startedAt && `, ab ${startedAt}`}.`,
  madeFrom: (channels, sfreq) => `Kanäle: ${channels}. Abtastrate: ${sfreq}.`,
  madeOn: (version, now) => `Geschrieben von eegate ${version}, ${now}.`,
  status: {
    closed: (name) => `${name} geschlossen; „Rückgängig“ öffnet sie wieder`,
    opened: (name, nEpochs) => `${name} geöffnet: ${epochs(nEpochs)}`,
    scored: (index, stage) =>
      `Epoche ${number(index + 1)}: ${stage === '?' ? 'kein Stadium' : stage}`,
    computing: 'Das Spektrogramm der Nacht wird berechnet',
  },
};
