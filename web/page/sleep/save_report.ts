// The report of a night as a file, with its pictures as they are on the screen.
import { picturesOf } from './canvases.js';
import type { SleepPanel } from './panel.js';
import { reportOf } from './report.js';

/** Pictures that are folded have no size: they are unfolded. */
export async function saveReport(host: HTMLElement, panel: SleepPanel): Promise<void> {
  const { entry, version } = panel;
  const night = entry && (await panel.counts.now(entry.key));
  if (!night?.statistics) return;
  if (panel.isFolded) {
    panel.fold(false);
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  }
  const { recording } = entry!;
  const { name, durationS, info } = recording;
  const channels = info.mainChannels.map((i) => recording.channels[i]!);
  const channel = recording.channels[night.channel]?.name ?? '';
  const of = { name, durationS, startedAt: info.startedAt, channels, channel, version };
  panel.exports.report(recording, reportOf(of, night, picturesOf(host, entry!, night)));
}
