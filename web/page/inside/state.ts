// What the panel shows: one epoch inside one model, perhaps a second model beside it, and what is switched off.
import type { Ablation, EegateError, Inspection, Model } from '../../api/index.js';
import type { Cell } from './sums.js';

/** One epoch inside one model. */
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

export type Zoom = 'whole' | 'layer' | 'sum';

export interface InsideState {
  zoom: Zoom;
  look: Look | null;
  /** The epoch of the run that is looked at. */
  index: number;
  nEpochs: number;
  /** With the parts below switched off; null while none are. */
  ablated: Inspection | null;
  parts: readonly Ablation[];
  beside: Look | null;
  besideKey: string;
  /** The block or layer that is open. */
  open: number;
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
    zoom: 'whole',
    look: null,
    index: 0,
    nEpochs: 0,
    ablated: null,
    parts: [],
    beside: null,
    besideKey: '',
    open: 0,
    cell: firstCell,
    isBusy: false,
    problem: null,
  };
}

/** What the panel is about: the inspection with parts switched off, or the whole one. */
export function shownInspection({ look, ablated }: InsideState): Inspection | null {
  return ablated ?? look?.inspection ?? null;
}
