// Whether a model was trained on a recording or on its person, according to the names in the model file.
import { motorName } from '../truth/file_names.js';

type Json = Record<string, unknown>;

/** What of a recording was in training: itself, or other recordings of the same person. */
export type TrainingTie = 'recording' | 'person';

export function trainingTie(train: Json | null, fileName: string): TrainingTie | null {
  if (!train) return null;
  const files = namesIn(train['files']);
  if (files.some((name) => baseName(name) === baseName(fileName))) return 'recording';
  const motor = motorName(baseName(fileName));
  if (!motor) return null;
  if (files.some((name) => motorName(baseName(name))?.person === motor.person)) return 'person';
  return dataSetTie(train, motor);
}

/** Of the EEG Motor Movement/Imagery set, which bundled models were trained on: their files list people and runs. */
function dataSetTie(train: Json, { person, run }: { person: number; run: number }) {
  const data = train['data'] as Json | undefined;
  if (!/Motor Movement\/Imagery/i.test(String(data?.['name'] ?? ''))) return null;
  const people = namesIn(train['people']).map((name) => Number(/^S0*(\d+)$/i.exec(name)?.[1]));
  if (!people.includes(person)) return null;
  return runsIn(String(data?.['runs'] ?? '')).has(run) ? 'recording' : 'person';
}

/** "runs 1 (eyes open) and 2 (eyes closed)" -> 1, 2. */
function runsIn(text: string): Set<number> {
  const plain = text.replace(/\s*\([^)]*\)/g, '');
  const lists = plain.match(/runs? \d+((, | and )\d+)*/g) ?? [];
  return new Set(lists.flatMap((list) => list.match(/\d+/g) ?? []).map(Number));
}

const namesIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const baseName = (path: string) => path.replace(/^.*[\\/]/, '').toLowerCase();
