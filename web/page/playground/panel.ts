// Controller of the playground: synthesise trials, train, test on new trials, explain. Training runs in workers.
import {
  EegateError,
  type Engine,
  type EpochMetrics,
  type Model,
  type Recording,
  type TrainingOptions,
  type TrainingRun,
} from '../../api/index.js';
import type { Actions } from '../actions.js';
import type { Store } from '../store.js';
import { presetOf } from '../training/presets.js';
import { relevanceOf, trialsOf } from './explain.js';
import { readSettings, settingsKey, writeSettings } from './settings_text.js';
import {
  isBusy,
  maxSeed,
  obstacleOf,
  shortestS,
  shownPlaces,
  testTrials,
  trialS,
  type Example,
  type PlaygroundRun,
  type PlaygroundState,
  type Settings,
} from './state.js';
import { strings } from '../strings/index.js';

const texts = strings.playground.status;

const labels = { rhythm: 'rhythm', none: 'none' };
const recipe = {
  version: 1,
  epochs: { by: 'annotation' as const, labels, tmin_s: 0, tmax_s: trialS },
};
const fewestTrials = 8;
const testSeeds = maxSeed; // beyond it: other noise, other order, trials that nobody has seen

export class PlaygroundPanel {
  /** Settings in the address. */
  #written = '';
  #abort = new AbortController();
  /** What was trained is trained again after every change, until the user stops it. */
  #trainsAgain = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store<PlaygroundState>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {}

  /** What was trained before continues with the new settings, as soon as the fader rests. */
  set(change: Partial<Settings>): void {
    this.store.update(({ settings }) => ({ settings: { ...settings, ...change } }));
    clearTimeout(this.#resting);
    const restMs = 400;
    this.#resting = setTimeout(() => void this.#settled(), restMs);
  }

  /** Those of an address, where they are others. */
  setBy(text: string): void {
    if (text === this.#written) return; // it may have been changed since
    this.#written = text;
    this.set(readSettings(text));
  }

  /** How much a result varies by chance. */
  makeNoise(): void {
    this.set({ seed: (this.store.state.settings.seed % maxSeed) + 1 });
  }

  async #settled(): Promise<void> {
    this.#written = writeSettings(this.store.state.settings);
    this.actions.navigation.setUrlSetting(settingsKey, this.#written);
    await this.showExample();
    if (!this.#trainsAgain) return;
    this.#abort.abort();
    await this.#running;
    // A result of other settings would be taken for one of these.
    if (obstacleOf(this.store.state.settings))
      return this.store.update(({ run }) => ({
        run: run?.phase === 'ended' ? { ...run, isOld: true } : null,
      }));
    await this.run();
  }

  /** One trial of each kind, to be drawn. */
  async showExample(): Promise<void> {
    const { settings } = this.store.state;
    if (obstacleOf(settings)) return this.store.update({ example: null });
    try {
      const example = await this.#exampleOf(settings);
      if (this.store.state.settings === settings) this.store.update({ example });
    } catch (thrown) {
      this.actions.tasks.report(thrown, texts.subject);
    }
  }

  async #exampleOf(settings: Settings): Promise<Example> {
    const engine = await this.engine;
    const bytes = await this.#plant({ ...settings, trials: fewestTrials });
    const recording = await engine.openRecording(bytes);
    try {
      const names = shownPlaces(settings.places);
      const read = async (label: string) => {
        const startS = recording.annotations.find(({ text }) => text === label)!.onsetS;
        return recording.readWindow({ channels: names, startS, durationS: trialS });
      };
      const [rhythm, none] = [await read('rhythm'), await read('none')];
      return { names, sfreq: rhythm.sfreq, rhythm: rhythm.data, none: none.data };
    } finally {
      await recording.close();
    }
  }

  reach(reached: string): void {
    this.store.update({ reached });
  }

  toggle(place: string): void {
    const { places } = this.store.state.settings;
    const others = places.filter((one) => one !== place);
    this.set({ places: others.length < places.length ? others : [...places, place] });
  }

  /** The trials as a recording of the page, to be looked at. */
  async look(): Promise<void> {
    if (obstacleOf(this.store.state.settings)) return;
    const bytes = await this.#plant(this.store.state.settings);
    await this.actions.openSimulated(new File([bytes], 'planted-trials.edf'));
    this.actions.navigation.goTo('signals');
  }

  stop(): void {
    this.#trainsAgain = false;
    this.#abort.abort();
  }

  /** Another place is shown, where nobody wants to know that this has stopped. */
  leave(): void {
    this.actions.tasks.unsay(texts.stopped);
  }

  async run(): Promise<void> {
    const { settings, run } = this.store.state;
    if (isBusy(run) || obstacleOf(settings)) return;
    clearTimeout(this.#resting);
    this.#trainsAgain = true;
    this.#running = this.#begun(settings);
    await this.#running;
  }

  async #begun(settings: Settings): Promise<void> {
    this.#abort = new AbortController();
    const begun: PlaygroundRun = {
      phase: 'making',
      settings,
      pass: 0,
      accuracy: [],
      nTrain: 0,
      nRight: 0,
      nTest: 0,
      explained: null,
      problem: null,
      isOld: false,
    };
    this.store.update({ run: begun });
    this.actions.tasks.say(texts.planting);
    await this.actions.tasks.attempt('playground', texts.subject, async () => {
      try {
        await this.#work(settings);
      } catch (thrown) {
        if (this.#abort.signal.aborted) {
          this.store.update({ run: null });
          return this.actions.tasks.say(texts.stopped);
        }
        const problem = thrown instanceof EegateError ? thrown : null;
        this.#patch({ phase: 'failed', problem });
        throw thrown;
      }
    });
  }

  async #work(settings: Settings): Promise<void> {
    const engine = await this.engine;
    const opened: { close(): Promise<void> }[] = [];
    const open = async (of: Settings) => {
      const recording = await engine.openRecording(await this.#plant(of));
      opened.push(recording);
      return recording;
    };
    try {
      const training = await open(settings);
      const fresh = { ...settings, trials: testTrials, seed: testSeeds + settings.seed };
      const test = await open(fresh);
      const model = await this.#train(training, settings);
      opened.push(model);
      await this.#judge(model, test, training, settings);
      this.#patch({ phase: 'ended' });
      const { nRight, nTest } = this.store.state.run!;
      this.actions.tasks.say(texts.right(nRight, nTest));
    } finally {
      for (const one of opened) await one.close();
    }
  }

  async #plant(settings: Settings): Promise<ArrayBuffer> {
    const { places, hz, beginS, endS, strength, noiseUv, trials, seed } = settings;
    const engine = await this.engine;
    return engine.makeSyntheticTrials({
      ...{ seed, channels: places, hz, beginS },
      ...{ strength, noiseUv, trials },
      endS: Math.max(endS, beginS + shortestS), // 0.1 + 0.2 is a little more than 0.3
    });
  }

  async #train(recording: Recording, settings: Settings): Promise<Model> {
    const { network, passes, seed } = settings;
    const { learningRate } = presetOf(network);
    const run = await this.#begin(recording, network, { epochs: passes, learningRate, seed });
    const { nTrain } = await run.info;
    this.#patch({ phase: 'training', nTrain });
    this.actions.tasks.say(texts.training);
    for await (const { validation } of run) if (validation) this.#passed(validation);
    return this.#modelOf(run);
  }

