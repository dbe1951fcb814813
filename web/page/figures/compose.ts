// Composes a part of the page as one SVG as it is on the screen: recorded canvas drawing, SVG drawings with their styles, and
// text, lines and colours of tables and captions.
import { recordingOf } from '../../plot/canvas_recording.js';
import { element as tag, escaped, fitForXml, namespaces, paint } from '../../plot/svg.js';

interface Box {
  left: number;
  top: number;
}

const marginPx = 12;
const skipped =
  'button, select, input, label.check, summary, details:not([open]), .figure-button, [hidden], [popover], script, style';

/** `roots` keep their places relative to each other. */
export function composeSvg(roots: readonly Element[], title: string): string {
  const shown = roots.filter(
    (root) => root.getClientRects().length && !root.parentElement?.closest(skipped),
  );
  const boxes = shown.map(wholeBox);
  const left = Math.min(...boxes.map((box) => box.left)) - marginPx;
  const top = Math.min(...boxes.map((box) => box.top)) - marginPx;
  const width = Math.max(...boxes.map((box) => box.right)) + marginPx - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) + marginPx - top;
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  const parts = shown.flatMap((root) => partsOf(root, { left, top }));
  const [w, h] = [width, height].map((size) => Math.ceil(size));
  const size = { width: w!, height: h! };
  const body = [
    tag('title', {}, escaped(title)),
    tag('rect', { ...size, fill: paper }),
    ...parts,
  ].join('\n');
  const viewBox = [0, 0, w, h].join(' ');
  return tag('svg', { ...namespaces, ...size, viewBox }, body);
}

/** Also of what is scrolled out of sight. */
function wholeBox(root: Element) {
  const { left, top, width, height } = root.getBoundingClientRect();
  const [x, y] = [left - root.scrollLeft, top - root.scrollTop];
  const [right, bottom] = [
    x + Math.max(width, root.scrollWidth),
    y + Math.max(height, root.scrollHeight),
  ];
  return { left: x, top: y, right, bottom };
}

const place = (value: number) => String(Math.round(100 * value) / 100);

function partsOf(element: Element, origin: Box): string[] {
  if (element.matches(skipped) || !element.getClientRects().length) return [];
  const style = getComputedStyle(element);
  if (style.visibility === 'hidden') return [];
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left - origin.left, box.top - origin.top];
  if (element instanceof HTMLCanvasElement)
    return [tag('g', { transform: `translate(${place(x)},${place(y)})` }, canvasMarkup(element))];
  if (element instanceof SVGSVGElement) return [drawingMarkup(element, x, y, box)];
  return [
    ...surroundings(style, x, y, box.width, box.height),
    ...markBefore(element, x, y + box.height / 2),
    ...[...element.childNodes].flatMap((child) =>
      child instanceof Element
        ? partsOf(child, origin)
        : child instanceof Text
          ? linesOf(child, style, origin)
          : [],
    ),
  ];
}

let nClips = 0;

function canvasMarkup(canvas: HTMLCanvasElement): string {
  const recording = recordingOf(canvas);
  if (recording) return recording.toSvg(pictureAddress, `canvas-${++nClips}`);
  const { clientWidth, clientHeight } = canvas;
  return tag('image', {
    width: clientWidth,
    height: clientHeight,
    'xlink:href': canvas.toDataURL(),
  });
}

function pictureAddress(image: unknown): string {
  if (image instanceof HTMLCanvasElement) return image.width ? image.toDataURL() : '';
  if (!(image instanceof ImageData)) return '';
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

/** Alpha is the fourth of numbers with commas, or follows a slash. */
const isSeen = (color: string) =>
  color !== 'transparent' && !/^rgba\(.*,\s*0\)$|\/\s*0%?\)$/.test(color);

