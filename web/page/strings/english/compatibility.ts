// Results of the compatibility checks: what was found, what it means, what to do.
import type { CompatibilityCode, CompatibilityValues } from '../../../api/index.js';
import { atMost, counted, number, significant } from './numbers.js';

const listed = (names: string[]): string =>
  names.length <= 7
    ? names.join(', ')
    : `${names.slice(0, 6).join(', ')} and ${number(names.length - 6)} more`;
const hz = (value: number): string => `${significant(value, 6)} Hz`;
const s = (value: number): string => `${atMost(value, 3)} s`;
const uv = (value: number): string => `${significant(value, 3)} µV`;
const only = (is: unknown, text: string): string => (is ? text : '');
const channels = (n: number): string => counted(n, 'channel');
const samples = (n: number): string => counted(n, 'sample');
const noUnit = (unit: string, names: string[]): string =>
  `The file names no known unit${only(unit, ` (“${unit}”)`)} for ${listed(names)}. `;
const tooLarge = (v: { lowestUv: number; highestUv: number; likelyUnit: string }): string =>
  `EEG varies by ${uv(v.lowestUv)} to ${uv(v.highestUv)}.${only(v.likelyUnit, ` The numbers may be in ${v.likelyUnit}.`)} Correct the unit in the file, or use another recording.`;
const windowsAdded = (areAdded: boolean): string =>
  only(areAdded, ' It names no windows, so windows of the model’s length are cut.');
const tooHigh = (nyquistHz: number): string =>
  `The recording contains only frequencies below ${hz(nyquistHz)}. Use a recording with a higher sampling rate, or another model.`;
const these = (texts: string[]): string =>
  texts.length ? `the annotations ${listed(texts)}` : 'annotations';

