import { expect, it } from 'vitest';
import { element, paint } from './svg.js';

it('colours are those that SVG 1.1 has, whatever a browser computed', () => {
  expect(paint('fill', 'rgb(74, 122, 0)')).toEqual({ fill: '#4a7a00' });
  expect(paint('fill', 'color(srgb 0.2 0.6 1 / 0.5)')).toEqual({
    ...{ fill: '#3399ff', 'fill-opacity': 0.5 },
  });
  expect(paint('stroke', 'rgba(0, 0, 0, 0)')).toEqual({ stroke: 'none' });
  expect(paint('stroke', 'color(srgb none 1.2 -1e-05)')).toEqual({ stroke: '#00ff00' });
  for (const color of ['#abc', 'none', 'red', 'url(#a)'])
    expect(paint('fill', color)).toEqual({ fill: color });
  expect(element('rect', { x: 1, fill: 'color(srgb 1 1 1)', stroke: 'rgba(0, 0, 0, 0.25)' })).toBe(
    '<rect x="1" fill="#ffffff" stroke="#000000" stroke-opacity="0.25"/>',
  );
});