/** Colour behind, the lines around or the one below, and the outline. */
function surroundings(
  style: CSSStyleDeclaration,
  x: number,
  y: number,
  width: number,
  height: number,
): string[] {
  const rx = corner(style, width);
  /** `awayPx`: how far the middle of the line is outside of the box. */
  const around = (stroke: string, linePx: number, awayPx: number) =>
    tag('rect', {
      ...{ x: x - awayPx, y: y - awayPx, width: width + 2 * awayPx, height: height + 2 * awayPx },
      ...{ rx: rx && rx + awayPx, fill: 'none', stroke, 'stroke-width': linePx },
    });
  const parts: string[] = [];
  if (isSeen(style.backgroundColor))
    parts.push(tag('rect', { x, y, width, height, rx, fill: style.backgroundColor }));
  const linePx = parseFloat(style.borderBottomWidth);
  const { borderBottomColor: fill } = style;
  if (linePx && isSeen(fill) && isAround(style)) parts.push(around(fill, linePx, -linePx / 2));
  else if (linePx && isSeen(fill))
    parts.push(tag('rect', { x, y: y + height - linePx, width, height: linePx, fill }));
  const [outlinePx, offsetPx] = [style.outlineWidth, style.outlineOffset].map(parseFloat);
  if (style.outlineStyle === 'solid' && outlinePx)
    parts.push(around(style.outlineColor, outlinePx, offsetPx! + outlinePx / 2));
  return parts;
}

/** Whether the line below goes around; without a style lines have no width. */
const isAround = (style: CSSStyleDeclaration) =>
  (['Top', 'Left', 'Right'] as const).every(
    (side) =>
      style[`border${side}Width`] === style.borderBottomWidth &&
      style[`border${side}Color`] === style.borderBottomColor,
  );

function corner({ borderTopLeftRadius: radius }: CSSStyleDeclaration, width: number) {
  const rx = radius.endsWith('%') ? (parseFloat(radius) / 100) * width : parseFloat(radius);
  return rx > 0 ? rx : undefined;
}

/** The colour of a class next to its name, or the line of a curve. */
function markBefore(element: Element, x: number, middle: number): string[] {
  const style = getComputedStyle(element, '::before');
  const [w, h] = [style.width, style.height].map(parseFloat) as [number, number];
  if (style.content === 'none' || !(w > 0)) return [];
  const linePx = parseFloat(style.borderTopWidth);
  if (linePx > 0 && isSeen(style.borderTopColor)) {
    const at = { x1: x, x2: x + w, y1: middle, y2: middle };
    const dashes = dashesOf(style.borderTopStyle, linePx);
    return [
      tag('line', { ...at, stroke: style.borderTopColor, 'stroke-width': linePx, ...dashes }),
    ];
  }
  if (!(h > 0) || !isSeen(style.backgroundColor)) return [];
  return [tag('rect', { x, y: middle - h / 2, width: w, height: h, fill: style.backgroundColor })];
}

function dashesOf(kind: string, px: number): { 'stroke-dasharray'?: string } {
  if (kind === 'dashed') return { 'stroke-dasharray': `${2 * px} ${px}` };
  return kind === 'dotted' ? { 'stroke-dasharray': `${px} ${px}` } : {};
}

/** The lines of a text as the browser has broken them. */
function linesOf(node: Text, style: CSSStyleDeclaration, origin: Box): string[] {
  const lines: { top: number; left: number; height: number; text: string }[] = [];
  const range = document.createRange();
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.top - box.top) < 2) last.text = [last.text, word].join(' ');
    else lines.push({ top: box.top, left: box.left, height: box.height, text: word });
  }
  const { fontFamily, fontSize, fontWeight, color } = style;
  return lines.map(({ top, left, height, text }) => {
    const at = { x: left - origin.left, y: top - origin.top + 0.8 * height }; // the base line
    const font = { 'font-family': fontFamily, 'font-size': fontSize, 'font-weight': fontWeight };
    return tag('text', { ...at, ...font, fill: color }, escaped(text));
  });
}

const kept = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight'],
  ...['text-anchor', 'dominant-baseline', 'display', 'visibility'],
];

/** A drawing of the page with what its style sheets say of it written into it. */
function drawingMarkup(drawing: SVGSVGElement, x: number, y: number, box: DOMRect): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    const target = copies[i]!;
    for (const name of ['class', 'tabindex', 'role', 'aria-label']) target.removeAttribute(name);
    for (const name of kept) target.setAttribute(name, style.getPropertyValue(name));
    for (const kind of ['fill', 'stroke'] as const) {
      const { [kind]: color, [`${kind}-opacity`]: alpha = 1 } = paint(kind, style[kind]);
      target.setAttribute(kind, String(color));
      target.setAttribute(
        `${kind}-opacity`,
        String(Number(alpha) * Number(style[`${kind}Opacity`])),
      );
    }
  });
  const frame = { x, y, width: box.width, height: box.height };
  for (const [name, value] of Object.entries(frame)) copy.setAttribute(name, place(value));
  return fitForXml(new XMLSerializer().serializeToString(copy)); // which writes texts as they are
}
