// What this package takes and documents, and what the core reads of it, as the core itself lists its fields
// (worker/schema.ts). An error here names what is called otherwise on the two sides, or has another type.
import type {
  ExplainRequestFields,
  InspectRequestFields,
  PlantedRequestFields,
  StreamRequestFields,
  TrainSettings,
} from '../worker/protocol.js';
import type { ExplainRequest } from './explanation_types.js';
import type { inspectRequest } from './inspection.js';
import type { StreamRequest } from './live/stream_types.js';
import type { PlantedRequest } from './synthetic_trials.js';
import type { TrainingOptions } from './training_types.js';

/** Fields of the one that the other does not have. */
type Unknown<Ours extends Core, Core> = Exclude<keyof Ours, keyof Core>;
type Missing<Ours, Core> = Exclude<keyof Core, keyof Ours>;
type None<Names extends never> = Names;

/** Options of a training that never leave the page. */
export type PageOption =
  'resumeFrom' | 'onCheckpoint' | 'checkpointEveryS' | 'waitForReader' | 'onPreparing' | 'signal';

type TrainOptions = Omit<TrainingOptions, PageOption>;
/** The number of epochs of the background is added by the package. */
type ExplainFields = Omit<ExplainRequestFields, 'background'>;
type Inspect = ReturnType<typeof inspectRequest>;

export type Mismatch =
  | None<Unknown<TrainOptions, TrainSettings> | Missing<TrainOptions, TrainSettings>>
  | None<Unknown<ExplainRequest, ExplainFields> | Missing<ExplainRequest, ExplainFields>>
  | None<Unknown<StreamRequest, StreamRequestFields> | Missing<StreamRequest, StreamRequestFields>>
  | None<
      Unknown<PlantedRequest, PlantedRequestFields> | Missing<PlantedRequest, PlantedRequestFields>
    >
  | None<Unknown<Inspect, InspectRequestFields>>;
