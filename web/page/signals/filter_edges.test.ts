import { describe, expect, it } from 'vitest';
import { edgeProblem, typedHz } from './filter_edges.js';

const view = { filtering: 'own', highpassHz: 0.5, lowpassHz: 35, notchHz: null } as const;

describe('edges of a filter as they are typed', () => {
  it('are numbers with a comma or a point, as exact as the address keeps them', () => {
    expect(['0,16', ' 27.5 ', '0.12345'].map(typedHz)).toEqual([0.16, 27.5, 0.123]);
    expect(['', ' ', 'ten', '1e999'].map(typedHz)).toEqual([null, null, null, null]);
  });

  it('lie between the least and half the sampling rate', () => {
    const problem = (text: string) => edgeProblem(text, 'notchHz', view, 160);
    expect(['16,7', '79.9'].map(problem)).toEqual(['', '']);
    for (const text of ['0', '-1', '0.001', '80', 'x'])
      expect(problem(text)).toMatch(/from 0.01 to below 80\sHz, half the sampling rate/);
  });

  it('leave something between high-pass and low-pass', () => {
    expect(edgeProblem('35', 'highpassHz', view, 160)).toMatch(/below the low-pass of 35\sHz/);
    expect(edgeProblem('0.5', 'lowpassHz', view, 160)).toMatch(/above the high-pass of 0.5\sHz/);
    expect(edgeProblem('34', 'highpassHz', view, 160)).toBe('');
    const none = { ...view, filtering: 'none' } as const;
    expect(edgeProblem('40', 'highpassHz', none, 160)).toBe(''); // the other edge is not in use
  });
});