  #passed({ epoch, accuracy }: EpochMetrics): void {
    this.store.update(({ run }) =>
      run ? { run: { ...run, pass: epoch + 1, accuracy: [...run.accuracy, accuracy ?? NaN] } } : {},
    );
  }

  /** The same network with the weights that training began with: one pass so small that it moves nothing. */
  async #untrained(recording: Recording, { network, seed }: Settings): Promise<Model> {
    const options = { epochs: 1, learningRate: 1e-12, seed };
    return this.#modelOf(await this.#begin(recording, network, options));
  }

  async #begin(recording: Recording, network: string, options: TrainingOptions) {
    const engine = await this.engine;
    return engine.train({
      config: { ...presetOf(network).config, standardize: 'zscore_trial' }, // how strong channels are, compared, tells
      data: [{ recording, recipe }],
      options: { batchSize: 16, signal: this.#abort.signal, ...options },
    });
  }

  async #modelOf(run: TrainingRun): Promise<Model> {
    const trained = await run.result;
    const engine = await this.engine;
    return engine.loadModel(await trained.toSafetensors(), { name: 'playground.safetensors' });
  }

  async #judge(
    model: Model,
    test: Recording,
    training: Recording,
    settings: Settings,
  ): Promise<void> {
    this.#patch({ phase: 'testing' });
    const { signal } = this.#abort;
    const classification = model.classify(test, { signal });
    try {
      const plan = await classification.plan();
      let nRight = 0;
      for await (const { index, label } of classification)
        if (label === plan.epochs[index]!.label) nRight++;
      this.#patch({ nRight, nTest: plan.epochs.length });
      this.#patch({ phase: 'explaining' });
      const trials = await trialsOf(classification, plan);
      const planted = new Set(settings.places);
      const trained = await relevanceOf(model, trials, planted, signal);
      const random = await this.#untrained(training, settings);
      try {
        const untrained = await relevanceOf(random, trials, planted, signal);
        this.#patch({ explained: { trained, untrained } });
      } finally {
        await random.close();
      }
    } finally {
      await classification.close();
    }
  }

  #patch(change: Partial<PlaygroundRun>): void {
    this.store.update(({ run }) => (run ? { run: { ...run, ...change } } : {}));
  }
}
