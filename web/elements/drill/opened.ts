// What a drill works on: a recording, a model that it fits, and their windows.
import type { Classification, EpochInfo, Model, Recording } from '../../api/index.js';
import { channelsOf } from './model.js';

const segmentS = 20;

export interface Opened {
  /** Indices of the channels in view. */
  channels: number[];
  /** A segment of the recording that sets the scale of all windows, because amplitude is informative. */
  segment: Float32Array[];
  model: Model;
  classification: Classification;
  epochs: readonly EpochInfo[];
  recording: Recording;
}

/** Takes the model over: it is closed with what is opened, and where the recording does not fit it. */
export async function openWith(model: Model, recording: Recording): Promise<Opened> {
  const classification = model.classify(recording);
  try {
    const channels = channelsOf(recording);
    const startS = Math.max(0, (recording.durationS - segmentS) / 2);
    const { data } = await recording.readWindow({ channels, startS, durationS: segmentS });
    const { epochs } = await classification.plan();
    return { model, recording, classification, epochs, channels, segment: data };
  } catch (thrown) {
    await close({ model, classification });
    throw thrown;
  }
}

export async function close({
  model,
  classification,
}: Pick<Opened, 'model' | 'classification'>): Promise<void> {
  await classification.close().catch(() => undefined); // its engine may be gone
  await model.close().catch(() => undefined);
}
