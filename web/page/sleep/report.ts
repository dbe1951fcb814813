// The report of a night: one HTML page with its pictures, for print. What comes from files is escaped.
import { sleepStages, type SleepEvents } from '../../api/sleep.js';
import { clockTime, nightTime } from '../../plot/time_axis.js';
import { dateAndTime } from '../locale.js';
import { strings } from '../strings/index.js';
import { comparedWith, nCorrected, type Night } from './night.js';

const texts = strings.sleep;

const style =
  'body{font:14px/1.4 system-ui,sans-serif;max-width:52rem;margin:1.5rem auto;color:#17202b}' +
  'img{width:100%;border:1px solid #d9dfe6}table{border-collapse:collapse;margin:.5rem 1.5rem .5rem 0}' +
  'caption{text-align:left;font-weight:600}th{text-align:left;font-weight:400}' +
  'td,thead th+th{text-align:right}' +
  'td,th{padding:.1rem .6rem .1rem 0}.tables{display:flex;flex-wrap:wrap;align-items:start}figure{margin:0 0 .5rem}' +
  '.purpose{font-weight:700}@media print{@page{margin:12mm}}';

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function reportOf(
  recording: {
    name: string;
    durationS: number;
    startedAt: string;
    channels: readonly { name: string; sfreq: number }[];
    /** That of the spectrogram, of spindles and slow waves. */
    channel: string;
    /** Of eegate. */
    version: string;
  },
  night: Night,
  pictures: readonly { label: string; url: string }[],
): string {
  const { scoring, statistics } = night;
  if (!scoring || !statistics) return '';
  const title = escaped(texts.reportTitle(recording.name));
  const name = texts.corrected(scoring.name(), nCorrected(scoring));
  const { durationS, startedAt, channels, channel, version } = recording;
  const made = [
    texts.madeOf(name, scoring.hypnogram.epochS, durationS, startOf(startedAt)),
    texts.madeFrom(channels.map((one) => one.name).join(', '), ratesOf(channels)),
    texts.madeOn(version, dateAndTime(new Date())),
  ].join(' ');
  const { offS, onS } = scoring.hypnogram.lights ?? {};
  const known = offS === undefined && onS === undefined ? '' : lightsLine(offS, onS, startedAt);
  const { caption, rows, stages, ofStage, transitions } = texts.statistics;
  const { stageMin, stagePercent } = statistics;
  const stageRows = sleepStages.map((stage) => [
    stage,
    ...ofStage(stageMin[stage], stagePercent[stage], stage === 'W'),
  ]);
  const tables = [
    table(caption, [], rows(statistics)),
    table(stages.caption, [stages.stage, stages.minutes, stages.percent], stageRows),
    matrix(transitions, statistics.transitions),
    ...(night.events ? [eventTable(night.events, channel)] : []),
  ];
  const figures = pictures.map(
    ({ label, url }) =>
      `<figure><img src="${escaped(url)}" alt="${escaped(label)}"><figcaption>${escaped(label)}</figcaption></figure>`,
  );
  return [
    `<!doctype html><html lang="${strings.language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>`,
    `<h1>${title}</h1><p class="purpose">${escaped(texts.purpose)}</p><p>${escaped(made)}${known && ` ${escaped(known)}`}</p>`,
    ...figures,
    `<div class="tables">${tables.join('')}</div>`,
    night.events ? `<p>${escaped(texts.events.method)}</p>` : '',
    comparison(night),
    '</body></html>\n',
  ].join('\n');
}

const ratesOf = (channels: readonly { sfreq: number }[]): string =>
  [...new Set(channels.map(({ sfreq }) => `${strings.numbers.number(sfreq)} Hz`))].join(', ');

/** Recordings without identity have dates that are none: 1985-01-01 in EDF+, before 1926 in BIDS. */
function startOf(startedAt: string): string {
  const isDated = !/^1985-01-01|^1[0-8]|^19[01]|^192[0-5]/.test(startedAt);
  if (isDated) return startedAt.replace('T', ' ');
  return startedAt.includes('T00:00:00') ? '' : clockTime(startedAt, 0);
}

function lightsLine(offS: number | undefined, onS: number | undefined, startedAt: string): string {
  const time = (timeS: number | undefined) =>
    timeS === undefined ? null : nightTime(timeS, startedAt);
  return texts.lights.report(time(offS), time(onS), clockTime(startedAt, 0) !== '');
}

function comparison(night: Night): string {
  const { agreement, scoring } = night;
  const second = comparedWith(night);
  if (!agreement || !scoring || !second) return '';
  const { title, sentence, confusion, kappa: ofStages, stage, noKappa } = texts.agreement;
  const name = texts.corrected(scoring.name(), nCorrected(scoring));
  const { agreement: share, kappa, nCompared, nLeftOut } = agreement;
  const kappas = sleepStages.map((one) => {
    const value = agreement.stageKappa[one];
    return value === undefined ? noKappa : strings.numbers.fixed(value, 2);
  });
  return (
    `<h2>${escaped(title(name, second.name()))}</h2>` +
    `<p>${escaped(sentence(share, kappa, nCompared, nLeftOut))}</p>` +
    `<div class="tables">${matrix(confusion, agreement.confusion)}` +
    `${table('', [stage, ...sleepStages], [[ofStages, ...kappas]])}</div>`
  );
}

const eventTable = (events: SleepEvents, channel: string): string =>
  table(
    texts.events.captionOf(channel, events.searchedMin),
    texts.events.columns,
    texts.events.rows(events),
  );

const matrix = (caption: string, counts: readonly (readonly number[])[]): string =>
  table(
    caption,
    [texts.agreement.stage, ...sleepStages],
    counts.map((row, i) => [sleepStages[i]!, ...row.map((n) => strings.numbers.number(n))]),
  );

function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => (i ? `<td>${escaped(cell)}</td>` : `<th>${escaped(cell)}</th>`)).join('');
  const header = head.length
    ? `<thead><tr>${head.map((cell) => `<th>${escaped(cell)}</th>`).join('')}</tr></thead>`
    : '';
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
  return `<table><caption>${escaped(caption)}</caption>${header}<tbody>${body}</tbody></table>`;
}
