// Written by scripts/web/fit_values.mjs from src/session/fit_reason.cc.

/**
 * By code, what goes with a finding of `Fit`; a list, text or number is empty or 0 where there is none. Codes are stable: none
 * changes its meaning.
 */
export interface FitValues {
  /** All `n_channels channel` found[, `n_unused` more not used][; recognised: `renamed...`] */
  channels_found: {
    nChannels: number;
    nUnused: number;
    renamed: string[];
  };
  /** `n_found` of `n_channels channel` found[; missing: `missing...`][; several channels are called `ambiguous...`, and none is chosen by guessing] */
  channels_missing: {
    nFound: number;
    nChannels: number;
    missing: string[];
    ambiguous: string[];
  };
  /** The recipe does not pick channels that the model needs: `channels...` */
  channels_not_picked: {
    channels: string[];
  };
  /** No channel that the model needs was found */
  no_channel: Record<never, never>;
  /** `sfreq_hz` Hz, as the model takes it */
  rate_same: {
    sfreqHz: number;
  };
  /** The recording has `sfreq_hz` Hz, the model `model_hz` Hz: resampled by `n_up`/`n_down` */
  rate_resampled: {
    sfreqHz: number;
    modelHz: number;
    nUp: number;
    nDown: number;
  };
  /** The recording has `sfreq_hz` Hz, the model `model_hz` Hz: too slow for this model */
  rate_too_low: {
    sfreqHz: number;
    modelHz: number;
  };
  /** The recording has `sfreq_hz` Hz and cannot be resampled to the `model_hz` Hz of the model */
  rate_not_resampled: {
    sfreqHz: number;
    modelHz: number;
  };
  /** The recipe gives `recipe_hz` Hz; the model takes `model_hz` Hz */
  rate_of_recipe: {
    recipeHz: number;
    modelHz: number;
  };
  /** The channels have different rates: most `sfreq_hz` Hz, but not `channels...` */
  rates_differ: {
    sfreqHz: number;
    channels: string[];
  };
  /** `recording_s` s of recording, an epoch of `epoch_s` s */
  length_enough: {
    recordingS: number;
    epochS: number;
  };
  /** `n_samples sample` per epoch where the model was made for `n_expected` */
  samples_accepted: {
    nSamples: number;
    nExpected: number;
  };
  /** The recipe gives `n_samples sample` per epoch; the model takes `n_expected` */
  samples_refused: {
    nSamples: number;
    nExpected: number;
  };
  /** The recording lasts `available_s` s, shorter than an epoch of `epoch_s` s */
  recording_short: {
    availableS: number;
    epochS: number;
  };
  /** The longest stretch without a gap lasts `available_s` s, shorter than an epoch of `epoch_s` s */
  stretch_short: {
    availableS: number;
    epochS: number;
  };
  /** Microvolts; the signal varies by `spread_uv` µV within a second[; converted: `converted...`] */
  unit_microvolts: {
    spreadUv: number;
    converted: string[];
  };
  /** No known unit[ (`unit`)] for `channels...`; the signal varies by `spread_uv` µV as EEG does, so microvolts are assumed */
  unit_assumed: {
    unit: string;
    channels: string[];
    spreadUv: number;
  };
  /** No known unit[ (`unit`)] for `channels...`; as microvolts the signal would vary by `spread_uv` µV within a second, EEG varies by `lowest_uv` to `highest_uv` µV[, so these may be `likely_unit`] */
  unit_unknown: {
    unit: string;
    channels: string[];
    spreadUv: number;
    lowestUv: number;
    highestUv: number;
    likelyUnit: string;
  };
  /** Without a physical scale in the header: `channels...` */
  unit_uncalibrated: {
    channels: string[];
  };
  /** The signal varies by `spread_uv` µV within a second (median absolute deviation); EEG varies by `lowest_uv` to `highest_uv` µV[, so these may be `likely_unit`] */
  amplitude_implausible: {
    spreadUv: number;
    lowestUv: number;
    highestUv: number;
    likelyUnit: string;
  };
  /** The channels are constant wherever they were looked at */
  amplitude_constant: Record<never, never>;
  /** `low_hz` to `high_hz` Hz, within the `nyquist_hz` Hz that the recording holds */
  band_inside: {
    lowHz: number;
    highHz: number;
    nyquistHz: number;
  };
  /** No band-pass in the recipe */
  band_none: Record<never, never>;
  /** The model may look at frequencies up to `high_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  band_of_model_above: {
    highHz: number;
    nyquistHz: number;
  };
  /** The recipe keeps `low_hz` to `high_hz` Hz, but the recording was filtered[, low-pass at `lowpass_hz` Hz][, high-pass at `highpass_hz` Hz] */
  band_prefiltered: {
    lowHz: number;
    highHz: number;
    lowpassHz: number;
    highpassHz: number;
  };
  /** The recipe keeps up to `high_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  band_above: {
    highHz: number;
    nyquistHz: number;
  };
  /** The recipe removes `notch_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  notch_above: {
    notchHz: number;
    nyquistHz: number;
  };
  /** The model's own recipe[; windows of the model's length are added to it] */
  recipe_of_model: {
    areWindowsAdded: boolean;
  };
  /** The recipe that was given; the model names none[; windows of the model's length are added to it] */
  recipe_given: {
    areWindowsAdded: boolean;
  };
  /** The recipe that was given takes the place of the model's own[; windows of the model's length are added to it] */
  recipe_replaced: {
    areWindowsAdded: boolean;
  };
  /** The model names no recipe: unfiltered windows of `epoch_s` s are used */
  recipe_windows: {
    epochS: number;
  };
  /** The model's recipe cannot be carried out: `problem` (`problem_code`) */
  recipe_unsupported: {
    problem: string;
    problemCode: string;
  };
  /** The recipe standardises, and so does the model */
  recipe_standardizes: Record<never, never>;
  /** `n_events annotation` to cut epochs around[: `texts...`] */
  events_found: {
    nEvents: number;
    texts: string[];
  };
  /** The annotations are not all read yet; epochs are cut around them[: `texts...`] */
  events_not_read: {
    texts: string[];
  };
  /** Epochs are cut around annotations[: `texts...`], and the recording has none of them */
  events_missing: {
    texts: string[];
  };
  /** `n_classes` classes: `classes...` */
  task_classes: {
    nClasses: number;
    classes: string[];
  };
  /** `n_values value`: `outputs...` */
  task_values: {
    nValues: number;
    outputs: string[];
  };
}

/** Why an item of `Fit` has its verdict. */
export type FitCode = keyof FitValues;
