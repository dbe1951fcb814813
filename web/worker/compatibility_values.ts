// Written by scripts/web/compatibility_values.mjs from src/session/open/compatibility_reason.cc.

/**
 * By code, what goes with a finding of `Compatibility`; a list, text or number is empty or 0 where there is none. Codes are stable: none
 * changes its meaning.
 */
export interface CompatibilityValues {
  /** All `n_channels channel` found[, `n_unused` more not used][; recognised: `renamed...`] */
  channels_found: {
    /** Channels that the model needs. */
    nChannels: number;
    /** Channels of the recording that the model does not need. */
    nUnused: number;
    /** Names that were recognised, such as "T3 → T7". */
    renamed: string[];
  };
  /** All `n_channels channel` found[; marked as bad: `bad...`][; of another type than EEG: `not_eeg...`] */
  channels_doubtful: {
    /** Channels that the model needs. */
    nChannels: number;
    /** Names of channels that are marked as bad. */
    bad: string[];
    /** Names of channels that have another type than EEG. */
    notEeg: string[];
  };
  /** `n_found` of `n_channels channel` found[; missing: `missing...`][; several channels are called `ambiguous...`, and none is chosen by guessing] */
  channels_missing: {
    /** Channels that the model needs and the recording has. */
    nFound: number;
    /** Channels that the model needs. */
    nChannels: number;
    /** Names of channels that the model needs. */
    missing: string[];
    /** Names that several channels of the recording have. */
    ambiguous: string[];
  };
  /** The recipe does not pick channels that the model needs: `channels...` */
  channels_not_picked: {
    /** Names of channels. */
    channels: string[];
  };
  /** No channel that the model needs was found */
  no_channel: Record<never, never>;
  /** `sfreq_hz` Hz, as the model takes it */
  rate_same: {
    /** Sampling rate of the recording, in Hz. */
    sfreqHz: number;
  };
  /** The recording has `sfreq_hz` Hz, the model `model_hz` Hz: resampled by `n_up`/`n_down` */
  rate_resampled: {
    /** Sampling rate of the recording, in Hz. */
    sfreqHz: number;
    /** Sampling rate of the model, in Hz. */
    modelHz: number;
    /** Factor of the resampling. */
    nUp: number;
    /** Divisor of the resampling. */
    nDown: number;
  };
  /** The recording has `sfreq_hz` Hz, the model `model_hz` Hz: too slow for this model */
  rate_too_low: {
    /** Sampling rate of the recording, in Hz. */
    sfreqHz: number;
    /** Sampling rate of the model, in Hz. */
    modelHz: number;
  };
  /** The recording has `sfreq_hz` Hz and cannot be resampled to the `model_hz` Hz of the model */
  rate_not_resampled: {
    /** Sampling rate of the recording, in Hz. */
    sfreqHz: number;
    /** Sampling rate of the model, in Hz. */
    modelHz: number;
  };
  /** The recipe gives `recipe_hz` Hz; the model takes `model_hz` Hz */
  rate_of_recipe: {
    /** Sampling rate that the recipe gives, in Hz. */
    recipeHz: number;
    /** Sampling rate of the model, in Hz. */
    modelHz: number;
  };
  /** The channels have different rates: most `sfreq_hz` Hz, but not `channels...` */
  rates_differ: {
    /** Sampling rate of the recording, in Hz. */
    sfreqHz: number;
    /** Names of channels. */
    channels: string[];
  };
  /** `recording_s` s of recording, an epoch of `epoch_s` s */
  length_enough: {
    /** Seconds of the recording. */
    recordingS: number;
    /** Seconds of an epoch. */
    epochS: number;
  };
  /** `n_samples sample` per epoch where the model was made for `n_expected` */
  samples_accepted: {
    /** Samples of an epoch by the recipe. */
    nSamples: number;
    /** Samples of an epoch for which the model was made. */
    nExpected: number;
  };
  /** The recipe gives `n_samples sample` per epoch; the model takes `n_expected` */
  samples_refused: {
    /** Samples of an epoch by the recipe. */
    nSamples: number;
    /** Samples of an epoch for which the model was made. */
    nExpected: number;
  };
  /** The recording lasts `available_s` s, shorter than an epoch of `epoch_s` s */
  recording_short: {
    /** Seconds there are. */
    availableS: number;
    /** Seconds of an epoch. */
    epochS: number;
  };
  /** The longest segment without a gap lasts `available_s` s, shorter than an epoch of `epoch_s` s */
  stretch_short: {
    /** Seconds there are. */
    availableS: number;
    /** Seconds of an epoch. */
    epochS: number;
  };
  /** Microvolts; the signal varies by `spread_uv` µV within a second[; converted: `converted...`] */
  unit_microvolts: {
    /** Median absolute deviation within a second, in microvolts. */
    spreadUv: number;
    /** Names of channels that have another unit of voltage. */
    converted: string[];
  };
  /** No known unit[ (`unit`)] for `channels...`; the signal varies by `spread_uv` µV as EEG does, so microvolts are assumed */
  unit_assumed: {
    /** As the header names it; empty: it names none. */
    unit: string;
    /** Names of channels. */
    channels: string[];
    /** Median absolute deviation within a second, in microvolts. */
    spreadUv: number;
  };
  /** No known unit[ (`unit`)] for `channels...`; as microvolts the signal would vary by `spread_uv` µV within a second, EEG varies by `lowest_uv` to `highest_uv` µV[, so these may be `likely_unit`] */
  unit_unknown: {
    /** As the header names it; empty: it names none. */
    unit: string;
    /** Names of channels. */
    channels: string[];
    /** Median absolute deviation within a second, in microvolts. */
    spreadUv: number;
    /** Least that EEG varies by, in microvolts. */
    lowestUv: number;
    /** Most that EEG varies by, in microvolts. */
    highestUv: number;
    /** Unit in which the numbers would be EEG; empty: none. */
    likelyUnit: string;
  };
  /** Without a physical scale in the header: `channels...` */
  unit_uncalibrated: {
    /** Names of channels. */
    channels: string[];
  };
  /** The signal varies by `spread_uv` µV within a second (median absolute deviation); EEG varies by `lowest_uv` to `highest_uv` µV[, so these may be `likely_unit`] */
  amplitude_implausible: {
    /** Median absolute deviation within a second, in microvolts. */
    spreadUv: number;
    /** Least that EEG varies by, in microvolts. */
    lowestUv: number;
    /** Most that EEG varies by, in microvolts. */
    highestUv: number;
    /** Unit in which the numbers would be EEG; empty: none. */
    likelyUnit: string;
  };
  /** The channels are constant in all parts that were checked */
  amplitude_constant: Record<never, never>;
  /** The model gets no signal from channels that are constant in all parts that were checked: `channels...` */
  channels_constant: {
    /** Names of channels. */
    channels: string[];
  };
  /** `low_hz` to `high_hz` Hz, within the `nyquist_hz` Hz that the recording holds */
  band_inside: {
    /** Lower edge of the band, in Hz. */
    lowHz: number;
    /** Upper edge of the band, in Hz. */
    highHz: number;
    /** Half of the sampling rate of the recording, in Hz. */
    nyquistHz: number;
  };
  /** No band-pass in the recipe */
  band_none: Record<never, never>;
  /** The model may use frequencies up to `high_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  band_of_model_above: {
    /** Upper edge of the band, in Hz. */
    highHz: number;
    /** Half of the sampling rate of the recording, in Hz. */
    nyquistHz: number;
  };
  /** The recipe keeps `low_hz` to `high_hz` Hz, but the recording was filtered[, low-pass at `lowpass_hz` Hz][, high-pass at `highpass_hz` Hz] */
  band_prefiltered: {
    /** Lower edge of the band, in Hz. */
    lowHz: number;
    /** Upper edge of the band, in Hz. */
    highHz: number;
    /** As the header states it, in Hz; 0: not stated. */
    lowpassHz: number;
    /** As the header states it, in Hz; 0: not stated. */
    highpassHz: number;
  };
  /** The recipe keeps up to `high_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  band_above: {
    /** Upper edge of the band, in Hz. */
    highHz: number;
    /** Half of the sampling rate of the recording, in Hz. */
    nyquistHz: number;
  };
  /** The recipe removes `notch_hz` Hz; the recording holds less than `nyquist_hz` Hz */
  notch_above: {
    /** Frequency that the recipe removes, in Hz. */
    notchHz: number;
    /** Half of the sampling rate of the recording, in Hz. */
    nyquistHz: number;
  };
  /** The model's own recipe[; windows of the model's length are added to it] */
  recipe_of_model: {
    /** Whether windows of the model's length were added to the recipe. */
    areWindowsAdded: boolean;
  };
  /** The recipe that was given; the model names none[; windows of the model's length are added to it] */
  recipe_given: {
    /** Whether windows of the model's length were added to the recipe. */
    areWindowsAdded: boolean;
  };
  /** The recipe that was given takes the place of the model's own[; windows of the model's length are added to it] */
  recipe_replaced: {
    /** Whether windows of the model's length were added to the recipe. */
    areWindowsAdded: boolean;
  };
  /** The model names no recipe: unfiltered windows of `epoch_s` s are used */
  recipe_windows: {
    /** Seconds of an epoch. */
    epochS: number;
  };
  /** The recipe cannot be carried out: `problem` (`problem_code`) */
  recipe_unsupported: {
    /** What is wrong with the recipe, in English. */
    problem: string;
    /** Code of the error, one of `ErrorCode`. */
    problemCode: string;
  };
  /** The recipe standardises, and so does the model */
  recipe_standardizes: Record<never, never>;
  /** `n_events annotation` to cut epochs from[: `texts...`] */
  events_found: {
    /** Annotations that epochs are cut from. */
    nEvents: number;
    /** Texts of annotations that epochs are cut from. */
    texts: string[];
  };
  /** The annotations are not all read yet; epochs are cut from them[: `texts...`] */
  events_not_read: {
    /** Texts of annotations that epochs are cut from. */
    texts: string[];
  };
  /** Epochs are cut from annotations[: `texts...`], and the recording has none of them */
  events_missing: {
    /** Texts of annotations that epochs are cut from. */
    texts: string[];
  };
  /** `n_classes` classes: `classes...` */
  task_classes: {
    /** Outputs that are classes. */
    nClasses: number;
    /** Names, in the order of the outputs. */
    classes: string[];
  };
  /** `n_values value`: `outputs...` */
  task_values: {
    /** Outputs that are numbers. */
    nValues: number;
    /** Names of the numbers. */
    outputs: string[];
  };
}

/** Why an item of `Compatibility` has its verdict. */
export type CompatibilityCode = keyof CompatibilityValues;
