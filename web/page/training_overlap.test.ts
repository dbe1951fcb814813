import { describe, expect, it } from 'vitest';
import { trainingTie } from './training_overlap.js';

const bundled = {
  data: {
    name: 'EEG Motor Movement/Imagery Dataset 1.0.0 (PhysioNet)',
    runs: 'runs 4, 8 and 12 (imagined left or right fist), 0.5 to 3.5 s after the cue; for training also runs 3, 7 and 11 (executed)',
  },
  people: ['S001', 'S015'],
};

describe('a recording that a model was trained on', () => {
  it('is known by its person and run in the data set of the bundled models', () => {
    expect(trainingTie(bundled, 'S001R04.edf')).toBe('recording');
    expect(trainingTie(bundled, 'S015R11.edf')).toBe('recording');
    expect(trainingTie(bundled, 's001r12.EDF')).toBe('recording');
    const eyes = {
      ...bundled,
      data: {
        ...bundled.data,
        runs: 'runs 1 (eyes open) and 2 (eyes closed), about one minute each',
      },
    };
    expect(trainingTie(eyes, 'S001R02.edf')).toBe('recording');
  });
  it('is told from another one of the same person', () =>
    expect(trainingTie(bundled, 'S001R01.edf')).toBe('person'));
  it('is told from one of somebody else, and of another data set', () => {
    expect(trainingTie(bundled, 'S002R04.edf')).toBeNull();
    expect(trainingTie(bundled, 'patient_001.edf')).toBeNull();
    expect(trainingTie({ ...bundled, data: { name: 'mine' } }, 'S001R04.edf')).toBeNull();
  });
  it('is found in the list of files of a model that was trained here', () => {
    const train = { files: ['data/S007R04.edf', 'Night one.edf'] };
    expect(trainingTie(train, 'night one.edf')).toBe('recording');
    expect(trainingTie(train, 'S007R04.edf')).toBe('recording');
    expect(trainingTie(train, 'S007R08.edf')).toBe('person');
    expect(trainingTie(train, 'S008R04.edf')).toBeNull();
  });
  it('is not known where a model says nothing of its training', () => {
    expect(trainingTie(null, 'S001R04.edf')).toBeNull();
    expect(trainingTie({}, 'S001R04.edf')).toBeNull();
  });
});
