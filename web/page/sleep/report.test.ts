import { describe, expect, it } from 'vitest';
import type { SleepEvents, SleepStage, SleepStatistics } from '../../api/sleep.js';
import { initialNight } from './night.js';
import { reportOf } from './report.js';

const statistics: SleepStatistics = {
  timeInBedMin: 480,
  totalSleepMin: 420,
  sleepPeriodMin: 450,
  sleepEfficiency: 87.5,
  sleepMaintenance: 93.3,
  sleepLatencyMin: 12.5,
  wakeAfterOnsetMin: 30,
  wakeInPeriodMin: 25,
  unscoredMin: 0,
  nEpochs: 960,
  nAwakenings: 7,
  nStageShifts: 80,
  stageMin: { W: 60, N1: 30, N2: 210, N3: 90, R: 90 },
  stagePercent: { W: 12.5, N1: 7.1, N2: 50, N3: 21.4, R: 21.4 },
  transitions: [0, 1, 2, 3, 4].map((i) => [i, 0, 0, 0, 0]),
};
const scoring = {
  name: () => '<b>x</b>.csv',
  hypnogram: { epochS: 30, startS: 0, stages: ['W' as const] },
  warnings: [],
};

const recording = {
  name: 'a.edf',
  durationS: 28_800,
  startedAt: '',
  channel: 'C4-M1',
  version: '1.2.3',
  channels: [
    { name: 'C4-M1', sfreq: 256 },
    { name: 'E1-M2', sfreq: 256 },
    { name: 'SaO2', sfreq: 1 },
  ],
};

describe('the report of a night', () => {
  it('says of which recording it is', () => {
    const night = { ...initialNight(0), scoring, statistics };
    const html = (startedAt: string) => reportOf({ ...recording, startedAt }, night, []);
    expect(html('2024-03-01T22:10:00')).toMatch(/Recording: 8\sh, from 2024-03-01 22:10:00\./);
    expect(html('1985-01-01T22:10:00')).toMatch(/Recording: 8\sh, from 22:10:00\./); // no date is known
    expect(html('')).toMatch(/Written by eegate 1\.2\.3, .*\d{4}/);
    expect(html('1985-01-01T00:00:00')).toMatch(/Recording: 8\sh\./);
    expect(html('')).toMatch(
      /Recording: 8\sh\. Channels: C4-M1, E1-M2, SaO2\. .*: 256\sHz, 1\sHz\./,
    );
  });

  it('says what was counted, and that it is no medical device', () => {
    const night = { ...initialNight(0), scoring, statistics };
    const html = reportOf({ ...recording, name: 'a & "b".edf' }, night, []);
    expect(html).toContain('Not a medical device');
    expect(html).toContain('<td>87.5 %</td>');
    expect(html).toContain('<th>REM latency</th><td>none</td>');
    expect(html).toContain('a &amp; &quot;b&quot;.edf');
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;.csv');
    expect(html).not.toContain('<b>');
  });

  it('has the spindles and slow waves that were found', () => {
    const events = {
      ...{ searchedMin: 300, warnings: [] },
      ...{ spindles: Array(600).fill({ amplitudeUv: 40 }), slowWaves: [] },
    } as unknown as SleepEvents;
    const night = { ...initialNight(0), scoring, statistics };
    const html = (one: typeof night) => reportOf(recording, { ...one }, []);
    expect(html({ ...night, events })).toMatch(
      /<caption>Candidates in 300\.0\smin of N2 and N3, channel C4-M1<.*<th>Spindles<\/th><td>600<\/td><td>2\.0<\/td><td>40\sµV/,
    );
    expect(html({ ...night, events })).toMatch(/<th>Slow waves<\/th><td>0<\/td>/);
    expect(html({ ...night, events })).toContain('from peak to peak in these bands');
    expect(html(night)).not.toContain('Candidates');
  });

  it('says the lights where they are known', () => {
    const lit = { ...scoring, hypnogram: { ...scoring.hypnogram, lights: { offS: 600 } } };
    const html = (one: typeof scoring, startedAt = '') =>
      reportOf({ ...recording, startedAt }, { ...initialNight(0), scoring: one, statistics }, []);
    expect(html(lit)).toContain('Lights off: 10:00; lights on: last epoch (after the start).');
    expect(html(lit, '2024-03-01T23:15:00')).toContain(
      'Lights off: 23:25:00; lights on: last epoch (times of the clock).',
    );
    expect(html(scoring)).not.toContain('Lights off');
  });

  it('says how many stages were corrected by hand, also in the heading of the comparison', () => {
    const agreement = {
      ...{ nCompared: 2, nLeftOut: 0, agreement: 0.5, kappa: 0, stageKappa: {} },
      ...{ confusion: statistics.transitions, warnings: [] },
    };
    const htmlOf = (original: SleepStage[] | null) => {
      const hypnogram = { ...scoring.hypnogram, stages: ['W' as const, 'N1' as const] };
      const mine = { ...scoring, name: () => 'a.csv', hypnogram, original };
      const other = { ...scoring, name: () => 'b.csv' };
      const night = { ...initialNight(0), scoring: mine, other, statistics, agreement };
      return reportOf(recording, night, []);
    };
    const html = htmlOf(['W', 'N2']);
    expect(html).toMatch(/Stages: a\.csv \(1\sstage corrected by hand\), epochs of 30\ss/);
    expect(html).toMatch(/<h2>a\.csv \(1\sstage corrected by hand\), compared with b\.csv</);
    expect(htmlOf(['W', 'N1'])).not.toContain('corrected');
    expect(htmlOf(null)).not.toContain('corrected'); // all of it was scored by hand
  });

  it('holds the pictures, and the comparison where there is one', () => {
    const agreement = {
      nCompared: 10,
      nLeftOut: 2,
      agreement: 0.8,
      kappa: 0.7,
      stageKappa: { N2: 0.625 },
      confusion: statistics.transitions,
      warnings: [],
    };
    const night = { ...initialNight(0), scoring, other: scoring, statistics, agreement };
    const picture = { label: 'Hypnogram', url: 'data:image/png;base64,AA' };
    const html = reportOf(recording, night, [picture]);
    expect(html).toContain('<img src="data:image/png;base64,AA" alt="Hypnogram">');
    expect(html).toMatch(/kappa 0.70/);
    expect(html).toContain('<th>Kappa</th><td>–</td><td>–</td><td>0.63</td>');
  });

  it('names the files of a night, whatever letters they hold', () => {
    const night = { ...initialNight(0), scoring, statistics };
    const html = reportOf({ ...recording, name: '<script>1</script>.edf' }, night, [
      { label: 'C3"><img src=x>', url: 'data:image/png;base64,AA' },
    ]);
    expect(html).toContain('<title>Sleep report: &lt;script&gt;1&lt;/script&gt;.edf</title>');
    expect(html).not.toMatch(/<script|<img src=x/);
  });

  it('is empty without a scoring', () => expect(reportOf(recording, initialNight(0), [])).toBe(''));
});
