import { expect, it } from 'vitest';
import { EegateError, type Recording, type SamplesReply } from '../api/index.js';
import { EegViewer } from './viewer.js';

const names = ['C3', 'C4', 'ECG'];

/** A viewer that is in no document; `answers` ends its reads in any order. */
class Viewer extends EegViewer {
  readonly answers: { resolve(samples: SamplesReply): void; reject(error: Error): void }[] = [];

  begin(): void {
    this.recording = {
      info: { mainChannels: [0, 1] },
      durationS: 60,
      channels: names.map((name) => ({ name })),
      channelIndex: (name: string) => names.indexOf(name),
      readWindow: () =>
        new Promise((resolve, reject) => void this.answers.push({ resolve, reject })),
    } as unknown as Recording;
    this.opened(this.recording);
  }
  change(properties: { channels?: string; start?: number }): void {
    Object.assign(this, properties);
    this.willUpdate(new Map(Object.keys(properties).map((name) => [name, null])));
  }
  get drawn(): [indices: readonly number[], first: number | undefined] | null {
    return this.shown && [this.shown.indices, this.shown.samples.data[0]?.[0]];
  }
  get code(): string | undefined {
    return this.problem?.code;
  }
}

const samples = (first: number) =>
  ({ data: [Float32Array.of(first)], sfreq: 100, startS: 0 }) as unknown as SamplesReply;
const refused = (code: string) => new EegateError({ code, message: 'The channels differ' });
const settle = () => new Promise((resolve) => setTimeout(resolve));

function opened() {
  const viewer = new Viewer();
  viewer.channels = 'C3,C4';
  viewer.begin();
  return viewer;
}

it('samples are never drawn as those of other channels', async () => {
  const viewer = opened();
  viewer.answers[0]!.resolve(samples(1));
  await settle();
  expect(viewer.drawn).toEqual([[0, 1], 1]);
  viewer.change({ channels: 'C3,ECG' });
  expect(viewer.drawn).toBeNull();
  viewer.answers[1]!.reject(refused('CHANNEL_RATE'));
  await settle();
  expect([viewer.drawn, viewer.code]).toEqual([null, 'CHANNEL_RATE']);
  viewer.change({ start: 2 });
  viewer.answers[2]!.resolve(samples(2));
  await settle();
  expect([viewer.drawn, viewer.code]).toEqual([[[0, 2], 2], undefined]);
});

it('a read that ends after a later one changes nothing, also if it fails', async () => {
  const viewer = opened();
  viewer.change({ start: 2 });
  viewer.change({ start: 4 });
  viewer.answers[2]!.resolve(samples(3));
  await settle();
  viewer.answers[0]!.resolve(samples(1));
  viewer.answers[1]!.reject(refused('READ'));
  await settle();
  expect([viewer.drawn, viewer.code]).toEqual([[[0, 1], 3], undefined]);
});

it('is inserted where nothing tells its size, as in environments of tests', () => {
  const root = new EventTarget() as unknown as DocumentFragment;
  class Inserted extends EegViewer {
    protected override createRenderRoot = () => root;
    override performUpdate = () => undefined;
  }
  const viewer = new Inserted();
  viewer.connectedCallback();
  viewer.disconnectedCallback();
});
