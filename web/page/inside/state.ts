// State of Inside: one window inside one model, perhaps a comparison model, and the changes made by hand.
import type { Ablation, EegateError, Inspection, Model } from '../../api/index.js';
import type { Cell } from './arithmetic.js';

/** One window inside one model. */
export interface Inspected {
  model: Model;
  /** Of the model's file, by which it is known in the list of models. */
  bytes: ArrayBuffer;
  title: string;
  onsetS: number;
  durationS: number;
  /** [channels, samples] in microvolts, as the model is given it. */
  x: Float32Array;
  inspection: Inspection;
}

export interface InsideState {
  inspected: Inspected | null;
  /** The window of the run that is looked at. */
  index: number;
  nWindows: number;
  /** With the parts below changed; null while none are. */
  ablated: Inspection | null;
  parts: readonly Ablation[];
  /** The model to compare with. */
  comparison: Inspected | null;
  comparisonKey: string;
  /** It is the one that is drawn; its bars are in the drawing either way. */
  isComparisonDrawn: boolean;
  /** Of the drawing: the station that is opened below it. */
  station: string;
  /** The station under the pointer or the focus, whose sentence is shown. */
  hovered: string;
  /** The station that Play has reached. */
  playing: string;
  /** The row of tokens under the pointer or the focus. */
  row: number | null;
  /** A part was changed since the pointer or the focus came to something else: what that did is shown. */
  isChanging: boolean;
  cell: Cell;
  isBusy: boolean;
  problem: EegateError | null;
}

export const firstCell: Cell = {
  kind: 'score',
  block: 0,
  head: 0,
  query: 0,
  key: 0,
  feature: 0,
  output: 0,
};

export function initialInside(): InsideState {
  return {
    inspected: null,
    index: 0,
    nWindows: 0,
    ablated: null,
    parts: [],
    comparison: null,
    comparisonKey: '',
    isComparisonDrawn: false,
    station: '',
    hovered: '',
    playing: '',
    row: null,
    isChanging: false,
    cell: firstCell,
    isBusy: false,
    problem: null,
  };
}

/** Of the model in use: the inspection with parts changed, or the whole one. */
export function shownInspection({ inspected, ablated }: InsideState): Inspection | null {
  return ablated ?? inspected?.inspection ?? null;
}

/** What the drawing is about, and what happened in it. */
export function drawnLook(
  state: InsideState,
): { inspected: Inspected; inspection: Inspection } | null {
  const { inspected, comparison, isComparisonDrawn } = state;
  if (comparison && isComparisonDrawn)
    return { inspected: comparison, inspection: comparison.inspection };
  return inspected ? { inspected, inspection: shownInspection(state)! } : null;
}
