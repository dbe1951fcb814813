// What a reader of EEG asks of the library: the answers of the real engine, against SciPy's numbers.
import { expect, test } from '@playwright/test';
import { edfFile } from '../support/edf.js';

type Library = typeof import('../../web/api/index.js');

test('filter responses, spectra, places of electrodes, and samples through a display', async ({
  page,
}) => {
  const bytes = [
    ...edfFile({ labels: ['C3', 'C4'], sample: (c, i) => (c + 1) * ((i % 25) * 2 - (i % 7)) }),
  ];
  await page.goto('/icon.svg');
  const seen = await page.evaluate(async (content) => {
    const address = '/eegate.js';
    const { createEngine } = (await import(address)) as Library;
    const engine = await createEngine({ workers: 1 });
    const recording = await engine.openRecording(new Uint8Array(content));
    const display = { highpass_hz: 0.5, lowpass_hz: 35, notch_hz: 50 };
    const gains = await engine.filterResponse({ display }, 250, Float32Array.of(0.5, 10, 35, 50));
    const x = Float32Array.from({ length: 1000 }, (_, i) => (i % 25) * 2 - (i % 7));
    const { binHz, density } = await engine.spectra([x, x.slice().fill(NaN)], 250);
    const [against] = await recording.read({ channels: ['C4'], display: { reference: ['C3'] } });
    const [alone] = await recording.read({ channels: ['C3'] });
    const refused = await engine
      .filterResponse({ display: { lowpass_hz: 200 } }, 250, Float32Array.of(1))
      .catch((error: { code: string }) => error.code);
    const places = await engine.electrodes(['Cz', 'T8', 'EMG']);
    await engine.close();
    return {
      gains: [...gains],
      binHz,
      bins: [20, 100].map((k) => density[0]![k]!),
      isEmpty: Number.isNaN(density[1]![20]!),
      difference: Math.max(...against!.map((value, i) => Math.abs(value - alone![i]!))),
      refused,
      places,
    };
  }, bytes);
  [0.4999999, 0.9947642, 0.4987952, 0].forEach((gain, i) =>
    expect(seen.gains[i]).toBeCloseTo(gain, 6),
  );
  expect(seen.binHz).toBe(0.5);
  expect(seen.bins[0]).toBeCloseTo(169.76036, 2);
  expect(seen.bins[1]).toBeCloseTo(7.718449, 3);
  expect(seen.isEmpty).toBe(true);
  expect(seen.difference).toBeLessThan(1e-4); // C4 is twice C3
  expect(seen.refused).toBe('DSP_BAND');
  expect(seen.places[0]).toMatchObject({ x: 0, y: 0, z: 1 });
  expect(seen.places[1]!.x).toBeCloseTo(1, 6);
  expect(seen.places[2]).toBeNull();
});
