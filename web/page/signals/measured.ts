// What a caliper on the traces measures.
import type { Recording } from '../../api/index.js';
import { rowAt } from '../../plot/traces.js';
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
