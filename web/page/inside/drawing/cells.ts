// Signed values as coloured cells of the drawing. There are hundreds, and they change with every frame of an animation: they are
// created once, then only their attributes change.
import { directive, Directive } from 'lit/directive.js';
import type { Cells } from '../figures.js';

interface Section {
  x: number;
  y: number;
  width: number;
  height: number;
}

const svgNames = 'http://www.w3.org/2000/svg';
const px = (value: number) => value.toFixed(1);

class CellsDirective extends Directive {
  #group: SVGGElement | null = null;
  #rects: SVGRectElement[] = [];
  #shown: Int8Array = new Int8Array(0);
  #geometry = '';

  /** `gap` is between the rows. */
  render(cells: Cells, place: Section, gap = 0): SVGGElement {
    const { rows, cols, values } = cells;
    const geometry = [rows, cols, place.x, place.y, place.width, place.height].join(' ');
    if (!this.#group || this.#rects.length !== values.length) this.#make(values.length);
    if (geometry !== this.#geometry) this.#arrange(cells, place, gap);
    this.#geometry = geometry;
    values.forEach((value, i) => this.#paint(i, Math.round(100 * value)));
    return this.#group!;
  }

  #make(n: number): void {
    this.#group = document.createElementNS(svgNames, 'g');
    this.#rects = Array.from({ length: n }, () => document.createElementNS(svgNames, 'rect'));
    this.#group.append(...this.#rects);
    this.#shown = new Int8Array(n).fill(127); // no value has it
    this.#geometry = '';
  }

  #arrange({ rows, cols }: Cells, { x, y, width, height }: Section, gap: number): void {
    const [w, h] = [width / cols, height / rows];
    this.#rects.forEach((rect, i) => {
      rect.setAttribute('x', px(x + (i % cols) * w));
      rect.setAttribute('y', px(y + Math.floor(i / cols) * h + gap / 2));
      rect.setAttribute('width', px(w + 0.3)); // no line between neighbours
      rect.setAttribute('height', px(Math.max(1, h - gap)));
    });
  }

  /** In per cent; the colours come from the style sheet. */
  #paint(i: number, value: number): void {
    const before = this.#shown[i]!;
    if (value === before) return;
    this.#shown[i] = value;
    const rect = this.#rects[i]!;
    rect.setAttribute('fill-opacity', String(Math.abs(value) / 100));
    if (before === 127 || value < 0 !== before < 0)
      rect.setAttribute('class', value < 0 ? 'below' : 'above');
  }
}

export const cellsView = directive(CellsDirective);