export const compatibilityReasons = {
  channels_found: ({ nChannels, nUnused, renamed }) =>
    `All ${channels(nChannels)} found.${only(nUnused, ` ${number(nUnused)} more are not used.`)}${only(renamed.length, ` Recognised by another name: ${listed(renamed)}.`)}`,
  channels_doubtful: ({ nChannels, bad, notEeg }) =>
    `All ${channels(nChannels)} found.${only(bad.length, ` Marked as bad in the file or its data set: ${listed(bad)}.`)}${only(notEeg.length, ` Of another type than EEG: ${listed(notEeg)}.`)} The model uses them all the same, so its predictions may be wrong. Check these channels, or use another model.`,
  channels_missing: ({ nFound, nChannels, missing, ambiguous }) =>
    `${number(nFound)} of ${channels(nChannels)} found.${only(missing.length, ` Missing: ${listed(missing)}.`)}${only(ambiguous.length, ` Several channels are called ${listed(ambiguous)}, so it is not clear which one is meant.`)} The model needs each of its channels exactly once: use another model or another recording.`,
  channels_not_picked: ({ channels }) =>
    `The recipe leaves out channels that the model needs: ${listed(channels)}. Add them to the recipe.`,
  no_channel: () =>
    'Not compared, because no channel that the model needs was found. Use another model or another recording.',
  rate_same: ({ sfreqHz }) => `${hz(sfreqHz)}, as the model requires.`,
  rate_resampled: ({ sfreqHz, modelHz, nUp, nDown }) =>
    `The recording has ${hz(sfreqHz)}, the model requires ${hz(modelHz)}. The recording is resampled by ${number(nUp)}/${number(nDown)}; you need not do anything.`,
  rate_too_low: ({ sfreqHz, modelHz }) =>
    `The recording has ${hz(sfreqHz)}, the model requires ${hz(modelHz)}. Most frequencies that the model uses were never recorded. Use a recording with a higher rate, or another model.`,
  rate_not_resampled: ({ sfreqHz, modelHz }) =>
    `The recording has ${hz(sfreqHz)} and cannot be resampled to the ${hz(modelHz)} of the model. Use another model or another recording.`,
  rate_of_recipe: ({ recipeHz, modelHz }) =>
    `The recipe resamples to ${hz(recipeHz)}, but the model requires ${hz(modelHz)}. Change the rate in the recipe.`,
  rates_differ: ({ sfreqHz, channels }) =>
    `Most channels have ${hz(sfreqHz)}, but ${listed(channels)} ${channels.length === 1 ? 'has' : 'have'} another rate. The model needs one rate for all: use another recording or another model.`,
  length_enough: ({ recordingS, epochS }) =>
    `${s(recordingS)} of recording, which is cut into windows of ${s(epochS)}.`,
  samples_accepted: ({ nSamples, nExpected }) =>
    `A window has ${samples(nSamples)}; the model was made for ${number(nExpected)}. It accepts them, but was not tested with this length.`,
  samples_refused: ({ nSamples, nExpected }) =>
    `The recipe gives ${samples(nSamples)} per window, but the model requires ${number(nExpected)}. Change the length of windows in the recipe.`,
  recording_short: ({ availableS, epochS }) =>
    `The recording lasts ${s(availableS)}, but a window needs ${s(epochS)}. Use a longer recording.`,
  stretch_short: ({ availableS, epochS }) =>
    `The longest part without a gap lasts ${s(availableS)}, but a window needs ${s(epochS)}. Use a recording with fewer gaps.`,
  unit_microvolts: ({ spreadUv, converted }) =>
    `Microvolts; the signal varies by ${uv(spreadUv)} within a second.${only(converted.length, ` Converted to microvolts: ${listed(converted)}.`)}`,
  unit_assumed: ({ unit, channels, spreadUv }) =>
    `${noUnit(unit, channels)}Microvolts are assumed, because the signal varies by ${uv(spreadUv)} as EEG does. Check the unit in the file.`,
  unit_unknown: ({ unit, channels, spreadUv, ...range }) =>
    `${noUnit(unit, channels)}As microvolts, the signal would vary by ${uv(spreadUv)} within a second. ${tooLarge(range)}`,
  unit_uncalibrated: ({ channels }) =>
    `The header gives no physical scale for ${listed(channels)}, so their amplitude is not known. Use a recording that states it.`,
  amplitude_implausible: ({ spreadUv, ...range }) =>
    `The signal varies by ${uv(spreadUv)} within a second (median absolute deviation). ${tooLarge(range)}`,
  amplitude_constant: () =>
    'The channels are constant at all places that were checked, so there is no EEG to classify. Use another recording.',
  channels_constant: ({ channels }) =>
    `Constant in all parts that were checked: ${listed(channels)}. The model gets no signal from ${channels.length === 1 ? 'it' : 'them'}, so its predictions may be wrong. Check the electrodes, or use another model.`,
  band_inside: ({ lowHz, highHz, nyquistHz }) =>
    `${significant(lowHz, 6)} to ${hz(highHz)}, within the ${hz(nyquistHz)} of the recording.`,
  band_none: () => 'The recipe has no band-pass.',
  band_of_model_above: ({ highHz, nyquistHz }) =>
    `The model may use frequencies up to ${hz(highHz)}, but the recording contains only frequencies below ${hz(nyquistHz)}. Results may be less accurate.`,
  band_prefiltered: ({ lowHz, highHz, lowpassHz, highpassHz }) =>
    `The recipe keeps ${significant(lowHz, 6)} to ${hz(highHz)}, but the recording was filtered before.${only(lowpassHz, ` Low-pass: ${hz(lowpassHz)}.`)}${only(highpassHz, ` High-pass: ${hz(highpassHz)}.`)} Results may be less accurate.`,
  band_above: ({ highHz, nyquistHz }) =>
    `The recipe keeps frequencies up to ${hz(highHz)}. ${tooHigh(nyquistHz)}`,
  notch_above: ({ notchHz, nyquistHz }) =>
    `The recipe removes ${hz(notchHz)}. ${tooHigh(nyquistHz)}`,
  recipe_of_model: ({ areWindowsAdded }) =>
    `The model’s own recipe is used.${windowsAdded(areWindowsAdded)}`,
  recipe_given: ({ areWindowsAdded }) =>
    `The given recipe is used; the model names none.${windowsAdded(areWindowsAdded)}`,
  recipe_replaced: ({ areWindowsAdded }) =>
    `The given recipe is used in place of the model’s own.${windowsAdded(areWindowsAdded)} Results may differ from those that the model was tested with.`,
  recipe_windows: ({ epochS }) =>
    `The model names no recipe, so unfiltered windows of ${s(epochS)} are used. Check that the model was trained on such windows.`,
  recipe_unsupported: ({ problem, problemCode }) =>
    `The recipe cannot be carried out: ${problem} (${problemCode}). Use another model or recipe.`,
  recipe_standardizes: () =>
    'The recipe standardises the signal, and so does the model. Remove standardisation from the recipe.',
  events_found: ({ nEvents, texts }) =>
    `Windows are cut from ${these(texts)}: there ${nEvents === 1 ? 'is one' : `are ${number(nEvents)}`}.`,
  events_not_read: ({ texts }) =>
    `Windows are cut from ${these(texts)}, which are still being read. Please wait.`,
  events_missing: ({ texts }) =>
    `Windows are cut from ${these(texts)}, and the recording has none of them. Add annotations, or use another recording.`,
  task_classes: ({ nClasses, classes }) => `${number(nClasses)} classes: ${listed(classes)}.`,
  task_values: ({ nValues, outputs }) => `${counted(nValues, 'value')}: ${listed(outputs)}.`,
} satisfies { [Code in CompatibilityCode]: (values: CompatibilityValues[Code]) => string };
