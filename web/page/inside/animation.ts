// Animation of the drawing: interpolation from one window to the next, and the tour from station to station.
import { render, svg } from 'lit/html.js';
import { mixed, type Figures } from './figures.js';
import { pulseAt, type Pulse } from './animation_points.js';

const morphMs = 320;
const stopMs = 2600;
const travelMs = 900;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const eased = (share: number) => 1 - (1 - share) ** 3;

/** Shows figures, on the way to the newest ones. */
export class Morph {
  #shown: Figures | null = null;
  #goal: Figures | null = null;
  #from: Figures | null = null;
  #begin = 0;
  #frame = 0;

  constructor(private readonly draw: (shown: Figures) => void) {}

  /** At once where nothing was shown, where the forms differ, and while a hand holds a valve. */
  to(goal: Figures, isAtOnce = false): void {
    if (goal === this.#goal) return this.draw(this.#shown ?? goal);
    this.#goal = goal;
    if (isAtOnce || isStill() || this.#shown?.form !== goal.form) {
      this.#shown = goal;
      return this.draw(goal);
    }
    this.#from = this.#shown;
    this.#begin = performance.now();
    if (!this.#frame) this.#step();
  }

  #step(): void {
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      const share = Math.min(1, Math.max(0, (now - this.#begin) / morphMs));
      this.#shown = mixed(this.#from!, this.#goal!, eased(share));
      this.draw(this.#shown);
      if (share < 1 && this.#shown !== this.#goal) this.#step();
    });
  }
}

/** Goes from station to station; what travels is drawn with every frame, and nothing else. */
export class Tour {
  #frame = 0;

  constructor(private readonly arrive: (stop: string) => void) {}

  get isGoing(): boolean {
    return this.#frame !== 0;
  }

  begin(
    stops: readonly string[],
    pulsesTo: (index: number) => Pulse[],
    layer: () => Element | null,
  ): void {
    this.end();
    const start = performance.now();
    let at = -1;
    let pulses: Pulse[] = [];
    const step = (now: number) => {
      const index = Math.floor(Math.max(0, now - start) / stopMs);
      if (index >= stops.length) return this.end(layer());
      if (index !== at) {
        at = index;
        pulses = isStill() ? [] : pulsesTo(index);
        this.arrive(stops[index]!);
      }
      drawPulses(layer(), pulses, (now - start - index * stopMs) / travelMs);
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  end(layer: Element | null = null): void {
    if (!this.#frame) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    drawPulses(layer, [], 1);
    this.arrive('');
  }
}

function drawPulses(layer: Element | null, pulses: readonly Pulse[], share: number): void {
  if (!layer) return;
  const shown = share >= 0 && share < 1 ? pulses : [];
  render(
    shown.map((pulse) => {
      const { x, y, strength } = pulseAt(pulse, share);
      return svg`<circle cx=${x.toFixed(1)} cy=${y.toFixed(1)} r=${pulse.r.toFixed(1)} opacity=${strength.toFixed(2)}></circle>`;
    }),
    layer as unknown as HTMLElement,
  );
}
