import { expect, it } from 'vitest';
import { describeResponse } from './signal_tools.js';

it('a filter that lets less than half of the amplitude pass is told by what passes at most', () => {
  const response = { hz: [8, 10, 11, 12, 14], gain: [0.1, 0.3, 0.35, 0.3, 0.1] };
  expect(describeResponse(response as never)).toBe(
    'At most 35\u00a0% of the amplitude passes, at 11\u00a0Hz',
  );
  const open = { hz: [0, 10, 20], gain: [1, 0.9, 0] };
  expect(describeResponse(open as never)).toMatch(/^Passes 0\s?Hz to 1\d/);
});
