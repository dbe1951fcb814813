// What Sleep offers to the palette, besides the stages of the epoch.
import type { Draft } from '../commands.js';
import { strings } from '../strings/index.js';
import { endings } from './begin.js';
import { epochLengths, lightHere, shownBeside, type Light } from './night.js';
import type { SleepPanel } from './panel.js';
import { formats } from './file_export.js';

const texts = strings.sleep;

export function sleepCommands(host: HTMLElement, panel: SleepPanel, report: () => void): Draft[] {
  const { night } = panel;
  if (!night) return [];
  const { scoring, staged, progress } = night;
  const isScoring = scoring !== null;
  const isBusy = progress !== null;
  const { spectrogram, stager, events } = texts;
  return [
    ...epochLengths.map((epochS) => ({
      id: `night-epochs-${epochS}`,
      name: `${texts.begin.byHand.title}: ${texts.epochs(epochS)}`,
      if: !isScoring,
      run: () => panel.scoreByHand(epochS),
    })),
    {
      id: 'night-open',
      name: isScoring ? texts.openOther : texts.open,
      run: chooses(host, endings.hypnogram),
    },
    {
      id: 'night-stage',
      name: stager.open,
      if: staged === null,
      run: chooses(host, endings.model),
    },
    {
      id: 'night-stage-cancel',
      name: stager.cancel,
      if: staged !== null,
      run: () => panel.cancelStaging(),
    },
    {
      id: 'night-spectrogram',
      name: isBusy ? spectrogram.cancel : spectrogram.compute,
      run: () => (isBusy ? panel.channel.cancel() : void panel.channel.spectrogram()),
    },
    {
      id: 'night-events',
      name: events.find,
      if: isScoring && !isBusy,
      run: () => void panel.channel.events(),
    },
    {
      id: 'night-mark',
      name: `${events.caption}: ${events.mark}`,
      if: (night.events?.spindles.length ?? 0) + (night.events?.slowWaves.length ?? 0) > 0,
      run: () => void panel.channel.markEvents(),
    },
    ...(['offS', 'onS'] as const).map((light: Light) => ({
      id: `night-${light}`,
      name: `${texts.lights[light]}: ${texts.lights.here[light]}`,
      if: isScoring,
      run: () => {
        if (scoring)
          panel.correcting.setLight(light, lightHere(scoring.hypnogram, night.epoch)[light]);
      },
    })),
    ...formats.map((format) => ({
      id: `night-save-${format}`,
      name: `${texts.saveStages}: ${texts.formats[format]}`,
      if: isScoring,
      run: () => void panel.opened.save(format),
    })),
    {
      id: 'night-report',
      name: texts.saveReport,
      if: night.statistics !== null,
      run: report,
    },
    {
      id: 'night-close-other',
      name: texts.closeOther,
      if: shownBeside(night) !== null,
      run: () => panel.opened.closeOther(),
    },
    { id: 'night-close', name: texts.closeScoring, if: isScoring, run: () => panel.opened.close() },
    {
      id: 'night-tools',
      name: strings.commands[panel.isFolded ? 'show' : 'hide'](texts.tools),
      if: isScoring,
      run: () => panel.fold(!panel.isFolded),
    },
  ];
}

/** Files are chosen as with the button, which may be folded. */
const chooses = (host: HTMLElement, accept: string) => () =>
  host.querySelector<HTMLInputElement>(`input[accept='${accept}']`)?.click();
