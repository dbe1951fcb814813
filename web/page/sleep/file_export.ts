// Saves stages and report of a night.
import type { Engine, Recording } from '../../api/index.js';
import type { Hypnogram, HypnogramFormat } from '../../api/sleep.js';
import { sleepOf } from '../../api/sleep_of.js';
import { savedName, stem } from '../../truth/file_names.js';
import type { Actions } from '../actions.js';
import { saveFile } from '../files.js';
import { strings } from '../strings/index.js';

export const formats = ['csv', 'tsv', 'edf'] as const;
const mediaTypes: Record<HypnogramFormat, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  edf: 'application/octet-stream',
};

export class SleepSaving {
  constructor(
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {}

  /** Whether they were written. */
  async stages(
    recording: Recording,
    hypnogram: Hypnogram,
    format: HypnogramFormat,
  ): Promise<boolean> {
    let isWritten = false;
    await this.actions.tasks.attempt('save', recording.name, async () => {
      const sleep = sleepOf(await this.engine);
      const name = savedName(recording.name, 'stages', format);
      saveFile(await sleep.write(hypnogram, format, recording), name, mediaTypes[format]);
      this.actions.tasks.say(strings.status.saved(name));
      isWritten = true;
    });
    return isWritten;
  }

  report(recording: Recording, html: string): void {
    const name = `${stem(recording.name)}_sleep_report.html`;
    saveFile(new TextEncoder().encode(html), name, 'text/html');
    this.actions.tasks.say(strings.status.saved(name));
  }
}
