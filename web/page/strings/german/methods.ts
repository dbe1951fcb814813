import type { Strings } from '../index.js';
import { windows } from './counts.js';
import { fixed, length, percent, percents } from './numbers.js';

const points = (share: number) => `${fixed(100 * share, 1)} Prozentpunkte`;

/** What the core says of the folds (src/session/train/comparison.cc). */
const foldsText = (english: string): string =>
  english
    .replace(
      /^(\d+) subjects or runs, left out in (\d+) folds/,
      '$1 Personen oder Aufnahmen, in $2 Teilen ausgelassen',
    )
    .replace(
      /^(\d+) segments of time, each left out once/,
      '$1 Zeitabschnitte, jeder einmal ausgelassen',
    )
    .replace(' with the epochs that overlap it', ', mit den Fenstern, die ihn überlappen');

export const methods: Strings['methods'] = {
  compare: 'Verfahren vergleichen',
  networks: 'auch Bandleistung, EEGNet und das kleine Netz mit Gates (dauert Minuten)',
  cancel: 'Vergleich abbrechen',
  note: 'Passt vier Klassifikatoren für Kovarianzen an (bei mehr als zwei Klassen drei), jeden in Sekunden. Kreuzvalidierung: Reihum werden Personen ausgelassen, oder Aufnahmen, oder Zeitabschnitte, je nachdem, was die Daten erlauben.',
  advice: (best, accuracy, chance, equals) =>
    `${best}: ${percent(accuracy)} der Fenster richtig; der Zufall liegt bei ${percent(chance)}.${
      equals.length ? ` Nicht klar schlechter: ${equals.join(', ')}.` : ''
    }`,
  atChance: (chance) =>
    `Kein Verfahren liegt klar über dem Zufall (${percent(chance)}). Mehr Fenster, andere Kanäle oder ein anderes Band helfen vielleicht.`,
  label: 'Verfahren im Vergleich',
  progress: (isPreparing, share) =>
    `${isPreparing ? 'Lesen und Filtern' : 'Vergleichen'}: ${percent(share)}`,
  split: (nEpochs, split) => `${windows(nEpochs)}; ${foldsText(split)}.`,
  recentred:
    'Jede Aufnahme wurde als Ganzes ausgerichtet und dann geteilt. Das verrät den Verfahren etwas über die ausgelassenen Fenster: Die Genauigkeit ist zu hoch. Bei mehreren Aufnahmen werden ganze Aufnahmen ausgelassen.',
  outdated:
    'Diese Ergebnisse gehören zu früheren Einstellungen. Vergleichen Sie noch einmal, um sie zu erneuern.',
  head: ['Verfahren', 'Band', 'Genauigkeit', 'Hinter dem besten', 'Dauer', ''],
  band: ([low, high]) => `${fixed(low, 0)} bis ${fixed(high, 0)} Hz`,
  chosenBand: 'wie gewählt',
  ownBand:
    'Wo ein Band angegeben ist, wurden die Fenster darauf gefiltert, weil Kovarianzen eines breiten Bandes vor allem langsame Potentiale und Muskeln zeigen. Die Wahl eines solchen Verfahrens stellt auch sein Band ein.',
  right: percent,
  rightInterval: (interval) => percents(interval).join(' bis '),
  best: 'das beste',
  behind: (share) => points(share),
  behindInterval: ([low, high]) => `${fixed(100 * low, 1)} bis ${fixed(100 * high, 1)}`,
  time: (durationS) => length(durationS),
  choose: 'Wählen',
  chooseOf: (name) => `${name} zum Training wählen`,
  chosen: 'Gewählt',
  intervals:
    'Unter den Zahlen: 95-%-Intervalle, bei Unterschieden gepaart über dieselben Fenster. Sie behandeln Fenster als unabhängig; benachbarte sind es nicht.',
  subject: 'Vergleich der Verfahren',
  done: 'Der Vergleich der Verfahren ist fertig.',
  stopped: 'Der Vergleich wurde abgebrochen.',
};
