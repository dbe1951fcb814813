// Accuracy on unseen people from the header of a model file, read without the engine.

export interface Judged {
  accuracy: number;
  lowest: number | null;
  highest: number | null;
  /** With a calibration without labels to each person; null where that was not measured. */
  calibrated: number | null;
}

const share = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;

/** Null where the file says nothing of it, or cannot be read. */
export function judgedOf(file: ArrayBuffer): Judged | null {
  try {
    const length = Number(new DataView(file).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 8, length))) as {
      __metadata__?: { train?: string };
    };
    const train = JSON.parse(header.__metadata__?.train ?? '{}') as {
      judged?: Record<string, unknown>;
    };
    const accuracy = share(train.judged?.['accuracy']);
    if (accuracy === null) return null;
    const { lowest, highest, calibrated } = train.judged!;
    return {
      accuracy,
      lowest: share(lowest),
      highest: share(highest),
      calibrated: share((calibrated as Record<string, unknown> | undefined)?.['accuracy']),
    };
  } catch {
    return null;
  }
}
