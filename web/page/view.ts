// The view of a recording.

/** What part of a recording is looked at, and how. */
export interface View {
  startS: number;
  spanS: number;
  /** Clinical sensitivity: microvolts per millimetre of the screen. */
  uvPerMm: number;
  /** As many clinicians read EEG. */
  isNegativeUp: boolean;
  firstRow: number;
  nRows: number;
  /** Names of the channels to show; null for all. */
  picked: string[] | null;
  /** Names of channels that are not shown, whatever else is. */
  hidden: string[];
  /** Names of channels that no reference or derivation uses; they are shown, marked. */
  bad: string[];
  /** "recorded", "average", "ears", "bipolar" (longitudinal), "transverse", "laplacian", "at:Cz", or "own:F3-A2,C3-A2". */
  reference: string;
  /** As recorded, as the model's recipe has it, or with the edges below. */
  filtering: 'none' | 'model' | 'own';
  highpassHz: number | null;
  lowpassHz: number | null;
  notchHz: number | null;
}

/** Edges of the filter of the display. */
export type EdgeKey = 'highpassHz' | 'lowpassHz' | 'notchHz';

/** An edge that is being typed, and what was typed last. */
export interface TypedEdge {
  key: EdgeKey;
  text: string;
}

/** Of the bands of the EEG. */
export type BandId = 'delta' | 'theta' | 'alpha' | 'beta' | 'gamma';
