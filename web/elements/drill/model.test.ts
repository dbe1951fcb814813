import { describe, expect, it } from 'vitest';
import { elementStrings } from '../strings.js';
import {
  channelsByRelevance,
  channelsToShow,
  indexOfMax,
  lookedOf,
  questionsOf,
  scoreOf,
  softmax,
} from './model.js';

const windows = (n: number, stepS: number, durationS: number) =>
  Array.from({ length: n }, (_, i) => ({ onsetS: i * stepS, durationS }));

describe('questions', () => {
  const twenty = windows(60, 1, 2);
  const halves = twenty.map((_, i) => (i < 30 ? 'open' : i > 30 ? 'closed' : null));
  const asked = questionsOf(twenty, halves, 20, 7);

  it('are as many of each class, of windows whose class is known', () => {
    expect(asked).toHaveLength(20);
    expect(asked.filter(({ truth }) => truth === 'open')).toHaveLength(10);
    for (const { index, truth, onsetS } of asked) {
      expect(truth).toBe(halves[index]);
      expect(onsetS).toBe(twenty[index]!.onsetS);
    }
  });
  it('share no samples', () => {
    const onsets = asked.map(({ onsetS }) => onsetS).sort((a, b) => a - b);
    for (let i = 1; i < onsets.length; i++)
      expect(onsets[i]! - onsets[i - 1]!).toBeGreaterThanOrEqual(2);
  });
  it('are the same for the same seed, and others for another', () => {
    const indices = (seed: number) => questionsOf(twenty, halves, 20, seed).map((one) => one.index);
    expect(indices(7)).toEqual(asked.map((one) => one.index));
    expect(indices(8)).not.toEqual(indices(7));
  });
  it('do not follow the order of the recording', () => {
    expect(new Set(asked.slice(0, 8).map(({ truth }) => truth)).size).toBe(2);
  });
  it('are none where the recording holds one class', () => {
    const closed = twenty.map((_, i) => (i < 20 ? 'closed' : null));
    expect(questionsOf(twenty, closed, 20, 1)).toEqual([]);
  });
  it('are as few as the rarer class allows, and none without a truth', () => {
    const rare = twenty.map((_, i) => (i < 4 ? 'closed' : 'open'));
    expect(questionsOf(twenty, rare, 20, 1).length).toBeLessThanOrEqual(4);
    expect(
      questionsOf(
        twenty,
        twenty.map(() => null),
        20,
        1,
      ),
    ).toEqual([]);
  });
});

describe('a score', () => {
  it('counts the reader, the model, and windows that neither got right', () => {
    const question = (truth: string) => ({ index: 0, onsetS: 0, durationS: 2, truth });
    const answer = (truth: string, chosen: string, predicted: string) => ({
      question: question(truth),
      chosen,
      predicted,
      probability: 0.9,
    });
    expect(
      scoreOf([
        answer('a', 'a', 'a'),
        answer('a', 'b', 'a'),
        answer('b', 'b', 'a'),
        answer('b', 'a', ''),
      ]),
    ).toEqual({ n: 4, nYours: 2, nModel: 2, nHard: 1 });
  });
});

it('the most relevant channels have the largest sum, whatever its sign', () => {
  const values = Float32Array.of(1, 1, -5, -5, 2, 2);
  expect(channelsByRelevance(values, ['Fz', 'O1', 'Cz'])).toEqual(['O1', 'Cz', 'Fz']);
});

it('probabilities add up to one for logits of any size, and are no numbers where a logit is none', () => {
  const shares = softmax(Float32Array.of(1000, 1000 + Math.log(3)));
  expect(shares[0]).toBeCloseTo(0.25, 4);
  expect(shares[1]).toBeCloseTo(0.75, 4);
  expect(indexOfMax(shares)).toBe(1);
  expect(softmax(Float32Array.of(NaN, 0)).every(Number.isFinite)).toBe(false);
});

describe('channels to show', () => {
  it('are the usual ones, whatever dots and letters their names have', () => {
    expect(channelsToShow(['Fp1.', 'Oz..', 'O1..', 'FZ'], 8)).toEqual(['FZ', 'O1..', 'Oz..']);
  });
  it('are the first ones of a recording that has other names', () => {
    expect(channelsToShow(['E1', 'E2', 'E3'], 2)).toEqual(['E1', 'E2']);
  });
});

it('what weighed most says which channels are not drawn, and that a rhythm may be elsewhere', () => {
  const { looked, start } = elementStrings.drill;
  const ranked = ['AF7', 'AF4', 'Oz', 'F1', 'O2..', 'Cz'];
  const found = lookedOf(ranked, ['Cz', 'O2', 'OZ']);
  expect(found).toEqual({ drawn: ['Oz', 'O2..'], hidden: ['AF7', 'AF4'] });
  expect(lookedOf(['Oz', 'AF7', 'O2'], ['Oz', 'O2']).hidden).toEqual([]);
  expect(lookedOf(ranked, ['E1'])).toEqual({ drawn: [], hidden: ['AF7', 'AF4'] });
  const said = looked(found);
  expect(said).toContain('Of the electrodes drawn, Oz and O2.. weighed most');
  expect(said).toContain('Not drawn, but of more weight: AF7, AF4. ');
  expect(said).toContain('need not be those where a rhythm is large');
  expect(start(['left', 'right', 'feet'])).toContain('Which is it: left, right or feet?');
});
