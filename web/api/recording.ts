// An open recording: what its header says, and its samples by ranges.
import { oneOf, optionsOf } from '../worker/arguments.js';
import { besideLibrary } from '../worker/connection.js';
import { EegateError } from '../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../worker/pool.js';
import type {
  Annotation,
  Channel,
  DisplaySettings,
  DeidentifiedReply,
  IdentityFields,
  Recipe,
  RecordingInfo,
  SamplesReply,
  Segment,
  Warning,
  Floats,
} from '../worker/protocol.js';
import { abortable, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { channelIndices, channelNamed, checkChannel } from './channel_indices.js';
import { frozen } from './frozen.js';
import type { Epochs, EpochsOptions } from './epochs.js';
import { fileResource, type RecordingFile } from './recording_file.js';

/** Which samples are read, and what is applied to them. */
export interface ReadOptions {
  /** Indices, or names in any spelling (docs/FORMATS.md); all of one sampling rate. Default: `info.mainChannels`. */
  channels?: readonly (number | string)[];
  /** Seconds from the first sample; default 0. */
  startS?: number;
  /** Seconds; default, and for Infinity: to the end. */
  durationS?: number;
  /** Applies reference, notch and band-pass of this recipe. */
  preview?: Recipe;
  /** In place of `preview`: reference and filters for viewing. */
  display?: DisplaySettings;
  /** Aborting it rejects with its `reason`. */
  signal?: AbortSignal;
}

const annotationBudgetBytes = 4 * 2 ** 20;

/** A copy of a recording without identity, and what was changed in it. */
export interface DeidentifiedCopy {
  /** The copy; it refers to the samples of the original file. */
  file: Blob;
  /** Header fields whose bytes differ from those of the original. */
  changed: DeidentifiedReply['changed'];
  /** Where the copy may still hold a name. */
  warnings: Warning[];
}

/**
 * An open recording. Samples are read by ranges when they are asked for.
 *
 * @example
 * ```ts
 * const recording = await engine.openRecording(file);
 * const [oz] = await recording.read({ channels: ['Oz'], startS: 10, durationS: 2 });   // Float32Array of microvolts
 * const epochs = await recording.epochs({ version: 1, epochs: { by: 'window', length_s: 2 } });
 * await recording.close();
 * ```
 */
export class Recording {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #nextId: () => number;
  readonly #info: RecordingInfo;
  readonly #main: RecordingFile;
  readonly #others: RecordingFile[];
  /** With the annotations of the file, then with those of the caller; the last one is current, earlier ones are in use. */
  readonly #held: { resource: Resource; users: Set<object> }[];
  /** Id of the first resource, whose annotations are those of the file. */
  readonly #fileId: number;
  /** Annotations set by the caller; null: those of the file. */
  #ownAnnotations: Annotation[] | null = null;

  /** @internal */
  constructor(
    pool: EnginePool,
    nextId: () => number,
    resource: Resource,
    info: RecordingInfo,
    main: RecordingFile,
    others: RecordingFile[],
  ) {
    this.#pool = pool;
    this.#nextId = nextId;
    this.#main = main;
    this.#others = others;
    this.#held = [{ resource, users: new Set() }];
    this.#fileId = info.id;
    this.#info = { ...frozen(info) };
  }

  /** @internal Where its ids are valid. */
  get pool(): EnginePool {
    return this.#pool;
  }

  /** @internal The recording with its current annotations. */
  get resource(): Resource {
    return this.#held.at(-1)!.resource;
  }

  /** @internal The same for longer: they stay open until `end`, also when others replace them. */
  borrow(): { id: number; resource: Resource; end: () => Promise<void> } {
    const held = this.#held.at(-1)!;
    const user = {};
    held.users.add(user);
    const end = () => {
      held.users.delete(user);
      return this.#closeUnused();
    };
    return { id: this.#info.id, resource: held.resource, end };
  }

  /** Closes what was replaced and nobody uses. */
  async #closeUnused(): Promise<void> {
    const unused = this.#held.slice(1, -1).filter(({ users }) => users.size === 0);
    for (const held of unused) this.#held.splice(this.#held.indexOf(held), 1);
    await Promise.all(unused.map(({ resource }) => this.#pool.close(resource)));
  }

  get #ofFile(): Resource {
    return this.#held[0]!.resource;
  }

  /** @internal The same files under another id, for engines that train: it stays open when this one is closed. */
  again(id: number): Resource {
    return fileResource(id, this.#main, this.#others, this.#ownAnnotations);
  }

  /** @internal Its files. */
  get sources(): (Blob | ArrayBuffer)[] {
    return [this.#main, ...this.#others].map(({ source }) => source);
  }

  /** All properties, as one plain object. */
  get info(): Readonly<RecordingInfo> {
    return this.#info;
  }
  /** File name. */
  get name(): string {
    return this.#info.fileName;
  }
  /** Channels, in the order of the file. */
  get channels(): readonly Channel[] {
    return this.#info.channels;
  }
  /** Annotations read so far. Complete if `annotationsComplete`; for a file above 64 MiB call `readAnnotations`. */
  get annotations(): readonly Annotation[] {
    return this.#info.annotations;
  }
  /** Whether all annotations have been read. */
  get annotationsComplete(): boolean {
    return this.#info.annotationsComplete;
  }
  /** Seconds from the first sample to the end of the last, gaps included. */
  get durationS(): number {
    return this.#info.durationS;
  }
  /** Segments without a gap. */
  get segments(): readonly Segment[] {
    return this.#info.segments;
  }
  /** What was repaired or assumed in the header and in the annotations. The list grows while annotations are read. */
  get warnings(): readonly Warning[] {
    return this.#info.warnings;
  }
  /** Bytes read from the file so far. */
  get bytesRead(): number {
    return this.#info.bytesRead;
  }

  /**
   * Samples: one array per channel, microvolts where the unit of the channel is a voltage; NaN inside gaps, and where `preview` or
   * `display` filters, also in a tail that only repeats the last values.
   *
   * @throws {EegateError} CHANNEL_UNKNOWN, CHANNEL_RATE: the channels are unknown or of different rates; READ_RANGE, READ_TOO_LARGE: the
   * time range is outside the recording or too long; RECIPE_*, DSP_*, REFERENCE_*: `preview` or `display` cannot be applied;
   * SESSION_CLOSED.
   */
  async read(options: ReadOptions = {}): Promise<Floats[]> {
    return (await this.readWindow(options)).data;
  }

  /**
   * As `read`, with the sampling rate and the time of the first sample.
   *
   * @throws {EegateError} As `read`.
   */
  async readWindow(options: ReadOptions = {}): Promise<SamplesReply> {
    options = optionsOf(options, {
      ...{ channels: 0, startS: 'number', durationS: 'number', preview: 0, display: 0, signal: 0 },
    });
    throwIfAborted(options.signal);
    const { startS = 0, durationS = this.durationS - startS, preview, display } = options;
    const request = {
      channels: channelIndices(this, options.channels),
      startS,
      durationS: Math.min(durationS, Number.MAX_VALUE), // infinite: to the end
      ...(preview && { preview }),
      ...(display && { display }),
    };
    const reading = this.#pool.call(this.#ofFile, 'readSamples', [this.#fileId, request]);
    const reply = await abortable(reading, options.signal);
    this.#info.bytesRead = reply.bytesRead;
    return reply;
  }

  /**
   * Epochs by a recipe, without a model: referenced, filtered, resampled, cut by windows or annotations and standardised as the recipe
   * says, which must have `epochs`. The result is [nEpochs, nChans, nTimes].
   *
   * @throws {EegateError} RECIPE_*: the recipe is wrong; PICK_*, REFERENCE_*: channels are missing; DSP_*: filters are impossible;
   * PLAN_NO_EPOCHS: nothing is left; READ_TOO_LARGE: more numbers than one array can hold; SESSION_CLOSED.
   */
  async epochs(recipe: Recipe, options: EpochsOptions = {}): Promise<Epochs> {
    const given = optionsOf(options, { signal: 0, onProgress: 0 });
    const { prepareEpochs } = await besideLibrary(import('./epochs.js'));
    const borrowed = this.borrow();
    try {
      return await prepareEpochs(this.#pool, this.#nextId(), borrowed, this.#info, recipe, given);
    } finally {
      await borrowed.end();
    }
  }

  /**
   * Reads the annotations to the end of the file; `onProgress` is called after each step.
   *
   * @throws {EegateError} IO_READ: the file cannot be read any more; SESSION_CLOSED.
   */
  async readAnnotations(
    options: { signal?: AbortSignal; onProgress?: () => void } = {},
  ): Promise<readonly Annotation[]> {
    checkOpen(this.#ofFile);
    const { signal, onProgress } = optionsOf(options, { signal: 0, onProgress: 0 });
    throwIfAborted(signal);
    while (!this.#info.annotationsComplete) {
      throwIfAborted(signal);
      const reply = await this.#pool.call(this.#ofFile, 'readAnnotations', [
        this.#fileId,
        annotationBudgetBytes,
      ]);
      const { complete: annotationsComplete, first, annotations: more, ...read } = frozen(reply);
      const annotations = Object.freeze([...this.#info.annotations.slice(0, first), ...more]);
      Object.assign(this.#info, { ...read, annotations, annotationsComplete });
      onProgress?.();
    }
    return this.#info.annotations;
  }

  /**
   * Replaces the annotations, at most 10,000 in any order: onset in seconds from the first sample, which may lie before it, duration in
   * seconds, at least 0, and a text. What is planned, trained and evaluated from now on uses them; the file is not changed, and `deidentified` copies the annotations of the file.
   *
   * @throws {EegateError} ANNOTATION_VALUE: a value is out of range, and nothing was changed; SESSION_CLOSED.
   */
  async setAnnotations(annotations: readonly Annotation[]): Promise<void> {
    const check = () => checkOpen(this.#ofFile);
    check();
    const { checkedCopies, holdWhile } = await besideLibrary(import('./annotations.js'));
    const copies = checkedCopies(annotations);
    await this.readAnnotations(); // `deidentified` searches them for names
    const id = this.#nextId();
    const resource = fileResource(id, this.#main, this.#others, copies);
    const reply = await holdWhile(check, this.#pool, resource);
    this.#held.push({ resource, users: new Set() });
    this.#ownAnnotations = copies;
    const { annotations: own } = frozen(reply);
    Object.assign(this.#info, { id, annotations: own, annotationsComplete: true });
    await this.#closeUnused();
  }

  /**
   * A copy of an EDF or BDF file without identity: patient, recording field and date are removed, the time of day is kept, unless
   * `removed` says otherwise. Only the listed header fields differ; texts of annotations are copied, which the warnings say.
   *
   * @throws {EegateError} DEID_FORMAT: not EDF or BDF; SESSION_CLOSED.
   */
  async deidentified(removed: Partial<IdentityFields> = {}): Promise<DeidentifiedCopy> {
    const is = 'boolean' as const;
    const fields = { patient: is, recording: is, startDate: is, startTime: is };
    const given = optionsOf(removed, fields, 'removed');
    await this.readAnnotations();
    const reply = await this.#pool.call(this.#ofFile, 'deidentify', [
      this.#fileId,
      { patient: true, recording: true, startDate: true, startTime: false, ...given },
    ]);
    const { header, changed, warnings } = reply;
    const rest = this.#main.source.slice(header.byteLength);
    return { file: new Blob([header, rest as BlobPart]), changed, warnings };
  }

  /**
   * Index of a channel by its canonical name or label, else by another spelling of its name (docs/FORMATS.md).
   *
   * @throws {EegateError} CHANNEL_UNKNOWN.
   */
  channelIndex(channel: number | string): number {
    checkChannel(channel, 'channel');
    const index = typeof channel === 'number' ? channel : channelNamed(this.channels, channel);
    if (this.channels[index]) return index;
    throw new EegateError({
      code: 'CHANNEL_UNKNOWN',
      message: 'The recording has no such channel',
      field: 'channels',
      found: String(channel),
      expected: oneOf(this.channels.map(({ name }) => name)),
    });
  }

  /** Frees the memory of the recording and of its classifications. Afterwards only `info` can be used. */
  async close(): Promise<void> {
    await Promise.all(this.#held.map(({ resource }) => this.#pool.close(resource)));
  }
}
addAsyncDispose(Recording.prototype);
