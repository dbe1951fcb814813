// An engine without a core, for tests of what lies around it: three channels of 10 Hz, 100 epochs of 2 s, two classes.
import type {
  AnnotationsReply,
  Compatibility,
  DeidentifiedReply,
  Engine,
  EngineInfo,
  InspectionReply,
  ModelConfig,
  ModelInfo,
  PlanInfo,
  ReadRequest,
  RecordingInfo,
  ResultFormat,
  SamplesReply,
  SpectraReply,
  StreamDecision,
  StreamProgress,
} from '../worker/protocol.js';
import { EegateError } from '../worker/error.js';
import { FakeStream } from './live/fake_stream.test-support.js';
import type { StreamRequest } from './live/stream_types.js';
import { FakeTrainer } from './fake_trainer.test-support.js';

const annotations = ['T0', 'T1', 'T2'].map((text, i) => ({ onsetS: i, durationS: 0, text }));
const ok: Compatibility = { verdict: 'ok', items: [] };

export class FakeEngine extends FakeTrainer implements Partial<Engine> {
  nClassified = 0;
  readonly plans = new Set<number>();
  /** Recordings that plans were made of, by their ids. */
  readonly planned: number[] = [];
  /** Recordings that are open. */
  readonly open = new Set<number>();
  stream: FakeStream | null = null;
  #nRead = 0;

  /** A call of the protocol. Methods that no test calls need not be there. */
  call(method: keyof Engine, args: readonly unknown[]): never {
    const own = (this as Partial<Engine>)[method] as ((...args: unknown[]) => never) | undefined;
    if (!own) throw new Error(`The fake engine has no method ${method}`);
    return own.apply(this, [...args]);
  }

  info(): EngineInfo {
    return { version: '0', buildId: 'test', backend: 'simd', target: 'none', wasmBytes: 0 };
  }

  openRecording(id: number, _file: Blob | ArrayBuffer, fileName: string): RecordingInfo {
    this.open.add(id);
    const channels = ['Fz', 'Cz', 'Oz'].map((name) => ({
      label: `${name}..`,
      name,
      reference: '',
      unit: 'uV',
      sfreq: 10,
      nSamples: 2000,
      isVoltage: true,
      calibrated: true,
      isTrigger: false,
    }));
    return {
      kind: 'recording',
      id,
      fileName,
      format: 'EDF+C',
      sizeBytes: 1000,
      patient: '',
      recordingField: '',
      startedAt: '',
      durationS: 200,
      nRecords: 200,
      recordDurationS: 1,
      channels,
      mainChannels: [0, 1, 2],
      segments: [],
      warnings: [],
      annotations: [],
      annotationsComplete: false,
      bytesRead: 0,
    };
  }

  closeRecording(id: number): void {
    this.open.delete(id);
  }

