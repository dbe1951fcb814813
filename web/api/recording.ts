// An open recording: what its header says, and its samples by ranges.
import { EegateError } from '../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../worker/pool.js';
import type {
  Annotation,
  AnnotationsReply,
  Channel,
  Look,
  DeidentifiedReply,
  IdentityFields,
  Recipe,
  RecordingInfo,
  SamplesReply,
  Segment,
  Warning,
} from '../worker/protocol.js';
import { abortable, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { prepareEpochs, type Epochs, type EpochsOptions } from './epochs.js';
import {
  fileResource,
  recordingFile,
  readHere,
  type GivenFile,
  type RecordingFile,
} from './recording_file.js';

export type { GivenFile };

/** Which samples are read, and how they are seen. */
export interface ReadOptions {
  /** Indices, canonical names or labels; all of one rate. Default: the channels with the most common rate. */
  channels?: (number | string)[];
  /** Seconds from the first sample; default 0. */
  startS?: number;
  /** Default: to the end. */
  durationS?: number;
  /** Applies reference, notch and band-pass of a recipe, as a preview. */
  preview?: Recipe;
  /** Instead: a reference and filters for looking. */
  look?: Look;
  /** Gives up waiting for the samples. */
  signal?: AbortSignal;
}

/** Files up to this size have all their annotations read when they are opened. */
const eagerAnnotationsBytes = 64 * 2 ** 20;
const annotationBudgetBytes = 4 * 2 ** 20;

/** A copy without identity, and what was changed for it. */
export interface DeidentifiedCopy {
  /** The copy. */
  file: Blob;
  /** Fields of the header whose bytes differ from the file's. */
  changed: DeidentifiedReply['changed'];
  /** Where a name may still stand. */
  warnings: Warning[];
}

/** A recording that is open. Samples are read by ranges when they are asked for. */
export class Recording {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #nextId: () => number;
  readonly #info: RecordingInfo;
  readonly #main: RecordingFile;
  readonly #others: RecordingFile[];
  /** The last one is in use; what was made by an earlier one stays as it was. */
  readonly #resources: Resource[];
  /** Of the first of them, whose annotations are those of the file. */
  readonly #fileId: number;
  /** Whether somebody else knows the last resource. */
  #isLent = true;
  /** Null: those of the file. */
  #given: Annotation[] | null = null;

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
    this.#resources = [resource];
    this.#fileId = info.id;
    this.#info = info;
  }

  /** @internal With the annotations of now. Whoever has asked for it may go on to use it. */
  get resource(): Resource {
    this.#isLent = true;
    return this.#resources.at(-1)!;
  }

  get #ofFile(): Resource {
    return this.#resources[0]!;
  }

  /** @internal The same files for engines that train: under an id of its own, which stays open when this one is closed. */
  again(id: number): Resource {
    return fileResource(id, this.#main, this.#others, this.#given);
  }

  /** Everything known, in one plain object. */
  get info(): Readonly<RecordingInfo> {
    return this.#info;
  }
  /** Of the file. */
  get name(): string {
    return this.#info.fileName;
  }
  /** In the order of the file. */
  get channels(): Channel[] {
    return this.#info.channels;
  }
  /** Complete if `annotationsComplete`; a file above 64 MiB is read on with `readAnnotations`. */
  get annotations(): Annotation[] {
    return this.#info.annotations;
  }
  /** All annotations have been read. */
  get annotationsComplete(): boolean {
    return this.#info.annotationsComplete;
  }
  /** Seconds from the first sample to the end of the last, gaps included. */
  get durationS(): number {
    return this.#info.durationS;
  }
  /** Stretches without a gap. */
  get segments(): Segment[] {
    return this.#info.segments;
  }
  /** What was repaired or assumed. Grows while samples and annotations are read. */
  get warnings(): Warning[] {
    return this.#info.warnings;
  }
  /** From the file, so far. */
  get bytesRead(): number {
    return this.#info.bytesRead;
  }

  /** Microvolts, one array per channel; NaN inside gaps. */
  async read(options: ReadOptions = {}): Promise<Float32Array[]> {
    return (await this.readWindow(options)).data;
  }

  /** The same with its sampling rate and the time of the first sample. */
  async readWindow(options: ReadOptions = {}): Promise<SamplesReply> {
    const { startS = 0, durationS = this.durationS - startS, preview, look } = options;
    const channels = (options.channels ?? this.#info.mainChannels).map((channel) =>
      this.channelIndex(channel),
    );
    const request = {
      channels,
      startS,
      durationS,
      ...(preview && { preview }),
      ...(look && { look }),
    };
    const reading = this.#pool.call(this.#ofFile, 'readSamples', [this.#fileId, request]);
    const reply = await abortable(reading, options.signal);
    this.#info.bytesRead = reply.bytesRead;
    return reply;
  }

  /**
   * Epochs by a recipe alone, without a model: cut by windows or annotations, referenced, filtered, resampled and standardised as it
   * says, which must have `epochs`. Rejects with the RECIPE_*, PICK_*, DSP_* or EPOCH_* code of what cannot be done.
   */
  epochs(recipe: Recipe, options: EpochsOptions = {}): Promise<Epochs> {
    const { resource } = this; // of the annotations of now
    return prepareEpochs(
      this.#pool,
      this.#nextId(),
      { id: this.#info.id, resource },
      recipe,
      options,
    );
  }

  /** Reads the annotations to the end of the file, however long it is; `onProgress` hears of every step. */
  async readAnnotations(
    options: { signal?: AbortSignal; onProgress?: () => void } = {},
  ): Promise<Annotation[]> {
    checkOpen(this.#ofFile);
    while (!this.#info.annotationsComplete) {
      throwIfAborted(options.signal);
      const reply = await this.#pool.call(this.#ofFile, 'readAnnotations', [
        this.#fileId,
        annotationBudgetBytes,
      ]);
      const { annotations, warnings, bytesRead, complete } = reply;
      Object.assign(this.#info, {
        annotations,
        warnings,
        bytesRead,
        annotationsComplete: complete,
      });
      options.onProgress?.();
    }
    return this.#info.annotations;
  }

  /**
   * Annotations instead of those of the file, in any order: onset and duration in seconds, at least 0, and a text.
   * What is planned, trained and evaluated from now on cuts and labels by these; the file stays as it is, and `deidentified` copies its
   * own. Rejects with ANNOTATION_VALUE, and changes nothing then.
   */
  async setAnnotations(annotations: readonly Annotation[]): Promise<void> {
    checkOpen(this.#ofFile);
    await this.readAnnotations(); // a copy without identity is searched for names in those
    const given = annotations.map((one) => ({ ...one }));
    const id = this.#nextId();
    const resource = fileResource(id, this.#main, this.#others, given);
    const reply = (await this.#pool.hold(resource)) as AnnotationsReply;
    const unused = this.#isLent ? null : this.#resources.pop()!;
    this.#resources.push(resource);
    this.#isLent = false;
    this.#given = given;
    Object.assign(this.#info, { id, annotations: reply.annotations, annotationsComplete: true });
    if (unused) await this.#pool.close(unused);
  }

  /**
   * A copy of the file without identity. It differs in the listed fields of the header and nowhere else; texts of
   * annotations are copied as they are, which the warnings say. The samples are not read: the copy refers to the file.
   */
  async deidentified(removed: Partial<IdentityFields> = {}): Promise<DeidentifiedCopy> {
    await this.readAnnotations();
    const reply = await this.#pool.call(this.#ofFile, 'deidentify', [
      this.#fileId,
      { patient: true, recording: true, startDate: true, startTime: false, ...removed },
    ]);
    const { header, changed, warnings } = reply;
    const rest = this.#main.source.slice(header.byteLength);
    return { file: new Blob([header, rest as BlobPart]), changed, warnings };
  }

  /** The index of a channel by canonical name or label. Throws CHANNEL_UNKNOWN. */
  channelIndex(channel: number | string): number {
    const index =
      typeof channel === 'number'
        ? channel
        : this.channels.findIndex(
            ({ name, label }) => name === channel || label.trim() === channel.trim(),
          );
    if (this.channels[index]) return index;
    throw new EegateError({
      code: 'CHANNEL_UNKNOWN',
      message: 'The recording has no such channel',
      field: 'channels',
      found: String(channel),
      expected: `one of ${this.channels
        .slice(0, 8)
        .map(({ name }) => name)
        .join(', ')}${this.channels.length > 8 ? ', ...' : ''}`,
    });
  }

  /** Gives back what engines hold for it, also for its classifications. Afterwards it cannot be used; `info` stays. */
  async close(): Promise<void> {
    await Promise.all(this.#resources.map((resource) => this.#pool.close(resource)));
  }
}
addAsyncDispose(Recording.prototype);

/** How a recording is opened. */
export interface OpenOptions {
  /** Of the file; that of a `File` or path by itself. */
  name?: string;
  /**
   * Files among which a recording of several files finds its parts by name: for `a.vhdr` those like `a.eeg` and `a.vmrk`.
   * What is no `File` and no path needs its name.
   */
  companions?: (
    | File
    | string
    | URL
    | {
        /** Under which the header calls it. */
        name: string;
        /** Its bytes; in Node also its path. */
        file: GivenFile;
      }
  )[];
  /** Gives up waiting; what was opened meanwhile is closed. */
  signal?: AbortSignal;
}

/** @internal */
export async function openRecording(
  pool: EnginePool,
  nextId: () => number,
  given: GivenFile,
  { name, companions = [] }: OpenOptions = {},
): Promise<Recording> {
  const id = nextId();
  const main = await recordingFile(given, pool.isLocal, name);
  const others = await Promise.all(
    companions.map((other) =>
      typeof other === 'object' && 'file' in other
        ? recordingFile(other.file, pool.isLocal, other.name)
        : recordingFile(other, pool.isLocal),
    ),
  );
  const resource = fileResource(id, main, others);
  const info = await pool.hold(resource).catch(async (thrown: unknown) => {
    for (const one of [main, ...others]) one.source = await readHere(one.source, thrown);
    return pool.hold(resource);
  });
  const recording = new Recording(pool, nextId, resource, info as RecordingInfo, main, others);
  pool.spread(resource);
  try {
    if (recording.info.sizeBytes <= eagerAnnotationsBytes) await recording.readAnnotations();
    return recording;
  } catch (thrown) {
    await recording.close(); // nobody else could
    throw thrown;
  }
}
