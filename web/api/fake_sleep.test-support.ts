// What the stand-in of an engine answers about nights: three epochs, whatever it is asked.
export class FakeSleep {
  #columns = 0;

  makeNight(seed: number, durationS: number): ArrayBuffer {
    return new TextEncoder().encode(`${durationS} s of ${seed}`).buffer as ArrayBuffer;
  }
  readHypnogram(_bytes: ArrayBuffer, fileName: string, id: number, options: object) {
    return this.#hypnogram(`${fileName} of ${id}, ${JSON.stringify(options)}`);
  }
  recordingHypnogram(id: number) {
    return this.#hypnogram(`annotations of ${id}`);
  }
  recordingLights(id: number): Record<string, unknown> {
    return { offS: id };
  }
  sleepStatistics(hypnogram: object, lights: object): Record<string, unknown> {
    return { nEpochs: 3, given: { hypnogram, lights } };
  }
  compareHypnograms(first: object, second: object): Record<string, unknown> {
    return { nCompared: 3, given: { first, second } };
  }
  writeHypnogram(hypnogram: object, format: string, id: number): ArrayBuffer {
    const text = `${format} of ${id}: ${JSON.stringify(hypnogram)}`;
    return new TextEncoder().encode(text).buffer as ArrayBuffer;
  }
  spectrogramBegin(): void {
    this.#columns = 0;
  }
  spectrogramAdvance(): number {
    return ++this.#columns / 4;
  }
  spectrogramResult() {
    const info: Record<string, unknown> = { nColumns: 4, nBins: 2, columnS: 30, binHz: 15 };
    return { density: new Float32Array(8), info };
  }
  closeSpectrogram(): void {}
  sleepEventsBegin(): void {
    this.#columns = 2;
  }
  sleepEventsAdvance(): number {
    return this.spectrogramAdvance();
  }
  sleepEventsResult(): Record<string, unknown> {
    return { searchedMin: 1, spindles: [{ onsetS: 31, durationS: 1 }], slowWaves: [] };
  }
  closeSleepEvents(): void {}

  #hypnogram(source: string): Record<string, unknown> {
    return { source, epochS: 30, startS: 0, stages: ['W', 'N1', 'N2'], warnings: [] };
  }
}
