// A jsPsych plugin: a trial that ends when a model that classifies live samples reaches a threshold for a class, or when its time is over.
//   { type: EegDecisionPlugin, model, source, prompt: 'Close your eyes.', threshold: 0.9, trial_duration: 10000 }
// `source` is a headset (openHeadset) or a recording that is replayed (replaySource). Times are sample times, not wall-clock times. A
// headset that disconnects ends the trial without a decision; `error` says why, and the experiment goes on.
import { ParameterType } from 'jspsych';

export class EegDecisionPlugin {
  static info = {
    name: 'eeg-decision',
    version: '1.0.0',
    parameters: {
      /** A loaded model of eegate. */
      model: { type: ParameterType.OBJECT },
      /** The source of the samples. */
      source: { type: ParameterType.OBJECT },
      prompt: { type: ParameterType.HTML_STRING, default: '' },
      /** The probability that ends the trial. */
      threshold: { type: ParameterType.FLOAT, default: 0.9 },
      /** Consecutive windows that must agree. */
      n_agreeing: { type: ParameterType.INT, default: 2 },
      /** Milliseconds of samples after which the trial ends without a decision. */
      trial_duration: { type: ParameterType.INT, default: 10000 },
    },
    data: {
      /** The class, or null if the trial ended without a decision. */
      decision: { type: ParameterType.STRING },
      /** Milliseconds from the first sample to the end of the deciding window. */
      rt: { type: ParameterType.FLOAT },
      /** Windows that were classified. */
      n_windows: { type: ParameterType.INT },
      /** What ended the stream, such as HEADSET_LOST; empty if nothing went wrong. */
      error: { type: ParameterType.STRING },
    },
  };

  constructor(jsPsych) {
    this.jsPsych = jsPsych;
  }

  async trial(display, trial) {
    display.innerHTML = trial.prompt;
    this.jsPsych.finishTrial(await decide(trial));
  }
}

/** The first class on which enough consecutive windows agree. */
async function decide({ model, source, threshold, n_agreeing, trial_duration }) {
  const stream = model.stream({ source, stepS: 0.5, causalForm: true });
  let [nWindows, nAgreeing, last] = [0, 0, null];
  const ended = (decision, rt, error = '') => ({ decision, rt, n_windows: nWindows, error });
  try {
    for await (const { onsetS, durationS, label, probabilities } of stream) {
      nWindows++;
      const isSure = Math.max(...probabilities) >= threshold;
      nAgreeing = isSure && label === last ? nAgreeing + 1 : isSure ? 1 : 0;
      last = isSure ? label : null;
      const rt = 1000 * (onsetS + durationS);
      if (nAgreeing >= n_agreeing) return ended(label, rt);
      if (rt >= trial_duration) break;
    }
  } catch (error) {
    return ended(null, null, error.code || error.message || String(error));
  }
  return ended(null, null);
}
