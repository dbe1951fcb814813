declare class Classification implements AsyncIterable<Prediction> {
    #private;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
    readonly model: Model;
    plan(): Promise<PlanInfo>;
    [Symbol.asyncIterator](): AsyncGenerator<Prediction, void, undefined>;
    epochs(first: number, count: number, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Floats>;
    save(format: ResultFormat, options?: ExpectedClasses): Promise<ArrayBuffer>;
    report(options?: ExpectedClasses & {
        signal?: AbortSignal | undefined;
        onProgress?: ((share: number) => void) | undefined;
    }): Promise<ArrayBuffer>;
    close(): Promise<void>;
}
declare class EegateError extends Error {
    readonly code: ErrorCode;
    readonly hint: string;
    readonly field: string;
    readonly place: string;
    readonly found: string;
    readonly expected: string;
    constructor(reply: ErrorReply, cause?: unknown);
    toJSON(): Record<'name' | 'code' | 'message' | (typeof details)[number], string>;
}
declare class Inspection {
    #private;
    readonly tensors: readonly NamedTensor[];
    readonly layers: readonly string[];
    find(name: string): NamedTensor | undefined;
    get logits(): Floats;
    get probabilities(): Floats;
    get nBlocks(): number;
    places(block: number): TokenPlace[];
}
declare class LiveStream implements AsyncIterable<Decision> {
    #private;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
    info(): Promise<StreamInfo>;
    get counts(): StreamCounts;
    [Symbol.asyncIterator](): AsyncGenerator<Decision, void, undefined>;
    close(): Promise<void>;
}
declare class Model {
    #private;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
    readonly info: Readonly<ModelInfo>;
    get config(): ModelConfig;
    get classes(): readonly string[];
    get recipe(): Recipe | null;
    get selfTest(): ModelInfo['selfTest'];
    predict(x: Float32Array, options?: {
        batch?: number | undefined;
        ablate?: readonly Ablation[] | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Floats>;
    inspect(x: Float32Array, options?: InspectOptions): Promise<Inspection>;
    checkCompatibility(recording: Recording, options?: {
        recipe?: Recipe | undefined;
    }): Promise<Compatibility>;
    classify(recording: Recording, options?: ClassifyOptions): Classification;
    explain(x: Float32Array, options?: ExplainOptions): Promise<Explanation>;
    explainBands(x: Float32Array, options?: {
        target?: number | undefined;
        bands?: readonly Band[] | undefined;
        batch?: 1 | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<BandOcclusion>;
    stream(options: StreamOptions): LiveStream;
    toSafetensors(): Promise<Bytes>;
    toOnnx(options?: {
        nTimes?: number | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Bytes>;
    close(): Promise<void>;
}
declare class Recording {
    #private;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
    get info(): Readonly<RecordingInfo>;
    get name(): string;
    get channels(): readonly Channel[];
    get annotations(): readonly Annotation[];
    get annotationsComplete(): boolean;
    get durationS(): number;
    get segments(): readonly Segment[];
    get warnings(): readonly Warning[];
    get bytesRead(): number;
    read(options?: ReadOptions): Promise<Floats[]>;
    readWindow(options?: ReadOptions): Promise<SamplesReply>;
    epochs(recipe: Recipe, options?: EpochsOptions): Promise<Epochs>;
    readAnnotations(options?: {
        signal?: AbortSignal | undefined;
        onProgress?: (() => void) | undefined;
    }): Promise<readonly Annotation[]>;
    setAnnotations(annotations: readonly Annotation[]): Promise<void>;
    deidentified(removed?: Partial<IdentityFields>): Promise<DeidentifiedCopy>;
    channelIndex(channel: number | string): number;
    close(): Promise<void>;
}
declare const details: readonly [
    "hint",
    "field",
    "place",
    "found",
    "expected"
];
declare const eegBands: readonly Band[];
declare function createEngine(options?: EngineOptions): Promise<Engine>;
declare function openHeadset(link: ByteLink, options?: {
    timeoutMs?: number | undefined;
}): Promise<Headset>;
declare function replaySource(recording: Recording, options?: ReplayOptions): ReplaySource;
declare function simulatedHeadset(source: SampleSource, options?: SimulatedHeadsetOptions): ByteLink;
export { Ablation, Annotation, AssetSource, Backend, Band, BandOcclusion, BandPowerConfig, BilstmAttnConfig, ByteLink, Bytes, Calibration, Channel, Classification, ClassifyOptions, CnnConfig, ComparedModel, ComparisonRequest, Compatibility, CompatibilityCode, CompatibilityItem, CompatibilityItemOf, CompatibilityValues, CompiledWasm, ConfigSettings, CramConfig, CspConfig, Decision, DeidentifiedCopy, DeidentifiedReply, DisplaySettings, EegChannelnetConfig, EegateError, EegnetConfig, Engine, EngineInfo, EngineOptions, EngineSummary, EpochInfo, EpochMetrics, Epochs, EpochsOptions, ErrorCode, ErrorReply, ExpectedClasses, ExplainBaseline, ExplainChecks, ExplainMethod, ExplainOptions, ExplainRequest, Explanation, FileSource, Floats, Headset, HeadsetState, IdentityFields, InspectOptions, Inspection, LatencySummary, LayerInfo, LiveStream, LoadOptions, MdmConfig, MeshCascadeConfig, Model, ModelComparison, ModelConfig, ModelInfo, ModelSetup, NamedTensor, NetworkDescription, OpenOptions, Place, PlanInfo, Prediction, ReadOptions, Recipe, Recording, RecordingInfo, ReplayOptions, ReplaySource, ResultFormat, SampleChunk, SampleSource, SampleUnit, SamplesReply, Segment, SimulatedHeadsetOptions, Spectra, Speed, StreamCounts, StreamInfo, StreamOptions, SyncnetConfig, SyntheticTrialsOptions, TangentSpaceConfig, Tensor, TokenPlace, Trained, TrainingArrays, TrainingAugmentation, TrainingEnd, TrainingEvaluation, TrainingEvent, TrainingInfo, TrainingOptions, TrainingRecording, TrainingRequest, TrainingRun, TransformerConfig, Verdict, Warning, WasmSource, WebWorker, createEngine, eegBands, openHeadset, replaySource, simulatedHeadset };
interface Annotation {
    onsetS: number;
    durationS: number;
    text: string;
}
interface Band {
    name: string;
    lowHz: number;
    highHz: number;
}
interface BandOcclusion {
    logit: number;
    bands: (Band & {
        logitDrop: number | null;
    })[];
}
interface ByteLink {
    open(onBytes: (bytes: Uint8Array) => void, onClosed: () => void): Promise<void>;
    send(bytes: Uint8Array): Promise<void>;
    close(): Promise<void>;
}
interface Channel {
    label: string;
    name: string;
    reference: string;
    unit: string;
    sfreq: number;
    nSamples: number;
    isVoltage: boolean;
    calibrated: boolean;
    isTrigger: boolean;
    direction?: [
        x: number,
        y: number,
        z: number
    ] | undefined;
    type?: string | undefined;
    prefiltering?: string | undefined;
    isBad?: boolean | undefined;
}
interface ClassifyOptions {
    recipe?: Recipe | undefined;
    signal?: AbortSignal | undefined;
    override?: boolean | undefined;
    calibrate?: Exclude<Calibration, 'online'> | undefined;
    onPreparing?: ((share: number) => void) | undefined;
    waitBeforeChunk?: (() => Promise<void> | null) | undefined;
}
interface ComparedModel {
    preset: string;
    bandHz?: [
        number,
        number
    ] | undefined;
    accuracy: number;
    accuracy95: [
        number,
        number
    ];
    balancedAccuracy: number;
    chance: number;
    crossEntropy: number;
    behind: number;
    behind95: [
        number,
        number
    ];
    gain?: number | undefined;
    gain95?: [
        number,
        number
    ] | undefined;
    nUnanswered: number;
    seconds: number;
}
interface ComparisonRequest {
    data: TrainingRequest['data'];
    presets?: readonly string[] | undefined;
    model?: Model | undefined;
    config?: ConfigSettings | undefined;
    epochs?: number | undefined;
    learningRate?: number | undefined;
    batchSize?: number | undefined;
    seed?: number | undefined;
    onPreparing?: ((share: number) => void) | undefined;
    onProgress?: ((share: number) => void) | undefined;
    onModels?: ((comparison: ModelComparison) => void) | undefined;
    signal?: AbortSignal | undefined;
}
interface Compatibility {
    verdict: Verdict;
    items: readonly CompatibilityItem[];
}
interface CompatibilityItemOf<Code extends CompatibilityCode> {
    item: string;
    verdict: Verdict;
    code: Code;
    values: CompatibilityValues[Code];
    message: string;
}
interface CompatibilityValues {
    channels_found: {
        nChannels: number;
        nUnused: number;
        renamed: string[];
    };
    channels_doubtful: {
        nChannels: number;
        bad: string[];
        notEeg: string[];
    };
    channels_missing: {
        nFound: number;
        nChannels: number;
        missing: string[];
        ambiguous: string[];
    };
    channels_not_picked: {
        channels: string[];
    };
    no_channel: Record<never, never>;
    rate_same: {
        sfreqHz: number;
    };
    rate_resampled: {
        sfreqHz: number;
        modelHz: number;
        nUp: number;
        nDown: number;
    };
    rate_too_low: {
        sfreqHz: number;
        modelHz: number;
    };
    rate_not_resampled: {
        sfreqHz: number;
        modelHz: number;
    };
    rate_of_recipe: {
        recipeHz: number;
        modelHz: number;
    };
    rates_differ: {
        sfreqHz: number;
        channels: string[];
    };
    length_enough: {
        recordingS: number;
        epochS: number;
    };
    samples_accepted: {
        nSamples: number;
        nExpected: number;
    };
    samples_refused: {
        nSamples: number;
        nExpected: number;
    };
    recording_short: {
        availableS: number;
        epochS: number;
    };
    stretch_short: {
        availableS: number;
        epochS: number;
    };
    unit_microvolts: {
        spreadUv: number;
        converted: string[];
    };
    unit_assumed: {
        unit: string;
        channels: string[];
        spreadUv: number;
    };
    unit_unknown: {
        unit: string;
        channels: string[];
        spreadUv: number;
        lowestUv: number;
        highestUv: number;
        likelyUnit: string;
    };
    unit_uncalibrated: {
        channels: string[];
    };
    amplitude_implausible: {
        spreadUv: number;
        lowestUv: number;
        highestUv: number;
        likelyUnit: string;
    };
    amplitude_constant: Record<never, never>;
    channels_constant: {
        channels: string[];
    };
    band_inside: {
        lowHz: number;
        highHz: number;
        nyquistHz: number;
    };
    band_none: Record<never, never>;
    band_of_model_above: {
        highHz: number;
        nyquistHz: number;
    };
    band_prefiltered: {
        lowHz: number;
        highHz: number;
        lowpassHz: number;
        highpassHz: number;
    };
    band_above: {
        highHz: number;
        nyquistHz: number;
    };
    notch_above: {
        notchHz: number;
        nyquistHz: number;
    };
    recipe_of_model: {
        areWindowsAdded: boolean;
    };
    recipe_given: {
        areWindowsAdded: boolean;
    };
    recipe_replaced: {
        areWindowsAdded: boolean;
    };
    recipe_windows: {
        epochS: number;
    };
    recipe_unsupported: {
        problem: string;
        problemCode: string;
    };
    recipe_standardizes: Record<never, never>;
    events_found: {
        nEvents: number;
        texts: string[];
    };
    events_not_read: {
        texts: string[];
    };
    events_missing: {
        texts: string[];
    };
    task_classes: {
        nClasses: number;
        classes: string[];
    };
    task_values: {
        nValues: number;
        outputs: string[];
    };
}
interface Decision {
    index: number;
    onsetS: number;
    durationS: number;
    probabilities: Floats;
    label: string;
    latencyMs: number;
}
interface DeidentifiedCopy {
    file: Blob;
    changed: DeidentifiedReply['changed'];
    warnings: Warning[];
}
interface DeidentifiedReply {
    header: ArrayBuffer;
    changed: {
        field: string;
        byteOffset: number;
        nBytes: number;
    }[];
    warnings: Warning[];
}
interface Engine {
    readonly info: EngineSummary;
    openRecording(file: FileSource, options?: OpenOptions): Promise<Recording>;
    loadModel(file: FileSource, options?: LoadOptions): Promise<Model>;
    importModel(weights: FileSource, config: Record<string, unknown>, options?: LoadOptions): Promise<Model>;
    filterResponse(filters: {
        recipe: Recipe;
    } | {
        display: DisplaySettings;
    }, sfreq: number, hz: Float32Array): Promise<Floats>;
    electrodes(names: readonly string[]): Promise<({
        x: number;
        y: number;
        z: number;
    } | null)[]>;
    spectra(channels: readonly Float32Array[], sfreq: number, options?: {
        segmentS?: number | undefined;
    }): Promise<Spectra>;
    makeSample(options?: {
        seed?: number | undefined;
        durationS?: number | undefined;
    }): Promise<ArrayBuffer>;
    makeSyntheticTrials(options?: SyntheticTrialsOptions): Promise<ArrayBuffer>;
    train(request: TrainingRequest): TrainingRun;
    compare(request: ComparisonRequest): Promise<ModelComparison>;
    describeNetwork(setup: {
        config: ConfigSettings;
        channels?: readonly string[] | undefined;
    }): Promise<NetworkDescription>;
    prepareTraining(): Promise<void>;
    engines(): Promise<EngineInfo[]>;
    close(): Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
}
interface EngineInfo {
    version: string;
    buildId: string;
    backend: 'simd' | 'relaxed';
    target: string;
    wasmBytes: number;
}
interface EngineOptions {
    backend?: 'auto' | Backend | undefined;
    workers?: 'auto' | 'none' | number | undefined;
    signal?: AbortSignal | undefined;
    recordings?: boolean | undefined;
    wasm?: WasmSource | undefined;
    trainingWasm?: WasmSource | undefined;
    worker?: string | URL | (() => WebWorker | Promise<WebWorker>) | undefined;
    assets?: AssetSource | undefined;
}
interface EngineSummary {
    backend: Backend;
    why: string;
    version: string;
    workers: number;
    place: Place;
    refused: string[];
    wasmBytes: number;
}
interface EpochInfo {
    onsetS: number;
    durationS: number;
    label: string;
}
interface EpochMetrics {
    epoch: number;
    trainLoss: number;
    validationLoss?: number | undefined;
    accuracy?: number | undefined;
    balancedAccuracy?: number | undefined;
    macroF1?: number | undefined;
    kappa?: number | undefined;
    chance?: number | undefined;
    isBest: boolean;
}
interface Epochs extends Tensor {
    data: Floats;
    dims: [
        nEpochs: number,
        nChans: number,
        nTimes: number
    ];
    chNames: string[];
    sfreq: number;
    onsetsS: number[];
    labels: string[];
    leftOut: {
        reason: string;
        count: number;
    }[];
    warnings: Warning[];
}
interface EpochsOptions {
    signal?: AbortSignal | undefined;
    onProgress?: ((share: number) => void) | undefined;
}
interface ErrorReply {
    code: string;
    message: string;
    hint?: string | undefined;
    field?: string | undefined;
    place?: string | undefined;
    found?: string | undefined;
    expected?: string | undefined;
}
interface ExpectedClasses {
    expected?: readonly (string | null)[] | undefined;
}
interface ExplainChecks {
    method: ExplainMethod;
    target: number;
    baseline: ExplainBaseline;
    nBackground: number;
    nEpochs: number;
    nChecked: number;
    window: number;
    step: number;
    made: boolean;
    trustworthy: boolean;
    reasons: string[];
    logits: number[];
    baselineLogits: number[];
    completeness: {
        promised: boolean;
        residual: number;
        limit: number;
        steps: number;
        passed: boolean;
    };
    deletion?: {
        applies: boolean;
        shares: number[];
        curve: number[];
        random: number[][];
        area: number;
        randomAreas: number[];
        passed: boolean;
    } | undefined;
    randomWeights?: {
        applies: boolean;
        correlations: number[];
        mean: number;
        limit: number;
        passed: boolean;
    } | undefined;
    strength?: {
        difference: number;
        random: number[];
        factor: number;
        passed: boolean;
    } | undefined;
}
interface ExplainOptions extends ExplainRequest {
    batch?: number | undefined;
    background?: Float32Array | undefined;
    onProgress?: ((share: number) => void) | undefined;
    signal?: AbortSignal | undefined;
}
interface ExplainRequest {
    target?: number | undefined;
    method?: ExplainMethod | undefined;
    steps?: number | undefined;
    baseline?: ExplainBaseline | undefined;
    windowS?: number | undefined;
    stepS?: number | undefined;
    checks?: boolean | undefined;
    seed?: number | undefined;
}
interface Explanation extends Tensor {
    data: Floats;
    dims: number[];
    checks: ExplainChecks;
}
interface Headset extends SampleSource {
    readonly state: HeadsetState;
    close(): Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
}
interface HeadsetState {
    nPackets: number;
    nLostPackets: number;
    nBadFrames: number;
    battery: number | null;
}
interface IdentityFields {
    patient: boolean;
    recording: boolean;
    startDate: boolean;
    startTime: boolean;
}
interface InspectOptions {
    ablate?: readonly Ablation[] | undefined;
    query?: number | undefined;
    mapSize?: number | undefined;
    batch?: 1 | undefined;
    weights?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
}
interface LatencySummary {
    medianMs: number;
    p99Ms: number;
}
interface LayerInfo {
    name: string;
    shape: number[];
    parameters: number;
}
interface LoadOptions {
    name?: string | undefined;
    signal?: AbortSignal | undefined;
}
interface ModelComparison {
    classes: string[];
    nEpochs: number;
    nFolds: number;
    split: string;
    models: ComparedModel[];
    kept?: 'as_is' | 'all' | 'head' | 'norms' | undefined;
    advice: string;
    warnings?: Warning[] | undefined;
}
interface ModelInfo {
    kind: 'model';
    id: number;
    fileName: string;
    config: ModelConfig;
    classes: readonly string[];
    chNames: readonly string[];
    sfreq: number;
    recipe: Recipe | null;
    train: Record<string, unknown> | null;
    license: string;
    parameters: number;
    bits: number;
    tensors: readonly LayerInfo[];
    selfTest: {
        passed: boolean;
        maxAbsDiff: number;
        nInputs: number;
    } | null;
    warnings: readonly Warning[];
}
interface NamedTensor extends Tensor {
    name: string;
}
interface NetworkDescription {
    parameters: number;
    msPerEpoch?: number | undefined;
    trainingMsPerEpoch?: number | undefined;
    config: ModelConfig;
}
interface OpenOptions {
    name?: string | undefined;
    companions?: (File | string | URL | {
        name: string;
        file: FileSource;
    })[] | undefined;
    signal?: AbortSignal | undefined;
}
interface PlanInfo {
    id: number;
    compatibility: Compatibility;
    recipe: Recipe;
    sfreq: number;
    nTimes: number;
    epochs: readonly EpochInfo[];
    leftOut: readonly {
        reason: string;
        count: number;
    }[];
    overridden: boolean;
    calibration: string;
    warnings: readonly Warning[];
}
interface Prediction {
    index: number;
    onsetS: number;
    durationS: number;
    probabilities: Floats;
    label: string;
}
interface ReadOptions {
    channels?: readonly (number | string)[] | undefined;
    startS?: number | undefined;
    durationS?: number | undefined;
    preview?: Recipe | undefined;
    display?: DisplaySettings | undefined;
    signal?: AbortSignal | undefined;
}
interface RecordingInfo {
    kind: 'recording';
    id: number;
    fileName: string;
    format: string;
    sizeBytes: number;
    patient: string;
    recordingField: string;
    startedAt: string;
    durationS: number;
    nRecords: number;
    recordDurationS: number;
    channels: readonly Channel[];
    mainChannels: readonly number[];
    segments: readonly Segment[];
    warnings: readonly Warning[];
    annotations: readonly Annotation[];
    annotationsComplete: boolean;
    bytesRead: number;
}
interface ReplayOptions {
    speed?: Speed | undefined;
    startS?: number | undefined;
    endS?: number | undefined;
    channels?: readonly (number | string)[] | undefined;
    everyMs?: number | undefined;
}
interface ReplaySource extends SampleSource {
    speed: Speed;
    readonly isPaused: boolean;
    pause(): void;
    resume(): void;
    stop(): void;
    readonly positionS: number;
}
interface SampleChunk {
    data: Float32Array[];
    nLost?: number | undefined;
}
interface SampleSource {
    readonly chNames: string[];
    readonly sfreq: number;
    readonly unit: SampleUnit;
    readonly badChNames?: string[] | undefined;
    readonly canWait?: boolean | undefined;
    start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void>;
    stop(): void | Promise<void>;
}
interface SamplesReply {
    sfreq: number;
    startS: number;
    data: Floats[];
    bytesRead: number;
}
interface Segment {
    onsetS: number;
    durationS: number;
}
interface SimulatedHeadsetOptions {
    samplesPerFrame?: number | undefined;
    uvPerBit?: number | undefined;
    lostShare?: number | undefined;
    disturbedShare?: number | undefined;
    battery?: number | undefined;
    seed?: number | undefined;
}
interface Spectra {
    binHz: number;
    density: Floats[];
}
interface StreamCounts {
    nDecisions: number;
    nDropped: number;
    nLost: number;
    nSamples: number;
    latency: LatencySummary;
}
interface StreamInfo {
    recipe: Recipe;
    causalForm: boolean;
    channels: number[];
    sfreq: number;
    nTimes: number;
    stepS: number;
    lookAheadS: number;
    recentred: boolean;
}
interface StreamOptions {
    source: SampleSource;
    recipe?: Recipe | undefined;
    causalForm?: boolean | undefined;
    stepS?: number | undefined;
    maxWaiting?: number | undefined;
    recentre?: boolean | undefined;
    signal?: AbortSignal | undefined;
}
interface SyntheticTrialsOptions {
    seed?: number | undefined;
    channels?: readonly string[] | undefined;
    hz?: number | undefined;
    beginS?: number | undefined;
    endS?: number | undefined;
    strength?: number | undefined;
    noiseUv?: number | undefined;
    trials?: number | undefined;
}
interface Tensor {
    data: Floats;
    dims: number[];
}
interface TokenPlace {
    firstTime: number;
    nTimes: number;
    firstChannel: number;
    nChannels: number;
}
interface Trained {
    ended: TrainingEnd;
    epochs: EpochMetrics[];
    evaluation: TrainingEvaluation | null;
    problem: {
        code: string;
        message: string;
        hint?: string | undefined;
    } | null;
    toSafetensors(): Promise<Bytes>;
}
interface TrainingArrays {
    x: Float32Array;
    y: ArrayLike<number>;
    subjects?: ArrayLike<number> | undefined;
}
interface TrainingAugmentation {
    mirror?: boolean | undefined;
    jitterS?: number | undefined;
    channelDropout?: number | undefined;
}
interface TrainingEvaluation {
    nTrials: number;
    classes: readonly string[];
    accuracy: number;
    balancedAccuracy: number;
    macroF1: number;
    kappa?: number | undefined;
    ece: number;
    chance: number;
    accuracyInterval: [
        number,
        number
    ];
    confusion: number[][];
    truth: number[];
    predicted: number[];
}
interface TrainingEvent {
    epoch: number;
    step: number;
    loss: number;
    learningRate: number;
    gradientNorm: number;
    nSteps: number;
    elapsedS: number;
    remainingS: number | null;
    validation?: EpochMetrics | undefined;
}
interface TrainingInfo {
    classes: string[];
    chNames: string[];
    sfreq: number;
    nTimes: number;
    nTrain: number;
    nValidation: number;
    trainCounts: number[];
    validationCounts: number[];
    split: string;
    splitBy: Exclude<NonNullable<TrainingOptions['split']>, 'auto'>;
    nSetAside: number;
    nGroups: number;
    parameters: number;
    stepsPerEpoch: number;
    nSteps: number;
    nShards: number;
    memoryBytes: number;
    options: Record<string, unknown>;
    config: ModelConfig;
    warnings: Warning[];
    leftOut: {
        reason: string;
        count: number;
    }[];
}
interface TrainingOptions {
    epochs?: number | undefined;
    batchSize?: number | undefined;
    learningRate?: number | undefined;
    optimizer?: 'adamw' | 'adam' | 'adam_keras' | 'sgd' | undefined;
    tune?: 'all' | 'head' | 'norms' | undefined;
    patience?: number | undefined;
    seed?: number | undefined;
    shuffle?: boolean | undefined;
    dropout?: boolean | undefined;
    classWeights?: 'balanced' | readonly number[] | undefined;
    labelSmoothing?: number | undefined;
    augment?: TrainingAugmentation | undefined;
    split?: 'auto' | 'subject' | 'run' | 'block' | 'none' | undefined;
    validationShare?: number | undefined;
    resumeFrom?: ArrayBuffer | Uint8Array | undefined;
    onCheckpoint?: ((checkpoint: ArrayBuffer) => unknown) | undefined;
    checkpointEveryS?: number | undefined;
    waitForReader?: boolean | undefined;
    onPreparing?: ((share: number) => void) | undefined;
    date?: string | undefined;
    signal?: AbortSignal | undefined;
}
interface TrainingRecording {
    recording: Recording;
    recipe: Recipe;
    subject?: string | number | undefined;
}
interface TrainingRequest {
    config?: ConfigSettings | ModelSetup | undefined;
    model?: Model | undefined;
    data: readonly TrainingRecording[] | TrainingArrays;
    options?: TrainingOptions | undefined;
}
interface TrainingRun extends AsyncIterable<TrainingEvent> {
    readonly info: Promise<TrainingInfo>;
    readonly result: Promise<Trained>;
    readonly state: 'preparing' | 'running' | 'paused' | 'ended' | 'failed';
    pause(): Promise<void>;
    resume(): Promise<void>;
    stop(): Promise<void>;
    checkpoint(): Promise<ArrayBuffer>;
    close(): Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
}
interface Warning {
    code: string;
    message: string;
    byteOffset?: number | undefined;
}
type Ablation = {
    block: number;
    head: number;
} | {
    block: number;
    gate: 'attention' | 'ffn';
    to: 'closed' | 'open' | number;
};
type AssetSource = (fileName: string) => WasmSource | undefined | Promise<WasmSource | undefined>;
type Backend = 'simd' | 'relaxed';
type BandPowerConfig = {
    architecture: 'band_power';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    sfreq: number;
    bn_eps: number;
    bn_momentum: number;
};
type BilstmAttnConfig = {
    architecture: 'bilstm_attn';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    hidden: number;
    attn_units: number;
    n_layers: number;
    bidirectional: boolean;
    drop_prob: number;
};
type Bytes = ReturnType<Uint8ArrayConstructor['of']>;
type Calibration = 'median' | 'recentre' | 'online';
type CnnConfig = {
    architecture: 'cnn';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    filters: number;
    kernel_length: number;
    pool: number;
    drop_prob: number;
};
type CompatibilityCode = keyof CompatibilityValues;
type CompatibilityItem = {
    [Code in CompatibilityCode]: CompatibilityItemOf<Code>;
}[CompatibilityCode];
type CompiledWasm = typeof globalThis extends Record<'WebAssembly', Record<'Module', Record<'prototype', infer Module>>> ? Module : object;
type ConfigSettings = Settings<ModelConfig>;
type CramConfig = {
    architecture: 'cram';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    window: number;
    step: number;
    strict: boolean;
    filters: number;
    kernel_length: number;
    pool: number;
    pool_stride: number;
    hidden: number;
    n_layers: number;
    attn_units: number;
    bn_eps: number;
    bn_momentum: number;
    drop_prob: number;
};
type CspConfig = {
    architecture: 'csp';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
    shrinkage: number;
    order: number;
    lag: number;
    bands?: readonly number[] | undefined;
    sfreq: number;
    n_filters: number;
    select: 'pairs' | 'distance';
    fitted_by: 'lda';
};
type DisplaySettings = {
    reference?: 'average' | readonly string[] | undefined;
    notch_hz?: number | undefined;
    highpass_hz?: number | undefined;
    lowpass_hz?: number | undefined;
};
type EegChannelnetConfig = {
    architecture: 'eeg_channelnet';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    temporal_maps: number;
    temporal_kernel: number;
    dilations: readonly number[];
    spatial_maps: number;
    n_spatial: number;
    n_residual: number;
    final_maps: number;
    hidden: number;
    bn_eps: number;
    bn_momentum: number;
    drop_prob: number;
};
type EegnetConfig = {
    architecture: 'eegnet';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    F1: number;
    D: number;
    F2: number;
    kernel_length: number;
    sep_kernel_length: number;
    pool1: number;
    pool2: number;
    pad: 'same' | 'torch';
    flatten: 'map_time' | 'time_map';
    bn_eps: number;
    bn_momentum: number;
    max_norm_spatial: number;
    max_norm_head: number;
    drop_prob: number;
};
type ErrorCode = 'ABLATE_MODEL' | 'ABLATE_PART' | 'ABORTED' | 'ANNOTATION_VALUE' | 'AUDIT_CLASS_MISSING' | 'AUDIT_DUPLICATE' | 'AUDIT_IMBALANCE' | 'AUDIT_ONE_CLASS' | 'AUDIT_ONE_SUBJECT' | 'AUDIT_OVERLAP' | 'AUDIT_RECENTRED' | 'AUDIT_SAME_RECORDING' | 'AUDIT_SHIFTED' | 'AUDIT_SUBJECT_IN_TWO_SETS' | 'AUDIT_SWAPPED' | 'AUDIT_TRAINED_BEFORE' | 'BDF_EXTENSION' | 'BENCHMARK_AUC' | 'BENCHMARK_FOLDS' | 'BENCHMARK_MODEL' | 'BIDS_AMBIGUOUS' | 'BIDS_BAD_CHANNELS' | 'BIDS_CHANNELS' | 'BIDS_COORD_SYSTEM' | 'BIDS_EVENT' | 'BIDS_JSON_MISMATCH' | 'BIDS_ONSET' | 'BIDS_ROOT' | 'BIDS_SIDE_FILE' | 'BIDS_TOO_MANY_EVENTS' | 'BIDS_TSV_ROW' | 'BIDS_UNIT' | 'BV_CHANNEL_COUNT' | 'BV_DATATYPE' | 'BV_DATA_MISSING' | 'BV_DISCONTINUOUS' | 'BV_DUPLICATE_LABEL' | 'BV_FIELD' | 'BV_LINK' | 'BV_MARKER' | 'BV_MARKER_MISSING' | 'BV_MARKER_RANGE' | 'BV_NOT_FINITE' | 'BV_NO_SAMPLES' | 'BV_PARTIAL_FRAME' | 'BV_RANGE' | 'BV_RESOLUTION' | 'BV_SIZE_MISMATCH' | 'BV_TOO_MANY_MARKERS' | 'BV_UNIT_UNKNOWN' | 'BV_VAMP_EXTRA' | 'CALIBRATION_BALANCE' | 'CALIBRATION_CLASSES' | 'CALIBRATION_EMPTY' | 'CALIBRATION_FEW' | 'CALIBRATION_MODEL' | 'CALIBRATION_ONE_CLASS' | 'CALIBRATION_RULE' | 'CHANNEL_RATE' | 'CHANNEL_UNKNOWN' | 'CNT_BLOCK_LAYOUT' | 'CNT_CALIBRATION' | 'CNT_DISCONTINUOUS' | 'CNT_DUPLICATE_LABEL' | 'CNT_EVENTS' | 'CNT_EVENT_RANGE' | 'CNT_FIELD' | 'CNT_NOT_FINITE' | 'CNT_RANGE' | 'CNT_SIZE_MISMATCH' | 'CNT_WIDTH' | 'COMPARE_FOLDS' | 'CONVERT_CHANNELS' | 'CONVERT_EVENT_RANGE' | 'CONVERT_FILLED' | 'CONVERT_GAPS' | 'CONVERT_LEFT_OUT' | 'CONVERT_NAMES' | 'CPU_TARGET' | 'DEID_FORMAT' | 'DEID_NAME' | 'DEID_TEXTS' | 'DEID_TEXTS_UNREAD' | 'DRILL_TRUTH' | 'DSP_BAND' | 'DSP_DESIGN' | 'DSP_MEMORY' | 'DSP_NONFINITE' | 'DSP_RESAMPLE' | 'DSP_SPECTRUM' | 'DSP_TOO_SHORT' | 'EDF_ANNOT_FIELDS' | 'EDF_ANNOT_IN_PLAIN' | 'EDF_BAD_DATE' | 'EDF_BAD_DURATION' | 'EDF_BAD_NS' | 'EDF_BAD_NSAMP' | 'EDF_BAD_TIME' | 'EDF_BAD_VERSION' | 'EDF_CLOCK' | 'EDF_DATE_CONFLICT' | 'EDF_DECIMAL_COMMA' | 'EDF_DIG_RANGE' | 'EDF_DISCONTINUOUS' | 'EDF_DUPLICATE_LABEL' | 'EDF_HEADER_CHARS' | 'EDF_HEADER_SIZE' | 'EDF_LINE_ENDS' | 'EDF_NO_ANNOTATIONS' | 'EDF_OUT_OF_RANGE' | 'EDF_PARTIAL_RECORD' | 'EDF_PHYS_RANGE' | 'EDF_PLUS_SUBFIELDS' | 'EDF_RANGE' | 'EDF_RECORDS_UNKNOWN' | 'EDF_RECORD_TOO_LARGE' | 'EDF_SIZE_MISMATCH' | 'EDF_TAL_SYNTAX' | 'EDF_TAL_UNTERMINATED' | 'EDF_TEXT' | 'EDF_TOO_MANY_ANNOTATIONS' | 'EDF_TRUNCATED_HEADER' | 'EDF_UNIT_UNKNOWN' | 'EDF_WRITE_ANNOTATION' | 'EDF_WRITE_LENGTH' | 'EDF_WRITE_RATE' | 'EDF_WRITE_SEGMENTS' | 'EDF_WRITE_VALUES' | 'EEGLAB_CHANLOCS' | 'EEGLAB_DATA_MISSING' | 'EEGLAB_DISCONTINUOUS' | 'EEGLAB_DUPLICATE_LABEL' | 'EEGLAB_EVENT' | 'EEGLAB_EVENT_RANGE' | 'EEGLAB_FIELDS' | 'EEGLAB_LINK' | 'EEGLAB_MULTIPLE' | 'EEGLAB_NOT_FINITE' | 'EEGLAB_NO_CHANLOCS' | 'EEGLAB_RANGE' | 'EEGLAB_SIZE_MISMATCH' | 'EEGLAB_TOO_MANY_EVENTS' | 'ELEMENT_CONFIGURED' | 'ELEMENT_EMPTY' | 'ELEMENT_FETCH' | 'ENGINE_ARGUMENT' | 'ENGINE_DISPOSED' | 'ENGINE_LOST' | 'ENGINE_MESSAGE' | 'ENGINE_NOT_STARTED' | 'ENGINE_NO_METHOD' | 'ENGINE_OPTION' | 'ENGINE_PART' | 'ENGINE_POLICY' | 'ENGINE_START' | 'ENGINE_UNSUPPORTED' | 'ENGINE_VERSION' | 'ENGINE_WASM_DAMAGED' | 'ENGINE_WASM_FAILED' | 'ENGINE_WASM_MISSING' | 'ENGINE_WORKER' | 'EPOCHS_UNTIMED' | 'EPOCH_LENGTH' | 'EPOCH_ROUNDED' | 'EXPLAIN_MEMORY' | 'EXPLAIN_METHOD' | 'EXPLAIN_NONFINITE' | 'EXPLAIN_NO_ATTENTION' | 'EXPLAIN_OPTION' | 'EXPLAIN_TARGET' | 'EXPORT_UNSUPPORTED' | 'FIF_ANNOTATIONS' | 'FIF_CALIBRATION' | 'FIF_DATA_MISSING' | 'FIF_DUPLICATE_LABEL' | 'FIF_FIELD' | 'FIF_GAP' | 'FIF_LOOP' | 'FIF_MAXSHIELD' | 'FIF_NCHAN' | 'FIF_NOT_FINITE' | 'FIF_NOT_RAW' | 'FIF_PART' | 'FIF_RANGE' | 'FIF_SPLIT' | 'FIF_TAG' | 'FIF_TRUNCATED' | 'FIF_TYPE' | 'FIF_UNIT_UNKNOWN' | 'FILE_READ' | 'FIT_INCOMPATIBLE' | 'FOLDS_OVERLAP' | 'FOLDS_RECENTRED' | 'FORMAT_ANT_CNT' | 'FORMAT_BDF' | 'FORMAT_BRAINVISION' | 'FORMAT_EDF' | 'FORMAT_EMPTY' | 'FORMAT_EYE_TRACKER' | 'FORMAT_FIF' | 'FORMAT_GDF' | 'FORMAT_GZIP' | 'FORMAT_HDF5' | 'FORMAT_HTML' | 'FORMAT_IMAGE' | 'FORMAT_LFS_POINTER' | 'FORMAT_MATLAB' | 'FORMAT_NUMPY' | 'FORMAT_ONNX' | 'FORMAT_PDF' | 'FORMAT_PICKLE' | 'FORMAT_SAFETENSORS' | 'FORMAT_TEXT' | 'FORMAT_XML' | 'FORMAT_ZIP' | 'GDF_DUPLICATE_LABEL' | 'GDF_EVENTS' | 'GDF_EVENT_RANGE' | 'GDF_FIELD' | 'GDF_NOT_FINITE' | 'GDF_RANGE' | 'GDF_SAMPLES' | 'GDF_SIZE_MISMATCH' | 'GDF_TRUNCATED_HEADER' | 'GDF_TYPE' | 'GDF_UNIT_UNKNOWN' | 'GDF_VERSION' | 'HDF5_LOOP' | 'HDF5_TRUNCATED' | 'HDF5_UNSUPPORTED' | 'HEADSET_LOST' | 'HEADSET_SILENT' | 'HYP_CODES' | 'HYP_EMPTY' | 'HYP_EPOCH' | 'HYP_GAP' | 'HYP_LENGTH' | 'HYP_REQUEST' | 'HYP_TIMES' | 'HYP_WFDB' | 'HYP_WORD' | 'HYP_XML' | 'IMPORT_NOT_NEEDED' | 'IMPORT_SHAPE' | 'IMPORT_TENSOR_MISSING' | 'IMPORT_TENSOR_UNKNOWN' | 'IMPORT_UNKNOWN' | 'IMPORT_UNSUPPORTED' | 'INFLATE_CHECKSUM' | 'INFLATE_DATA' | 'INFLATE_LIMIT' | 'INPUT_SHAPE' | 'INSPECT_OPTION' | 'INTERNAL' | 'IO_OPEN' | 'IO_READ' | 'IO_TOO_LARGE' | 'IO_WHOLE' | 'JSON_DUPLICATE' | 'JSON_LIMIT' | 'JSON_SYNTAX' | 'MAT_ENDIAN' | 'MAT_LIMIT' | 'MAT_TAG' | 'MAT_TRUNCATED' | 'MAT_VERSION' | 'MODEL_8_BITS' | 'MODEL_CHANNELS' | 'MODEL_CONFIG_CONFLICT' | 'MODEL_CONFIG_MISSING' | 'MODEL_CONFIG_TYPE' | 'MODEL_CONFIG_UNKNOWN' | 'MODEL_CONFIG_VALUE' | 'MODEL_F64' | 'MODEL_FORMAT_MISSING' | 'MODEL_FORMAT_UNKNOWN' | 'MODEL_INPUT_NONFINITE' | 'MODEL_META_JSON' | 'MODEL_META_MISSING' | 'MODEL_META_VALUE' | 'MODEL_NONFINITE' | 'MODEL_PATTERNS' | 'MODEL_PICKLE_REFUSED' | 'MODEL_PRESET' | 'MODEL_QUANTIZED' | 'MODEL_RECIPE' | 'MODEL_SELFTEST' | 'MODEL_SELFTEST_INCOMPLETE' | 'MODEL_SELFTEST_SHAPE' | 'MODEL_SOURCE' | 'MODEL_TENSOR_DTYPE' | 'MODEL_TENSOR_MISSING' | 'MODEL_TENSOR_SHAPE' | 'MODEL_TENSOR_UNKNOWN' | 'MODEL_TIMES' | 'MODEL_TOO_LARGE' | 'MODEL_VALUE' | 'MUSE_DUPLICATE_LABEL' | 'MUSE_GAP' | 'MUSE_NOT_FINITE' | 'MUSE_RANGE' | 'MUSE_RATE' | 'MUSE_ROW' | 'MUSE_ROWS' | 'NIGHT_LABELS' | 'NIGHT_SHORT' | 'NPY_DTYPE' | 'NPY_HEADER' | 'NPY_MAGIC' | 'NPY_SHAPE' | 'NPY_TRAILING' | 'NPY_TRUNCATED' | 'NPY_VERSION' | 'OPENBCI_DUPLICATE_LABEL' | 'OPENBCI_LOST' | 'OPENBCI_NOT_FINITE' | 'OPENBCI_NO_COLUMNS' | 'OPENBCI_RAILED' | 'OPENBCI_RANGE' | 'OPENBCI_RATE_UNKNOWN' | 'OPENBCI_ROW' | 'OPENBCI_ROWS' | 'OPENBCI_SD_RAW' | 'PICK_MISSING' | 'PICK_RATE' | 'PLANTED_VALUE' | 'PLAN_NO_EPOCHS' | 'PLAN_RANGE' | 'PREPARE_MISMATCH' | 'PREPARE_NO_LABELS' | 'READ_RANGE' | 'READ_TOO_LARGE' | 'RECIPE_TYPE' | 'RECIPE_UNKNOWN_KEY' | 'RECIPE_VALUE' | 'RECIPE_VERSION' | 'RECORDING_FLAT' | 'RECORDING_SOURCE' | 'REFERENCE_MISSING' | 'REFERENCE_NONE' | 'REPORT_HASH' | 'RESULTS_INCOMPLETE' | 'RESULT_FORMAT' | 'RESULT_NO_ANSWER' | 'RESULT_SHAPE' | 'SAMPLE_LENGTH' | 'SESSION_CLOSED' | 'SLEEP_CHANNEL' | 'SLEEP_LIGHTS' | 'SLEEP_STAGES' | 'STAGE_CHANNELS' | 'STAGE_MODELS' | 'STAGE_NO_CHANNEL' | 'STAGE_NO_MODEL' | 'STAGE_RATE' | 'STAGE_REQUEST' | 'STAGE_STRIDE' | 'STAGE_TOO_SHORT' | 'STREAM_ALIGN' | 'STREAM_CHANNELS' | 'STREAM_INPUT' | 'STREAM_OPTION' | 'STREAM_RATE' | 'STREAM_ROOM' | 'STREAM_STEP' | 'STREAM_USED' | 'STREAM_ZERO_PHASE' | 'ST_DTYPE_UNSUPPORTED' | 'ST_DUPLICATE' | 'ST_HEADER_LENGTH' | 'ST_HEADER_TOO_LARGE' | 'ST_JSON' | 'ST_METADATA' | 'ST_OFFSETS' | 'ST_SIZE' | 'ST_TENSOR_INFO' | 'ST_TOO_SMALL' | 'ST_TRAILING' | 'ST_UNKNOWN_KEY' | 'ST_UTF8' | 'TEXT_LATIN1' | 'TEXT_NUMBER' | 'TEXT_ROW' | 'TRAIN_BAND_POWER' | 'TRAIN_CHECKPOINT' | 'TRAIN_CLASSES' | 'TRAIN_DIVERGED' | 'TRAIN_DROPPED' | 'TRAIN_EMPTY' | 'TRAIN_LABELS' | 'TRAIN_MEMORY' | 'TRAIN_NO_VALIDATION' | 'TRAIN_OPTION' | 'TRAIN_ORDER' | 'TRAIN_OUT_OF_STEP' | 'TRAIN_RANK' | 'TRAIN_RECIPE' | 'TRAIN_SHAPE' | 'TRAIN_SPLIT' | 'TRAIN_START' | 'TRAIN_SUBJECTS' | 'TRAIN_TARGETS' | 'TRAIN_TASK' | 'TRAIN_WEIGHTS' | 'XDF_CHOOSE' | 'XDF_CHUNK' | 'XDF_CLOCK' | 'XDF_DUPLICATE_LABEL' | 'XDF_EVENT_RANGE' | 'XDF_FOOTER' | 'XDF_FORMAT' | 'XDF_GAP' | 'XDF_NOT_FINITE' | 'XDF_NO_FOOTER' | 'XDF_NO_SIGNAL' | 'XDF_RANGE' | 'XDF_RATE' | 'XDF_STREAM_ID' | 'XDF_TOO_MANY_EVENTS' | 'XDF_TRUNCATED' | 'XDF_UNEVEN' | 'XDF_UNIT_UNKNOWN' | 'XDF_XML';
type ExplainBaseline = 'zero' | 'channel_mean' | 'surrogate';
type ExplainMethod = 'gradient_input' | 'integrated_gradients' | 'occlusion_channel' | 'occlusion_time' | 'attention_rollout';
type FileSource = Blob | ArrayBuffer | Uint8Array | string | URL;
type Floats = ReturnType<Float32ArrayConstructor['of']>;
type KeysOf<T> = T extends unknown ? keyof T : never;
type MdmConfig = {
    architecture: 'mdm';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
    shrinkage: number;
    order: number;
    lag: number;
    rank: number;
    mean: 'riemann' | 'logeuclid' | 'euclid';
};
type MeshCascadeConfig = {
    architecture: 'mesh_cascade';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    segment: number;
    hop: number;
    maps: readonly number[];
    dense: number;
    hidden: number;
    n_layers: number;
    fc: number;
    drop_prob: number;
};
type ModelConfig = OneOf<TransformerConfig | EegnetConfig | CnnConfig | SyncnetConfig | BilstmAttnConfig | EegChannelnetConfig | CramConfig | MeshCascadeConfig | BandPowerConfig | TangentSpaceConfig | MdmConfig | CspConfig>;
type ModelSetup = {
    config?: ConfigSettings | undefined;
    channels?: readonly string[] | undefined;
    classes?: readonly string[] | undefined;
    sfreq?: number | undefined;
    recipe?: Recipe | undefined;
    license?: string | undefined;
    card?: Record<string, unknown> | undefined;
};
type OneOf<T, All = T> = T extends unknown ? T & {
    [K in Exclude<KeysOf<All>, keyof T>]?: undefined;
} : never;
type Place = 'worker' | 'blob' | 'page';
type Recipe = {
    version?: number | undefined;
    pick?: readonly string[] | undefined;
    reference?: 'average' | readonly string[] | undefined;
    notch?: {
        hz: number;
        q?: number | undefined;
    } | undefined;
    bandpass?: {
        low_hz: number;
        high_hz: number;
        order?: number | undefined;
        mode?: 'zero_phase' | 'causal' | undefined;
    } | undefined;
    resample_hz?: number | undefined;
    align?: 'euclidean' | undefined;
    epochs?: {
        by: 'annotation';
        labels?: Record<string, string> | undefined;
        tmin_s?: number | undefined;
        tmax_s: number;
    } | {
        by: 'window';
        length_s: number;
        step_s?: number | undefined;
        label?: string | undefined;
        labels?: Record<string, string> | undefined;
    } | undefined;
    standardize?: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial' | undefined;
};
type ResultFormat = 'csv' | 'json' | 'tsv' | 'edf';
type SampleUnit = 'nV' | 'uV' | 'mV' | 'V';
type Settings<T> = T extends readonly unknown[] ? T : T extends object ? {
    [K in keyof T]?: Settings<T[K]>;
} : T;
type Speed = number | 'max';
type SyncnetConfig = {
    architecture: 'syncnet';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    filters: number;
    kernel_length: number;
    pool: number;
    drop_prob: number;
};
type TangentSpaceConfig = {
    architecture: 'tangent_space';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
    shrinkage: number;
    order: number;
    lag: number;
    bands?: readonly number[] | undefined;
    sfreq: number;
    rank: number;
    recentre: boolean;
    fitted_by: 'logistic' | 'lda' | 'fgmdm' | 'svm';
    mean: 'riemann' | 'logeuclid' | 'euclid';
    strength: number;
};
type TrainingEnd = 'epochs done' | 'no improvement' | 'stopped' | 'diverged';
type TransformerConfig = {
    architecture: 'transformer';
    n_chans: number;
    n_times: number;
    n_outputs: number;
    task: 'classify' | 'binary' | 'regress';
    standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
    preset: string;
    embedding: {
        kind: 'identity';
        dim: number;
    } | {
        kind: 'linear';
        dim: number;
        bias: boolean;
    } | {
        kind: 'patch';
        dim: number;
        bias: boolean;
        patch_chans: number;
        patch_times: number;
        stride_chans: number;
        stride_times: number;
        channel_embedding: boolean;
    } | {
        kind: 'conv_stem';
        dim: number;
        bias: boolean;
        filters: number;
        kernel_times: number;
        padding: 'valid' | 'same';
        conv_bias: boolean;
        spatial: 'full' | 'depthwise';
        depth: number;
        activation: 'elu' | 'square_log';
        pool_times: number;
        pool_stride: number;
        projection: boolean;
        bn_eps: number;
        bn_momentum: number;
    };
    position: {
        kind: 'none';
    } | {
        kind: 'sin_interleaved';
    } | {
        kind: 'sin_concat_parity';
    } | {
        kind: 'learned';
        max_len: number;
    } | {
        kind: 'rel_shaw';
        max_distance: number;
        values: boolean;
        per_head: boolean;
    } | {
        kind: 'rel_bias';
        alpha: number;
        beta: number;
        gamma: number;
    };
    cls: boolean;
    n_blocks: number;
    block: 'post_ln' | 'pre_ln' | 'gated';
    gate: 'input' | 'output' | 'highway' | 'sigtanh' | 'gru';
    gate_bias_sign: 'minus' | 'plus';
    relu_before_gate: boolean;
    attn_residual: boolean;
    n_heads: number;
    key_dim: number;
    value_dim: number;
    attention_bias: boolean;
    attention: {
        kind: 'full';
        causal: boolean;
    } | {
        kind: 'window';
        causal: boolean;
        window: number;
        shift: boolean;
        stages: readonly number[];
    };
    ffn_dim: number;
    activation: 'relu' | 'gelu' | 'gelu_tanh';
    norm: 'layer' | 'batch';
    norm_eps: number;
    norm_affine: boolean;
    norm_momentum: number;
    final_norm: boolean;
    pool: 'flatten' | 'mean' | 'cls' | 'attention';
    pool_dim: number;
    dropout: {
        attn_out: number;
        ffn_out: number;
        attn_weights: number;
        ffn_hidden: number;
        embed: number;
        head: number;
    };
};
type Verdict = 'ok' | 'adapted' | 'missing' | 'incompatible';
type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | CompiledWasm;
type WebWorker = typeof globalThis extends Record<'Worker', Record<'prototype', infer Worker>> ? Worker : object;
