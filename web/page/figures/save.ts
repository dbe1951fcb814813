// Figures as files: SVG, or PNG made of it at twice the size of the screen.
import { saveFile } from '../files.js';
import { strings } from '../strings/index.js';
import { composeSvg } from './compose.js';

export type FigureFormat = 'svg' | 'png';

export interface Figure {
  /** Of the file, without its ending. */
  name: string;
  title: string;
  /** What it is made of, found when it is saved. */
  parts: () => readonly Element[];
}

const pngScale = 2;

export async function saveFigure({ name, title, parts }: Figure, format: FigureFormat) {
  const found = parts();
  if (!found.length) return;
  const svg = composeSvg(found, title);
  const bytes =
    format === 'svg' ? new Blob([svg]) : await rasterised(svg, document.documentElement);
  saveFile(bytes, `${name}.${format}`, format === 'svg' ? 'image/svg+xml' : 'image/png');
}

async function rasterised(svg: string, place: Element): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = place.ownerDocument.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width * pngScale, picture.height * pngScale];
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(strings.figures.tooLarge));
    }, 'image/png'),
  );
}
