// A run of several trainings has recordings of its own: annotations that are changed meanwhile are for the next run.
import type { Engine, Recording } from '../../api/index.js';
import type { RecordingEntry } from '../state.js';
import type { Tasks } from '../tasks.js';
import type { RunInput } from './restarts.js';

const taken = new WeakSet<RunInput['recordings']>();

/** Replaces the recordings of such a run with copies, the first time; they are closed when nothing is trained any more. */
export async function takeOwn(
  engine: Pick<Engine, 'openRecording'>,
  { plan, recordings }: RunInput,
  entries: readonly RecordingEntry[],
  tasks: Pick<Tasks, 'untilIdle'>,
): Promise<void> {
  const isOne = !plan.eachPerson.length && !plan.comparisonNetwork;
  if (isOne || taken.has(recordings)) return;
  taken.add(recordings);
  const own: Recording[] = [];
  void tasks.untilIdle('train').then(() => Promise.allSettled(own.map((one) => one.close())));
  const take = async ({ key, file, companions, annotationsOfFile, recording }: RecordingEntry) => {
    const { annotations } = recording;
    const copy = await engine.openRecording(file, { companions });
    own.push(copy);
    if (annotationsOfFile) await copy.setAnnotations(annotations);
    recordings.set(key, copy);
  };
  const used = new Set(plan.items.map(({ key }) => key));
  await Promise.all(entries.filter(({ key }) => used.has(key)).map(take));
}
