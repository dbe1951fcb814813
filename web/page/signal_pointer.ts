// Pointer actions on the canvases of the Signals region, which share one time axis.
import type { Prediction } from '../api/index.js';
import type { TimeAxis } from '../plot/time_axis.js';
import { rowAt, rowHeight } from '../plot/traces.js';
import type { Actions } from './actions.js';
import { openChannelMenu } from './channel_menu.js';
import { followPointer } from './pointer.js';
import type { RecordingEntry, State } from './state.js';
import type { Store } from './store.js';
import { hasMoreRows, visibleRows } from './signals/montage.js';

const namesPx = 64;

export function axisOf(
  width: number,
  { startS, spanS }: { startS: number; spanS: number },
): TimeAxis {
  return { startS, spanS, left: Math.min(namesPx, width / 5), right: width - 1 };
}

/** Once for each canvas; `shown`: the recording that is in view. */
export function followSignals(
  canvas: HTMLCanvasElement,
  shown: () => RecordingEntry | null,
  store: Store<State>,
  actions: Actions,
): void {
  const { view } = actions;
  /** Of the channel that is shown so far from the top. */
  const nameAt = (y: number) => {
    const entry = canvas.id === 'traces' ? shown() : null;
    const rows = entry ? visibleRows(entry.recording, entry.view) : [];
    const row = rows[rowAt(y, canvas.clientHeight, rows.length)];
    return row && entry ? entry.recording.channels[row.index]!.name : null;
  };
  followPointer(canvas, {
    axis: () => axisOf(canvas.clientWidth, shown()?.view ?? { startS: 0, spanS: 1 }),
    onHover: (timeS) => {
      if (timeS !== store.state.cursorS) store.update({ cursorS: timeS });
    },
    onPan: (startS) => view.change({ startS }),
    rowPx: () => {
      const entry = canvas.id === 'traces' ? shown() : null;
      return entry && hasMoreRows(entry)
        ? rowHeight(canvas.clientHeight, visibleRows(entry.recording, entry.view).length)
        : 0;
    },
    onScroll: (rows) => view.change({ firstRow: (shown()?.view.firstRow ?? 0) + rows }),
    onZoom: (factor, timeS) => view.zoom(factor, timeS),
    onClick: (timeS) => {
      const holds = ({ onsetS, durationS }: Prediction) =>
        timeS >= onsetS && timeS < onsetS + durationS;
      const epoch = shown()?.run?.predictions.find(holds);
      if (store.state.measured) return view.measure(null);
      if (epoch) view.showEpoch(epoch.index);
    },
    onName: (y) => {
      const name = nameAt(y);
      if (name) view.toggle(name);
    },
    onMenu: (y, place) => {
      const name = nameAt(y);
      if (name) openChannelMenu(name, place, actions);
    },
    onMeasure: (measured) => view.measure(measured),
  });
}
