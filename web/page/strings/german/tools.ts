import type { Strings } from '../index.js';
import { channels, ofChannels } from './counts.js';
import { atMost, percent, significant } from './numbers.js';

export const tools: Strings['tools'] = {
  group: 'Werkzeuge zur Analyse',
  head: 'Kopfkarte',
  filter: 'Filtergrenzen',
  spectrum: 'Spektrum',
  marks: 'Annotationen',
  ruler: 'Lineal',
  headMap: {
    power: {
      band: 'Leistung von',
      none: 'keinem Band',
      scale: (low, high) =>
        `Von ${significant(low, 2)} µV² (dunkelblau) bis ${significant(high, 2)} µV² (gelb), logarithmisch.`,
      of: (band, from, to, how) => `Leistung von ${band}, ${from} bis ${to}, ${how}.`,
      extremes: (strongest, weakest) => `Am stärksten: ${strongest}. Am schwächsten: ${weakest}.`,
      at: (name, power) => `${name} ${significant(power, 3)} µV²`,
    },
    picked: (n) => `${channels(n)} gewählt`,
    shown: (n, all) =>
      `${n < all ? `${n} von ${ofChannels(all)} sind zu sehen; blättern Sie zu den anderen.` : 'Alle Kanäle sind zu sehen.'} Wählen Sie Kanäle aus, um nur diese zu zeigen.`,
    unknownPlaces:
      'Es gibt keine Karte: Die Datei enthält keine Positionen der Elektroden, und die Namen der Kanäle sind nicht die des 10-10-Systems.',
    showAll: 'Alle zeigen',
    left: 'Links',
    middle: 'Mitte',
    right: 'Rechts',
    asList: 'Dasselbe als Liste',
    list: 'Kanäle, die gezeigt werden',
  },
  filterEdges: {
    off: 'aus',
    hz: (hz) => `${atMost(hz, 3)} Hz`,
    edges: { highpassHz: 'Hochpass', lowpassHz: 'Tiefpass', notchHz: 'Kerbfilter' },
    other: 'Andere …',
    typed: (edge) => `${edge} in Hz`,
    range: (leastHz, belowHz) =>
      `Geben Sie eine Zahl von ${atMost(leastHz, 3)} bis unter ${atMost(belowHz, 3)} Hz ein, die halbe Abtastrate.`,
    aboveLowPass: (hz) => `Der Hochpass muss unter dem Tiefpass von ${atMost(hz, 3)} Hz liegen.`,
    belowHighPass: (hz) => `Der Tiefpass muss über dem Hochpass von ${atMost(hz, 3)} Hz liegen.`,
    byModel: 'Die Kurven sind gefiltert wie für das Modell. Eine Wahl hier ersetzt dieses Filter.',
    none: 'Kein Filter: Die Kurven sind, wie sie aufgezeichnet wurden.',
    onlyLooking:
      'Nur für die Anzeige. Ein Modell bekommt das Signal immer nach seiner eigenen Aufbereitung gefiltert.',
    kind: 'Butterworth, Ordnung 2, vorwärts und rückwärts angewandt (nullphasig); jeder Filter für sich hat −6 dB an seiner Grenzfrequenz.',
    picture: (response) => `Frequenzgang in Dezibel: ${response}`,
    littlePasses: (share, hz) =>
      `Höchstens ${percent(share)} der Amplitude kommen durch, bei ${significant(hz, 2)} Hz`,
    passes: (fromHz, toHz) => {
      const from = fromHz === null ? '0 Hz' : `${significant(fromHz, 2)} Hz`;
      const to =
        toHz === null ? 'zur höchsten Frequenz der Aufnahme' : `${significant(toHz, 2)} Hz`;
      return `Lässt ${from} bis ${to} durch (mindestens die halbe Amplitude)`;
    },
    asTable: 'Der Frequenzgang als Tabelle',
    table: 'Frequenzgang',
    tableHead: ['Frequenz', 'Durchgelassene Amplitude'],
    tableHz: (hz) => `${significant(hz, 2)} Hz`,
  },
  spectra: {
    nothing:
      'Kein Kanal im Ausschnitt ist eine Spannung mit Messwerten, also gibt es nichts, wovon ein Spektrum zu berechnen wäre.',
    of: (from, to, n, how, windowS, upToHz) =>
      `${from} bis ${to}, ${channels(n)}, ${how.join(', ') || 'wie aufgezeichnet'}; Verfahren von Welch, Hann-Fenster von ${significant(windowS, 3)} s, halb überlappend; µV²/Hz, logarithmisch, bis ${atMost(upToHz, 1)} Hz.`,
    changed: 'Die Leistung ist die nach Montage und Filter, nicht die der Aufzeichnung.',
    thickLine: 'Die dicke Linie ist ihr Mittel.',
    scope: 'Spektrum. Links und rechts bewegen die Marke.',
    noSamples: 'Hier sind keine Abtastwerte.',
    atCursor: (hz, mean, name, strongest) =>
      `Bei ${atMost(hz, 2)} Hz: Mittel ${significant(mean, 3)} µV²/Hz, am stärksten in ${name} mit ${significant(strongest, 3)} µV²/Hz`,
    asTable: 'Leistung in den Bändern als Tabelle',
    table: 'Leistung in den Bändern',
    channel: 'Kanal',
    band: (name, lowHz, highHz) => `${name} ${atMost(lowHz, 1)}–${atMost(highHz, 1)} Hz`,
    bands: { delta: 'Delta', theta: 'Theta', alpha: 'Alpha', beta: 'Beta', gamma: 'Gamma' },
  },
  scale: {
    measure:
      'Der Maßstab des Bildschirms ist geschätzt. Für genaue µV/mm und mm/s messen Sie diesen Balken und geben Sie seine Länge ein.',
    length: 'Länge des Balkens in Millimetern',
    negativeUp: 'Negative Spannungen nach oben',
    ears: (names) => `Ohrelektroden in dieser Aufnahme: ${names.join(', ')}.`,
  },
};
