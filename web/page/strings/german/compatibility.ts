import type { Strings } from '../index.js';
import { atMost, counted, number, significant } from './numbers.js';

const listed = (names: string[]): string =>
  names.length <= 7
    ? names.join(', ')
    : `${names.slice(0, 6).join(', ')} und ${number(names.length - 6)} weitere`;
const hz = (value: number): string => `${significant(value, 6)} Hz`;
const s = (value: number): string => `${atMost(value, 3)} s`;
const uv = (value: number): string => `${significant(value, 3)} µV`;
const only = (is: unknown, text: string): string => (is ? text : '');
const allFound = (n: number): string => `Alle Kanäle gefunden (${number(n)}).`;
const samples = (n: number): string => counted(n, 'Abtastwert', 'Abtastwerte');
const noUnit = (unit: string, names: string[]): string =>
  `Die Datei nennt für ${listed(names)} keine bekannte Einheit${only(unit, ` („${unit}“)`)}. `;
const tooLarge = (v: { lowestUv: number; highestUv: number; likelyUnit: string }): string =>
  `EEG schwankt um ${uv(v.lowestUv)} bis ${uv(v.highestUv)}.${only(v.likelyUnit, ` Die Zahlen könnten in ${v.likelyUnit} stehen.`)} Berichtigen Sie die Einheit in der Datei, oder verwenden Sie eine andere Aufnahme.`;
const windowsAdded = (areAdded: boolean): string =>
  only(
    areAdded,
    ' Sie nennt keine Fenster, daher werden Fenster von der Länge des Modells gebildet.',
  );
const tooHigh = (nyquistHz: number): string =>
  `Die Aufnahme enthält nur Frequenzen unter ${hz(nyquistHz)}. Verwenden Sie eine Aufnahme mit höherer Abtastrate oder ein anderes Modell.`;
const these = (texts: string[]): string =>
  texts.length ? `den Annotationen ${listed(texts)}` : 'Annotationen';
const other = 'Verwenden Sie ein anderes Modell oder eine andere Aufnahme.';

