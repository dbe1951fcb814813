// <eeg-drill> with a recording as the page has it: with its other files, and with its annotations as they are now.
import type { Recording } from '../../api/index.js';
import { EegDrill } from '../../elements/drill/element.js';
import { sharedEngine } from '../../elements/engine.js';
import type { RecordingEntry } from '../state.js';

export class PageDrill extends EegDrill {
  #entry: RecordingEntry | null = null;

  /** Null: the sample of the element. */
  show(entry: RecordingEntry | null): void {
    this.#entry = entry;
    this.file = entry?.file ?? null;
    this.sample = entry === null;
    this.requestUpdate('file'); // also if only its annotations are others
  }

  protected override async openedRecording(
    onProgress: (share: number) => void,
  ): Promise<Recording> {
    if (!this.#entry) return super.openedRecording(onProgress);
    const { file, companions, annotationsOfFile, recording } = this.#entry;
    const engine = await sharedEngine();
    const opened = await engine.openRecording(file, { companions });
    if (annotationsOfFile) await opened.setAnnotations(recording.annotations);
    return opened;
  }
}
