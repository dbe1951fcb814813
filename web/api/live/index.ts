// Public exports of live classification.
export type { Speed } from './pace.js';
export { openHeadset, type ByteLink, type Headset, type HeadsetState } from './headset.js';
export { replaySource, type ReplayOptions, type ReplaySource } from './replay.js';
export { simulatedHeadset, type SimulatedHeadsetOptions } from './simulated_headset.js';
export type { LatencySummary } from './latency.js';
export type { SampleChunk, SampleSource, SampleUnit } from './source.js';
export type { Decision, LiveStream, StreamCounts, StreamOptions } from './stream.js';
export type { StreamInfo } from './stream_types.js';
