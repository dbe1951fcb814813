// What a caliper on the traces measures, and what is under the cursor, as text.
import type { Recording } from '../../api/index.js';
import { timeText } from '../../plot/time_axis.js';
import { rowAt } from '../../plot/traces.js';
import { clockOf } from '../clock.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { visibleRows } from './montage.js';

/** Rows that are not voltages have scales of their own, which no calibration bar tells. */
export const hasVoltage = (
  { channels }: Pick<Recording, 'channels'>,
  rows: readonly { index: number }[],
): boolean => rows.some(({ index }) => channels[index]!.isVoltage);

/** Time, and the height in the unit of the row in which the caliper was set. */
export function measuredText(
  { measured, pxPerMm }: Pick<State, 'measured' | 'pxPerMm'>,
  { recording, view }: Pick<RecordingEntry, 'recording' | 'view'>,
  heightPx: number,
  { scaleOf }: { scaleOf(rowName: string): number },
): string {
  const { fromS, toS, fromY, toY } = measured!;
  const durationS = Math.abs(toS - fromS);
  const rows = visibleRows(recording, view);
  const row = fromY === null ? undefined : rows[rowAt(fromY, heightPx, rows.length)];
  const texts = strings.signals.cursor;
  if (!row || fromY === null || toY === null) return texts.measured(durationS, null);
  const { isVoltage, unit } = recording.channels[row.index]!;
  const pxPerUnit = isVoltage ? pxPerMm / view.uvPerMm : scaleOf(row.name);
  const height = Math.abs(toY - fromY) / pxPerUnit;
  return texts.measured(durationS, { height, unit: isVoltage ? 'µV' : unit });
}

/** Channels whose values are told. */
const maxTold = 8;

/** Values of the traces: `tiles` hold them. What is measured stands first, because the line may be cut off. */
export function cursorText(
  state: State,
  entry: RecordingEntry,
  heightPx: number,
  tiles: {
    scaleOf(rowName: string): number;
    valueAt(rowName: string, timeS: number): number | null;
  },
): string {
  const measured = state.measured ? measuredText(state, entry, heightPx, tiles) : '';
  return [measured, valuesAt(state, entry, tiles)].filter(Boolean).join(' · ');
}

function valuesAt(
  state: State,
  { recording, view }: RecordingEntry,
  tiles: { valueAt(rowName: string, timeS: number): number | null },
): string {
  const { cursorS } = state;
  if (cursorS === null || cursorS < view.startS || cursorS > view.startS + view.spanS) return '';
  const texts = strings.signals.cursor;
  const rows = visibleRows(recording, view);
  const values = rows.slice(0, maxTold).flatMap(({ name, index }) => {
    const value = tiles.valueAt(name, cursorS);
    const { isVoltage, unit } = recording.channels[index]!;
    return value === null ? [] : [texts.value(name, value, isVoltage ? 'µV' : unit)];
  });
  const time = timeText({ startedAt: clockOf(state, recording) }, cursorS, 2);
  return texts.at(time, values, rows.length - maxTold);
}
