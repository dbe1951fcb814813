// What the panel shows: one window inside one model, perhaps a second model to compare with, and what is changed by hand.
import type { Ablation, EegateError, Inspection, Model } from '../../api/index.js';
import type { Cell } from './sums.js';

/** One window inside one model. */
export interface Look {
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
  look: Look | null;
  /** The window of the run that is looked at. */
  index: number;
  nWindows: number;
  /** With the parts below changed; null while none are. */
  ablated: Inspection | null;
  parts: readonly Ablation[];
  /** The model to compare with. */
  beside: Look | null;
  besideKey: string;
  /** It is the one that is drawn; its bars stand in the drawing either way. */
  isBesideDrawn: boolean;
  /** Of the drawing: the station that is opened below it. */
  station: string;
  /** The station under the pointer or the focus, whose sentence is shown. */
  hovered: string;
  /** The station that Play has reached. */
  playing: string;
  /** The row of tokens under the pointer or the focus. */
  row: number | null;
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
    look: null,
    index: 0,
    nWindows: 0,
    ablated: null,
    parts: [],
    beside: null,
    besideKey: '',
    isBesideDrawn: false,
    station: '',
    hovered: '',
    playing: '',
    row: null,
    cell: firstCell,
    isBusy: false,
    problem: null,
  };
}

/** Of the model in use: the inspection with parts changed, or the whole one. */
export function shownInspection({ look, ablated }: InsideState): Inspection | null {
  return ablated ?? look?.inspection ?? null;
}

/** What the drawing is about, and what happened in it. */
export function drawnLook(state: InsideState): { look: Look; inspection: Inspection } | null {
  const { look, beside, isBesideDrawn } = state;
  if (beside && isBesideDrawn) return { look: beside, inspection: beside.inspection };
  return look ? { look, inspection: shownInspection(state)! } : null;
}