export const compatibilityReasons: Strings['model']['compatibility']['reasons'] = {
  channels_found: ({ nChannels, nUnused, renamed }) =>
    `${allFound(nChannels)}${only(nUnused, ` ${counted(nUnused, 'weiterer wird', 'weitere werden')} nicht verwendet.`)}${only(renamed.length, ` Unter anderem Namen erkannt: ${listed(renamed)}.`)}`,
  channels_doubtful: ({ nChannels, bad, notEeg }) =>
    `${allFound(nChannels)}${only(bad.length, ` In der Datei oder ihrem Datensatz als schlecht markiert: ${listed(bad)}.`)}${only(notEeg.length, ` Von anderer Art als EEG: ${listed(notEeg)}.`)} Das Modell verwendet sie trotzdem, seine Vorhersagen können also falsch sein. Prüfen Sie diese Kanäle, oder verwenden Sie ein anderes Modell.`,
  channels_missing: ({ nFound, nChannels, missing, ambiguous }) =>
    `${number(nFound)} von ${counted(nChannels, 'Kanal', 'Kanälen')} gefunden.${only(missing.length, ` Es fehlen: ${listed(missing)}.`)}${only(ambiguous.length, ` Mehrere Kanäle heißen ${listed(ambiguous)}; welcher gemeint ist, ist nicht klar.`)} Das Modell braucht jeden seiner Kanäle genau einmal. ${other}`,
  channels_not_picked: ({ channels }) =>
    `Die Aufbereitung lässt Kanäle aus, die das Modell braucht: ${listed(channels)}. Fügen Sie sie der Aufbereitung hinzu.`,
  no_channel: () =>
    `Nicht verglichen, weil kein Kanal gefunden wurde, den das Modell braucht. ${other}`,
  rate_same: ({ sfreqHz }) => `${hz(sfreqHz)}, wie das Modell es verlangt.`,
  rate_resampled: ({ sfreqHz, modelHz, nUp, nDown }) =>
    `Die Aufnahme hat ${hz(sfreqHz)}, das Modell verlangt ${hz(modelHz)}. Die Aufnahme wird im Verhältnis ${number(nUp)}/${number(nDown)} umgerechnet; mehr ist nicht zu tun.`,
  rate_too_low: ({ sfreqHz, modelHz }) =>
    `Die Aufnahme hat ${hz(sfreqHz)}, das Modell verlangt ${hz(modelHz)}. Die meisten Frequenzen, die das Modell verwendet, wurden nicht aufgenommen. Verwenden Sie eine Aufnahme mit höherer Abtastrate oder ein anderes Modell.`,
  rate_not_resampled: ({ sfreqHz, modelHz }) =>
    `Die Aufnahme hat ${hz(sfreqHz)} und lässt sich nicht auf die ${hz(modelHz)} des Modells umrechnen. ${other}`,
  rate_of_recipe: ({ recipeHz, modelHz }) =>
    `Die Aufbereitung rechnet auf ${hz(recipeHz)} um, das Modell verlangt aber ${hz(modelHz)}. Ändern Sie die Abtastrate in der Aufbereitung.`,
  rates_differ: ({ sfreqHz, channels }) =>
    `Die meisten Kanäle haben ${hz(sfreqHz)}, eine andere Abtastrate ${channels.length === 1 ? 'hat' : 'haben'} ${listed(channels)}. Das Modell braucht dieselbe für alle. ${other}`,
  length_enough: ({ recordingS, epochS }) =>
    `${s(recordingS)} Aufnahme, zerlegt in Fenster von ${s(epochS)}.`,
  samples_accepted: ({ nSamples, nExpected }) =>
    `Ein Fenster hat ${samples(nSamples)}; das Modell wurde für ${number(nExpected)} gemacht. Es nimmt sie an, wurde aber nicht mit dieser Länge geprüft.`,
  samples_refused: ({ nSamples, nExpected }) =>
    `Die Aufbereitung ergibt ${samples(nSamples)} je Fenster, das Modell verlangt aber ${number(nExpected)}. Ändern Sie die Länge der Fenster in der Aufbereitung.`,
  recording_short: ({ availableS, epochS }) =>
    `Die Aufnahme dauert ${s(availableS)}, ein Fenster braucht aber ${s(epochS)}. Verwenden Sie eine längere Aufnahme.`,
  stretch_short: ({ availableS, epochS }) =>
    `Der längste Abschnitt ohne Lücke dauert ${s(availableS)}, ein Fenster braucht aber ${s(epochS)}. Verwenden Sie eine Aufnahme mit weniger Lücken.`,
  unit_microvolts: ({ spreadUv, converted }) =>
    `Mikrovolt; das Signal schwankt innerhalb einer Sekunde um ${uv(spreadUv)}.${only(converted.length, ` In Mikrovolt umgerechnet: ${listed(converted)}.`)}`,
  unit_assumed: ({ unit, channels, spreadUv }) =>
    `${noUnit(unit, channels)}Mikrovolt werden angenommen, weil das Signal wie EEG um ${uv(spreadUv)} schwankt. Prüfen Sie die Einheit in der Datei.`,
  unit_unknown: ({ unit, channels, spreadUv, ...range }) =>
    `${noUnit(unit, channels)}In Mikrovolt würde das Signal innerhalb einer Sekunde um ${uv(spreadUv)} schwanken. ${tooLarge(range)}`,
  unit_uncalibrated: ({ channels }) =>
    `Der Dateikopf nennt für ${listed(channels)} keine physikalische Skala, daher ist die Amplitude nicht bekannt. Verwenden Sie eine Aufnahme, die sie nennt.`,
  amplitude_implausible: ({ spreadUv, ...range }) =>
    `Das Signal schwankt innerhalb einer Sekunde um ${uv(spreadUv)} (Median der absoluten Abweichungen). ${tooLarge(range)}`,
  amplitude_constant: () =>
    'Die Kanäle sind an allen geprüften Stellen konstant; es gibt kein EEG, das sich klassifizieren ließe. Verwenden Sie eine andere Aufnahme.',
  channels_constant: ({ channels }) =>
    `An allen geprüften Stellen konstant: ${listed(channels)}. Das Modell erhält von dort kein Signal, seine Vorhersagen können also falsch sein. Prüfen Sie die Elektroden, oder verwenden Sie ein anderes Modell.`,
  band_inside: ({ lowHz, highHz, nyquistHz }) =>
    `${significant(lowHz, 6)} bis ${hz(highHz)}; die Aufnahme reicht bis ${hz(nyquistHz)}.`,
  band_none: () => 'Die Aufbereitung hat keinen Bandpass.',
  band_of_model_above: ({ highHz, nyquistHz }) =>
    `Das Modell kann Frequenzen bis ${hz(highHz)} verwenden, die Aufnahme enthält aber nur Frequenzen unter ${hz(nyquistHz)}. Die Ergebnisse können ungenauer sein.`,
  band_prefiltered: ({ lowHz, highHz, lowpassHz, highpassHz }) =>
    `Die Aufbereitung behält ${significant(lowHz, 6)} bis ${hz(highHz)}, die Aufnahme wurde aber schon gefiltert.${only(lowpassHz, ` Tiefpass: ${hz(lowpassHz)}.`)}${only(highpassHz, ` Hochpass: ${hz(highpassHz)}.`)} Die Ergebnisse können ungenauer sein.`,
  band_above: ({ highHz, nyquistHz }) =>
    `Die Aufbereitung behält Frequenzen bis ${hz(highHz)}. ${tooHigh(nyquistHz)}`,
  notch_above: ({ notchHz, nyquistHz }) =>
    `Die Aufbereitung entfernt ${hz(notchHz)}. ${tooHigh(nyquistHz)}`,
  recipe_of_model: ({ areWindowsAdded }) =>
    `Die Aufbereitung des Modells wird verwendet.${windowsAdded(areWindowsAdded)}`,
  recipe_given: ({ areWindowsAdded }) =>
    `Die angegebene Aufbereitung wird verwendet; das Modell nennt keine.${windowsAdded(areWindowsAdded)}`,
  recipe_replaced: ({ areWindowsAdded }) =>
    `Die angegebene Aufbereitung wird anstelle der des Modells verwendet.${windowsAdded(areWindowsAdded)} Die Ergebnisse können von denen abweichen, mit denen das Modell geprüft wurde.`,
  recipe_windows: ({ epochS }) =>
    `Das Modell nennt keine Aufbereitung, daher werden ungefilterte Fenster von ${s(epochS)} verwendet. Prüfen Sie, ob das Modell mit solchen Fenstern trainiert wurde.`,
  recipe_unsupported: ({ problemCode }) =>
    `Die Aufbereitung lässt sich nicht ausführen (${problemCode}). Verwenden Sie ein anderes Modell oder eine andere Aufbereitung.`,
  recipe_standardizes: () =>
    'Die Aufbereitung standardisiert das Signal, und das Modell tut es auch. Entfernen Sie die Standardisierung aus der Aufbereitung.',
  events_found: ({ nEvents, texts }) =>
    `Fenster werden aus ${these(texts)} gebildet: Es gibt ${nEvents === 1 ? 'eine' : number(nEvents)}.`,
  events_not_read: ({ texts }) =>
    `Fenster werden aus ${these(texts)} gebildet, die noch gelesen werden. Bitte warten Sie.`,
  events_missing: ({ texts }) =>
    `Fenster werden aus ${these(texts)} gebildet, und die Aufnahme hat keine davon. Fügen Sie Annotationen hinzu, oder verwenden Sie eine andere Aufnahme.`,
  task_classes: ({ nClasses, classes }) => `${number(nClasses)} Klassen: ${listed(classes)}.`,
  task_values: ({ nValues, outputs }) =>
    `${counted(nValues, 'Wert', 'Werte')}: ${listed(outputs)}.`,
};
