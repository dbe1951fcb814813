// Figures of a night: hypnogram, stage probabilities, spectrogram, over one time axis.
import { drawHypnogram, drawRibbon } from '../../plot/hypnogram.js';
import { decibelRange, drawSpectrogram } from '../../plot/spectrogram.js';
import { surfaceOf, type Surface } from '../../plot/surface.js';
import { timeAt, type TimeAxis } from '../../plot/time_axis.js';
import type { RecordingEntry } from '../state.js';
import { strings } from '../strings/index.js';
import { plotTheme } from '../theme.js';
import { comparedWith, rows, rowsOf, stageColors, type Night } from './night.js';

const leftPx = 40;

export function drawNight(
  host: HTMLElement,
  entry: RecordingEntry,
  night: Night,
  chosen: number | null = night.epoch,
): void {
  const theme = plotTheme();
  const draw = (name: string, paint: (surface: Surface, axis: TimeAxis) => void) => {
    const canvas = host.querySelector<HTMLCanvasElement>(`canvas[data-picture='${name}']`);
    const surface = canvas && surfaceOf(canvas, theme);
    if (surface) paint(surface, axisOf(entry, surface.width));
  };
  const { scoring, probabilities, spectrogram } = night;
  const second = comparedWith(night);
  if (scoring) {
    const { epochS, startS, stages } = scoring.hypnogram;
    const other = second && {
      ...second.hypnogram,
      name: second.name(),
      rowOf: rowsOf(second.hypnogram.stages),
    };
    draw('hypnogram', (surface, axis) =>
      drawHypnogram(surface, {
        axis,
        startedAt: entry.recording.info.startedAt,
        epochS,
        startS,
        rows,
        rowOf: rowsOf(stages),
        other,
        chosen,
        lights: scoring.hypnogram.lights ?? null,
      }),
    );
  }
  if (probabilities)
    draw('ribbon', (surface, axis) =>
      drawRibbon(surface, {
        axis,
        epochS: probabilities.epochS,
        startS: probabilities.startS,
        probabilities: probabilities.values,
        colors: stageColors,
      }),
    );
  if (spectrogram)
    draw('spectrogram', (surface, axis) => drawSpectrogram(surface, { axis, ...spectrogram }));
}

/** The time in the recording at a place of a picture. */
export function timeOf(entry: RecordingEntry, event: MouseEvent): number {
  const canvas = event.currentTarget as HTMLCanvasElement;
  return timeAt(axisOf(entry, canvas.clientWidth), event.offsetX);
}

function axisOf({ recording }: RecordingEntry, width: number): TimeAxis {
  return { startS: 0, spanS: recording.durationS, left: leftPx, right: width };
}

/** What the report shows: each picture as it is on the screen, but without the chosen epoch. */
export function picturesOf(
  host: HTMLElement,
  entry: RecordingEntry,
  night: Night,
): { label: string; url: string }[] {
  drawNight(host, entry, night, null);
  const range = night.spectrogram && decibelRange(night.spectrogram.density);
  const scale = range && strings.sleep.spectrogram.scale(...range);
  const pictures = [...host.querySelectorAll<HTMLCanvasElement>('canvas[data-picture]')]
    .filter(({ width }) => width > 0)
    .map((canvas) => {
      const label = canvas.getAttribute('aria-label') ?? '';
      const isScaled = scale && canvas.dataset['picture'] === 'spectrogram';
      return { label: isScaled ? `${label}. ${scale}` : label, url: canvas.toDataURL('image/png') };
    });
  drawNight(host, entry, night);
  return pictures;
}
