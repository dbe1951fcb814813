// From the arrival of the sample that completed a window to its decision.

const maxLatencies = 1000;

/** Latency of decisions in milliseconds. */
export interface LatencySummary {
  /** Median of the last 1000 decisions; NaN before the first. */
  medianMs: number;
  /** 99th percentile of the last 1000 decisions. */
  p99Ms: number;
}

export class LatencyMeter {
  #arrivals: { nInput: number; atMs: number }[] = [];
  #latencies: number[] = [];

  /** Now `nInput` samples have arrived. */
  arrived(nInput: number, atMs: number): void {
    this.#arrivals.push({ nInput, atMs });
  }

  /** The latency of a window that `nInput` samples completed. */
  decided(nInput: number, atMs: number): number {
    const first = this.#arrivals.findIndex((arrival) => arrival.nInput >= nInput);
    if (first < 0) return 0;
    this.#arrivals.splice(0, first); // windows are decided in order
    const latencyMs = atMs - this.#arrivals[0]!.atMs;
    this.#latencies.push(latencyMs);
    if (this.#latencies.length > maxLatencies) this.#latencies.shift();
    return latencyMs;
  }

  get summary(): LatencySummary {
    const sorted = [...this.#latencies].sort((a, b) => a - b);
    return { medianMs: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
  }
}

/** The smallest value that at least this share of them do not exceed. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
