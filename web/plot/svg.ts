// SVG of what was drawn: elements, paths, and the markup of a list of marks.

/** Coordinates are CSS pixels of the canvas. A path is a list of commands: M x y, L x y, Q x y x y, A x y r from to, R x y w h r. */
export type Path = (string | number)[];
export type Mark =
  | { kind: 'fill'; path: Path; color: string; alpha: number }
  | { kind: 'stroke'; path: Path; color: string; alpha: number; width: number; dash: number[] }
  | ({ kind: 'text'; text: string; x: number; y: number; color: string; alpha: number } & Letters)
  | { kind: 'image'; image: unknown; x: number; y: number; w: number; h: number; alpha: number }
  | { kind: 'clip'; path: Path }
  | { kind: 'save' }
  | { kind: 'restore' };

interface Letters {
  font: string;
  align: string;
  baseline: string;
  /** Of an outline around the letters; null: none. */
  outline: number | null;
}

const short = (value: number): string => String(Math.round(100 * value) / 100 + 0);

/** Letters that XML has no way to write, as names of files may hold them, become replacement characters. */
export const fitForXml = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');

export const escaped = (text: string): string =>
  fitForXml(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

type Attributes = Record<string, string | number | undefined>;

const computed = /^(?:rgba?\(|color\((srgb) )([^)]*)\)$/;

/** A computed colour as attributes of SVG 1.1: programs that know no others draw black instead. */
export function paint(kind: 'fill' | 'stroke', color: string): Attributes {
  const [, isShare, list] = computed.exec(color) ?? [];
  if (list === undefined) return { [kind]: color };
  const [r = 0, g = 0, b = 0, alpha = 1] = list.split(/[\s,/]+/).map((part) => Number(part) || 0);
  if (alpha === 0) return { [kind]: 'none' };
  const hex = [r, g, b].map((part) => {
    const value = Math.round(Math.min(255, Math.max(0, isShare ? 255 * part : part)));
    return value.toString(16).padStart(2, '0');
  });
  return { [kind]: `#${hex.join('')}`, [`${kind}-opacity`]: alpha === 1 ? undefined : alpha };
}

/** Of a drawing. Illustrator and others find pictures by `xlink:href` alone. */
export const namespaces = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

/** An element of SVG; attributes that are not given are left out. */
export function element(name: string, attributes: Attributes, body = ''): string {
  const { fill, stroke } = attributes;
  const painted = {
    ...attributes,
    ...(typeof fill === 'string' && paint('fill', fill)),
    ...(typeof stroke === 'string' && paint('stroke', stroke)),
  };
  const given = Object.entries(painted).filter(([, value]) => value !== undefined);
  const head = [
    name,
    ...given.map(([key, value]) => {
      const text = typeof value === 'number' ? short(value) : escaped(value!);
      return `${key}="${text}"`;
    }),
  ].join(' ');
  return body ? `<${head}>${body}</${name}>` : `<${head}/>`;
}

const opacity = (alpha: number): Attributes => (alpha === 1 ? {} : { opacity: alpha });

/** `picture` gives the address of a picture's data; an empty one leaves it out. `id` begins the names of clips. */
export function markup(marks: Mark[], picture: (image: unknown) => string, id: string): string {
  const lines: string[][] = [[]]; // of the groups that are open, the innermost last
  const groups: { clip: string | null }[] = [];
  const close = () => {
    const inner = lines.pop()!;
    const { clip } = groups.pop()!;
    const body = inner.join('\n');
    if (body) lines.at(-1)!.push(clip ? element('g', { 'clip-path': clip }, body) : body);
  };
  let nClips = 0;
  for (const mark of joined(marks)) {
    if (mark.kind === 'save') {
      groups.push({ clip: null });
      lines.push([]);
    } else if (mark.kind === 'restore') {
      if (groups.length) close();
    } else if (mark.kind === 'clip') {
      const name = `${id}-clip-${++nClips}`;
      const path = element('path', { d: pathData(mark.path) });
      lines.at(-1)!.push(element('clipPath', { id: name }, path));
      if (groups.length) groups.at(-1)!.clip = `url(#${name})`;
    } else lines.at(-1)!.push(shape(mark, picture));
  }
  while (groups.length) close();
  return lines[0]!.filter(Boolean).join('\n');
}

/** Neighbours of one colour are one path: thousands of columns are a few elements. */
function joined(marks: Mark[]): Mark[] {
  const out: Mark[] = [];
  for (const mark of marks) {
    const last = out.at(-1);
    const isSame =
      mark.kind === 'fill' &&
      last?.kind === 'fill' &&
      last.color === mark.color &&
      last.alpha === 1 &&
      mark.alpha === 1;
    if (isSame) out[out.length - 1] = { ...last, path: last.path.concat(mark.path) };
    else out.push(mark);
  }
  return out;
}

function shape(
  mark: Exclude<Mark, { kind: 'save' } | { kind: 'restore' } | { kind: 'clip' }>,
  picture: (image: unknown) => string,
): string {
  if (mark.kind === 'text') return letters(mark);
  const { alpha } = mark;
  if (mark.kind === 'fill')
    return element('path', { d: pathData(mark.path), fill: mark.color, ...opacity(alpha) });
  if (mark.kind === 'stroke') {
    const dash = mark.dash.length ? mark.dash.map(short).join(' ') : undefined;
    const pen = { stroke: mark.color, 'stroke-width': mark.width, 'stroke-linejoin': 'round' };
    const line = { d: pathData(mark.path), fill: 'none', ...pen, 'stroke-dasharray': dash };
    return element('path', { ...line, ...opacity(alpha) });
  }
  const { x, y, w: width, h: height } = mark;
  const href = picture(mark.image);
  const look = { preserveAspectRatio: 'none', style: 'image-rendering:pixelated' };
  return href
    ? element('image', { x, y, width, height, ...look, 'xlink:href': href, ...opacity(alpha) })
    : '';
}

const anchors: Record<string, string> = { center: 'middle', right: 'end', end: 'end' };
/** Of the size of the letters, from where they stand to their base line. */
const drops: Record<string, number> = { middle: 0.35, top: 0.8, hanging: 0.8, bottom: -0.2 };

function letters({ text, x, y, color, alpha, ...mark }: Extract<Mark, { kind: 'text' }>): string {
  const {
    style = '',
    size = '11',
    family,
  } = /^(?<style>.*?)(?<size>[\d.]+)px\s+(?<family>.*)$/.exec(mark.font)?.groups ?? {};
  const { outline } = mark;
  const paint =
    outline === null
      ? { fill: color }
      : { fill: 'none', stroke: color, 'stroke-width': outline, 'stroke-linejoin': 'round' };
  return element(
    'text',
    {
      x,
      y: y + (drops[mark.baseline] ?? 0) * Number(size),
      'font-family': family,
      'font-size': size,
      'font-weight': /\b(bold|[1-9]00)\b/.exec(style)?.[1],
      'text-anchor': anchors[mark.align] ?? 'start',
      ...paint,
      ...opacity(alpha),
    },
    escaped(text),
  );
}

const sizes: Record<string, number> = { M: 2, L: 2, Q: 4, A: 5, R: 5 };

/** A path that is no number anywhere is left out there, as a canvas leaves it out. */
export function pathData(path: Path): string {
  let data = '';
  for (let i = 0; i < path.length;) {
    const command = path[i] as string;
    const n = path.slice(i + 1, i + 1 + sizes[command]!) as number[];
    i += 1 + sizes[command]!;
    if (n.every(Number.isFinite)) data += commandData(command, n, data === '');
  }
  return data;
}

function commandData(command: string, n: number[], isFirst: boolean): string {
  if (command === 'R') return rectData(n as [number, number, number, number, number]);
  if (command === 'A') return arcData(n as [number, number, number, number, number], isFirst);
  return (command === 'L' && isFirst ? 'M' : command) + n.map(short).join(' ');
}

function rectData([x, y, w, h, r]: [number, number, number, number, number]): string {
  const [sx, sy, sw, sh] = [x, y, w, h].map(short);
  if (!r) return ['M', sx, ' ', sy, 'h', sw, 'v', sh, 'h', short(-w), 'z'].join('');
  const corner = (dx: number, dy: number) =>
    `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
  return `M${short(x + r)} ${sy}h${short(w - 2 * r)}${corner(r, r)}v${short(h - 2 * r)}${corner(-r, r)}h${short(2 * r - w)}${corner(-r, -r)}v${short(2 * r - h)}${corner(r, -r)}z`;
}

/** Clockwise on the screen, as a canvas draws it; a whole circle is two halves. */
function arcData(
  [x, y, r, from, to]: [number, number, number, number, number],
  isFirst: boolean,
): string {
  const at = (angle: number) =>
    `${short(x + r * Math.cos(angle))} ${short(y + r * Math.sin(angle))}`;
  const sweep = Math.min(2 * Math.PI, to - from);
  const middle = from + sweep / 2;
  const half = (angle: number) => `A${short(r)} ${short(r)} 0 0 1 ${at(angle)}`;
  return `${isFirst ? 'M' : 'L'}${at(from)}${half(middle)}${half(from + sweep)}`;
}