  readAnnotations(): AnnotationsReply {
    const first = this.#nRead++;
    return {
      first,
      annotations: annotations.slice(first, this.#nRead),
      complete: this.#nRead >= 3,
      warnings: [],
      bytesRead: 0,
    };
  }

  setAnnotations(_id: number, { annotations }: Record<string, unknown>): AnnotationsReply {
    const given = annotations as { onset_s: number; duration_s: number; text: string }[];
    return {
      first: 0,
      annotations: given.map((one) => ({
        onsetS: one.onset_s,
        durationS: one.duration_s,
        text: one.text,
      })),
      complete: true,
      warnings: [],
      bytesRead: 0,
    };
  }

  /** Sample i of channel c is 1000 c + i. */
  readSamples(_id: number, { channels, startS, durationS }: ReadRequest): SamplesReply {
    const data = channels.map((c) =>
      Float32Array.from({ length: durationS * 10 }, (_, i) => 1000 * c + startS * 10 + i),
    );
    return { sfreq: 10, startS, data, bytesRead: 0 };
  }

  filterResponse(_sfreq: number, recipe: unknown, look: unknown, hz: Float32Array): Float32Array {
    return hz.map(() => (recipe ? 0.5 : look ? 0.25 : 1));
  }

  spectra(x: Float32Array, nChans: number, sfreq: number): SpectraReply {
    return { binHz: sfreq / 4, nBins: 2, density: new Float32Array(2 * nChans).fill(x.length) };
  }

  #hashed = 0;
  hashRecording(): number {
    this.#hashed += 0.25;
    return this.#hashed;
  }

  report(_planId: number, probabilities: Float32Array): ArrayBuffer {
    const text = `report of ${probabilities.length} after ${this.#hashed}`;
    return new TextEncoder().encode(text).buffer;
  }

  deidentify(): DeidentifiedReply {
    return { header: new Uint8Array([1, 2]).buffer, changed: [], warnings: [] };
  }

  makeSample(): ArrayBuffer {
    return new ArrayBuffer(0);
  }

  loadModel(id: number, _bytes: ArrayBuffer, fileName: string): ModelInfo {
    return {
      kind: 'model',
      id,
      fileName,
      config: { n_chans: 3, n_times: 20 } as ModelConfig,
      classes: ['open', 'closed'],
      chNames: ['Fz', 'Cz', 'Oz'],
      sfreq: 10,
      recipe: null,
      train: null,
      license: '',
      parameters: 0,
      bits: 32,
      tensors: [],
      selfTest: null,
      warnings: [],
    };
  }

  closeModel(): void {}

  predict(_id: number, x: Float32Array, nEpochs: number): Float32Array {
    const size = x.length / nEpochs;
    return Float32Array.from(
      { length: nEpochs * 2 },
      (_, i) => x[Math.floor(i / 2) * size + (i % 2)]!,
    );
  }

  checkCompatibility(): Compatibility {
    return ok;
  }

  plan(
    id: number,
    _modelId: number,
    recordingId: number,
    _recipe: unknown,
    _override: boolean,
    calibrate: string,
  ): PlanInfo {
    this.plans.add(id);
    this.planned.push(recordingId);
    const epochs = Array.from({ length: 100 }, (_, i) => ({
      onsetS: i * 2,
      durationS: 2,
      label: '',
    }));
    return {
      id,
      compatibility: ok,
      recipe: {},
      sfreq: 10,
      nTimes: 20,
      epochs,
      leftOut: [],
      overridden: false,
      calibration: calibrate === 'none' ? '' : calibrate,
      warnings: [],
    };
  }

  /** Of a plan: how often it looked, four times in all. */
  readonly looks = new Map<number, number>();
  calibrate(id: number): number {
    this.looks.set(id, (this.looks.get(id) ?? 0) + 1);
    return this.looks.get(id)! / 4;
  }

  advance(): number {
    return 1;
  }

  classify(id: number, first: number, count: number): Float32Array {
    if (!this.plans.has(id)) throw new EegateError({ code: 'SESSION_CLOSED', message: 'no plan' });
    this.nClassified += count;
    return Float32Array.from({ length: count * 2 }, (_, i) =>
      (first + Math.floor(i / 2)) % 2 === i % 2 ? 0.9 : 0.1,
    );
  }

  /** Every value of epoch i is i. */
  planEpochs(_id: number, first: number, count: number): Float32Array {
    return Float32Array.from({ length: count * 60 }, (_, i) => first + Math.floor(i / 60));
  }

  closePlan(id: number): void {
    this.plans.delete(id);
  }

  openStream(_id: number, _modelId: number, request: Record<string, unknown>) {
    this.stream = new FakeStream(request as unknown as StreamRequest);
    return { ...this.stream.info };
  }
  pushStream(_id: number, x: Float32Array, nLost: number): StreamProgress {
    return this.stream!.push(x, nLost);
  }
  classifyStream(): StreamDecision | null {
    return this.stream!.classify();
  }
  closeStream(): void {
    this.stream = null;
  }

  #expected: string[] = [];
  setExpected(_id: number, expected: string[]): void {
    this.#expected = expected;
  }
  exportResults(_id: number, probabilities: Float32Array, format: ResultFormat): ArrayBuffer {
    return new TextEncoder().encode(
      [`${format} of ${probabilities.length}`, ...this.#expected.filter(Boolean)].join(' '),
    ).buffer as ArrayBuffer;
  }

  #explained = new Map<
    number,
    { x: Float32Array; request: Record<string, unknown>; nDone: number }
  >();
  explainBegin(
    id: number,
    _model: ArrayBuffer,
    request: Record<string, unknown>,
    x: Float32Array,
  ): void {
    this.#explained.set(id, { x, request, nDone: 0 });
  }
  explainAdvance(id: number): number {
    return ++this.#explained.get(id)!.nDone / 4;
  }
  /** Ten times the input. */
  explainResult(id: number): ReturnType<Engine['explainResult']> {
    const { x, request } = this.#explained.get(id)!;
    const checks = { ...request, made: true, trustworthy: true, reasons: [] };
    return { data: x.map((value) => 10 * value), checks };
  }
  closeExplanation(id: number): void {
    this.#explained.delete(id);
  }
  get nExplaining(): number {
    return this.#explained.size;
  }

  /** What it was given. */
  importStager(weights: ArrayBuffer): ArrayBuffer {
    return weights;
  }
  #staged = new Map<number, number>();
  stageBegin(id: number): void {
    this.#staged.set(id, 0);
  }
  stageAdvance(id: number): number {
    this.#staged.set(id, this.#staged.get(id)! + 0.5);
    return this.#staged.get(id)!;
  }
  /** One epoch, awake, and one without a stage. */
  stageResult(): ReturnType<Engine['stageResult']> {
    return {
      epochS: 30,
      edges: 'inside',
      stride: 1,
      models: ['made up'],
      channels: [{ index: 0, label: 'C3', leftOut: '' }],
      onsetS: [0, 30],
      stages: [0, -1],
      reasons: ['', 'gap'],
      agreement: [1, 0],
      probabilities: Float32Array.from([1, 0, 0, 0, 0, NaN, NaN, NaN, NaN, NaN]),
    };
  }
  closeStaging(id: number): void {
    this.#staged.delete(id);
  }

  /** One layer that doubles. */
  inspect(_modelId: number, x: Float32Array): InspectionReply {
    const doubled = { name: 'layers.0', dims: [1, 1, 1, x.length], data: x.map((v) => 2 * v) };
    return { tensors: [doubled], layers: ['double'] };
  }
  /** As many ones for each epoch as parts are switched off. */
  ablate(
    _modelId: number,
    _x: Float32Array,
    nEpochs: number,
    _nTimes: number,
    parts: readonly unknown[],
  ): Float32Array {
    return new Float32Array(nEpochs * parts.length).fill(1);
  }
  exportOnnx(model: ArrayBuffer, nTimes: number): ArrayBuffer {
    return new TextEncoder().encode(`onnx ${model.byteLength} ${nTimes}`).buffer as ArrayBuffer;
  }
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): ArrayBuffer {
    return new ArrayBuffer(weights.byteLength + Object.keys(config).length);
  }

  describeNetwork({ config }: { config?: unknown }): Record<string, unknown> {
    return { parameters: 1, msPerEpoch: 0.1, trainingMsPerEpoch: 0.3, config };
  }
}
