import { describe, expect, it } from 'vitest';
import { Recording } from './canvas_recording.js';
import { pathData } from './svg.js';

/** A context that draws nothing, and what was called on it. */
function recorded(ratio = 2) {
  const calls: string[] = [];
  const state = {
    ...{ fillStyle: '#123456', strokeStyle: '#654321', globalAlpha: 1, lineWidth: 2 },
    ...{ font: '600 11px system-ui, sans-serif', textAlign: 'right', textBaseline: 'middle' },
    getLineDash: () => [] as number[],
  };
  const names =
    'beginPath moveTo lineTo quadraticCurveTo arc rect roundRect fill stroke fillRect strokeRect fillText strokeText drawImage putImageData clip save restore translate setTransform';
  const drawing = Object.fromEntries(
    names.split(' ').map((name) => [name, () => void calls.push(name)]),
  );
  const ctx = { ...state, ...drawing } as unknown as CanvasRenderingContext2D;
  const recording = new Recording();
  recording.listen(ctx);
  recording.begin(ratio);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { ctx, calls, svg: () => recording.toSvg(() => 'data:,', 'c'), recording };
}

describe('what a canvas shows, as SVG', () => {
  it('is drawn as before', () => {
    const { ctx, calls } = recorded();
    ctx.fillRect(1, 2, 3, 4);
    expect(calls).toEqual(['setTransform', 'fillRect']);
  });

  it('holds rectangles in CSS pixels, those of one colour as one path', () => {
    const { ctx, svg } = recorded();
    ctx.fillRect(1, 2, 3, 4);
    ctx.fillRect(5, 2, 3, 4);
    ctx.fillStyle = '#ffffff';
    ctx.fillRect(0, 0, 1, 1);
    expect(svg().split('\n')).toEqual([
      '<path d="M1 2h3v4h-3zM5 2h3v4h-3z" fill="#123456"/>',
      '<path d="M0 0h1v1h-1z" fill="#ffffff"/>',
    ]);
  });

  it('holds lines as lines', () => {
    const { ctx, svg } = recorded();
    ctx.beginPath();
    ctx.lineTo(1, 1);
    ctx.lineTo(NaN, 2);
    ctx.lineTo(3, 4);
    ctx.stroke();
    expect(svg()).toBe(
      '<path d="M1 1L3 4" fill="none" stroke="#654321" stroke-width="2" stroke-linejoin="round"/>',
    );
  });

  it('holds letters as letters, on their base line, and escapes them', () => {
    const { ctx, svg } = recorded();
    ctx.fillText('C3 <&>', 10, 20);
    expect(svg()).toBe(
      '<text x="10" y="23.85" font-family="system-ui, sans-serif" font-size="11" font-weight="600" text-anchor="end" fill="#123456">C3 &#60;&#38;&#62;</text>',
    );
  });

  it('is XML whatever a name holds', () => {
    const { ctx, svg } = recorded();
    ctx.fillText('a\u0000b\u001bc\uffffd\ud800e\u{1f9e0}', 0, 0);
    expect(svg()).toMatch(/>a\ufffdb\ufffdc\ufffdd\ufffde\u{1f9e0}</u);
    expect(() => encodeURIComponent(svg())).not.toThrow(); // as a PNG needs it
  });

  it('follows transformations, and forgets them with restore', () => {
    const { ctx, svg } = recorded();
    ctx.save();
    ctx.translate(10, 0);
    ctx.fillRect(0, 0, 1, 1);
    ctx.restore();
    ctx.setTransform(1, 0, 0, 1, 0, 0); // device pixels, two per CSS pixel
    ctx.drawImage({ width: 20, height: 10 } as never, 4, 6);
    const lines = svg().split('\n');
    expect(lines[0]).toContain('M10 0h1');
    expect(lines[1]).toContain('<image x="2" y="3" width="10" height="5"');
  });

  it('closes what a clip has opened', () => {
    const { ctx, svg } = recorded();
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, 5, 5);
    ctx.clip();
    ctx.fillRect(1, 1, 1, 1);
    ctx.restore();
    const text = svg();
    expect(text).toContain('<clipPath id="c-clip-1"><path d="M0 0h5v5h-5z"/></clipPath>');
    expect(text.match(/<g/g)).toHaveLength(1);
    expect(text.endsWith('</g>')).toBe(true);
  });

  it('begins anew with each drawing', () => {
    const { ctx, svg, recording } = recorded();
    ctx.fillRect(1, 2, 3, 4);
    recording.begin(2);
    expect(svg()).toBe('');
  });
});

describe('pathData', () => {
  it('draws a circle as two halves', () => {
    expect(pathData(['A', 5, 5, 2, 0, 2 * Math.PI])).toBe('M7 5A2 2 0 0 1 3 5A2 2 0 0 1 7 5');
  });
  it('rounds corners', () => {
    expect(pathData(['R', 0, 0, 10, 4, 1])).toBe(
      'M1 0h8a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-8a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
    );
  });
});
