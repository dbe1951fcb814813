// Compares at compile time the documented options of this package with the fields that the core reads (worker/schema.ts). An error
// here names fields that have another name or type on the two sides.
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
import type { SyntheticTrialsOptions } from './synthetic_trials.js';
import type { TrainingOptions } from './training_types.js';

/** Fields of the one that the other lacks. */
type Unknown<Ours extends Core, Core> = Exclude<keyof Ours, keyof Core>;
type Missing<Ours, Core> = Exclude<keyof Core, keyof Ours>;
type None<Names extends never> = Names;

/** Options of a training that are not sent to the core. */
export type PageOption =
  'resumeFrom' | 'onCheckpoint' | 'checkpointEveryS' | 'waitForReader' | 'onPreparing' | 'signal';

type TrainOptions = Omit<TrainingOptions, PageOption>;
/** The package adds the number of epochs of the background, and the target if there is none. */
type ExplainFields = Omit<ExplainRequestFields, 'background' | 'target'> &
  Partial<Pick<ExplainRequestFields, 'target'>>;
type Inspect = ReturnType<typeof inspectRequest>;

export type Mismatch =
  | None<Unknown<TrainOptions, TrainSettings> | Missing<TrainOptions, TrainSettings>>
  | None<Unknown<ExplainRequest, ExplainFields> | Missing<ExplainRequest, ExplainFields>>
  | None<Unknown<StreamRequest, StreamRequestFields> | Missing<StreamRequest, StreamRequestFields>>
  | None<
      | Unknown<SyntheticTrialsOptions, PlantedRequestFields>
      | Missing<SyntheticTrialsOptions, PlantedRequestFields>
    >
  | None<Unknown<Inspect, InspectRequestFields>>;
