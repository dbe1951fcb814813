import { describe, expect, it } from 'vitest';
import type { ExplainMethod } from '../../api/index.js';
import type { Picture } from './state.js';
import { sentences } from './view.js';

const picture = (method: ExplainMethod, values: number[]) =>
  ({
    ...{ values: Float32Array.from(values), rows: ['all'], nTimes: 4, durationS: 2 },
    ...{ byChannel: new Float32Array(0), chNames: [], bands: { logit: 1, bands: [] } },
    checks: { method, window: 1 },
  }) as unknown as Picture;
const ofMoments = (...values: number[]) =>
  sentences(picture('occlusion_time', values), 'eyes open', 10);

describe('the sentences on a window', () => {
  it('name the moment that is the strongest evidence', () => {
    expect(ofMoments(-1, 2, 1, -3)).toContain('Strongest from 0:10.50 to 0:11.00.');
  });

  it('name no moment where all speak against the class', () => {
    const text = ofMoments(-1, -0.2, -0.1, -3);
    expect(text).toContain('No moment by itself is evidence for eyes open.');
    expect(text).not.toContain('Strongest');
    expect(ofMoments(0, 0, 0, 0)).not.toContain('Strongest');
  });

  it('say where attention reads most, which is never against a class', () => {
    const routing = picture('attention_rollout', [0.1, 0.2, 0.6, 0.1]);
    expect(sentences(routing, 'eyes open', 10)).toContain('most from 0:11.00 to 0:11.50.');
  });
});
