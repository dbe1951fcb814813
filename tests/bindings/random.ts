// Random requests that are well formed and often extreme: recipes, options, weights. The same seed gives the same ones.

export class Draws {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0;
  }
  /** 0 to 1, by Mulberry32. */
  share(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  below(n: number): number {
    return Math.floor(this.share() * n);
  }
  oneOf(n: number): boolean {
    return this.below(n) === 0;
  }
  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
  /** A finite number: one that people write, a limit of some number format, or anything. */
  number(): number {
    const special = [
      0,
      1,
      2,
      0.5,
      -1,
      -0.5,
      0.1,
      1e-3,
      1e-9,
      1e-300,
      5e-324,
      8,
      30,
      50,
      100,
      1e3,
      1e6,
      1e9,
      2 ** 31,
      2 ** 32,
      2 ** 53,
      1e18,
      1e38,
      1e300,
      -1e9,
      -1e300,
    ];
    if (this.oneOf(2)) return this.of(special);
    return (this.oneOf(4) ? -1 : 1) * Math.exp(60 * this.share() - 30);
  }
  /** Mostly near what is usual. */
  around(usual: number): number {
    return this.oneOf(4) ? this.number() : usual * (0.5 + 1.5 * this.share());
  }
}

export type Json = Record<string, unknown>;

export function madeRecipe(draws: Draws): Json {
  const recipe: Json = { version: 1 };
  if (draws.oneOf(3)) recipe['reference'] = 'average';
  if (draws.oneOf(3)) recipe['notch'] = { hz: draws.around(40), q: draws.around(20) };
  if (draws.oneOf(2)) {
    const bandpass: Json = { low_hz: draws.around(1), high_hz: draws.around(30) };
    if (draws.oneOf(2)) bandpass['order'] = 1 + draws.below(20);
    if (draws.oneOf(2)) bandpass['mode'] = 'causal';
    recipe['bandpass'] = bandpass;
  }
  if (draws.oneOf(10))
    recipe['resample_hz'] = draws.of([100, 128, 200, 1e-3, 1e6, 1e300, draws.number()]);
  if (draws.oneOf(6)) recipe['align'] = 'euclidean';
  recipe['epochs'] = draws.oneOf(3)
    ? { by: 'annotation', tmin_s: draws.oneOf(3) ? draws.number() : 0, tmax_s: draws.around(2) }
    : {
        by: 'window',
        length_s: draws.oneOf(2) ? 2 : draws.around(2),
        step_s: draws.around(1),
      };
  return recipe;
}

interface Tensor {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function valuesOf(view: DataView, start: number, tensor: Tensor): Float32Array<ArrayBuffer> {
  const width = tensor.dtype === 'F16' ? 2 : 4;
  const [from, to] = tensor.data_offsets;
  return Float32Array.from({ length: (to - from) / width }, (_, i) => {
    const at = start + from + i * width;
    return width === 2 ? half(view.getUint16(at, true)) : view.getFloat32(at, true);
  });
}

/**
 * Of a matrix none so large that what is left of a sum that cancels decides: that depends on the order of the sum, which
 * differs between systems.
 */
const weights = [0, 1e-45, -1, 100];
const largeWeights = [0, 3.4e38, -3.4e38, 1e30, 1e19];

/** A model file in 32 bits and without its self-test, of which a tensor or two hold other finite values. */
export function withOtherWeights(file: Uint8Array, draws: Draws): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start))) as Record<
    string,
    unknown
  >;
  const names = Object.keys(header).filter((name) => !/^(__metadata__|selftest)/.test(name));
  const changed = new Set(Array.from({ length: 1 + draws.below(2) }, () => draws.of(names)));
  const written: Json = { __metadata__: header['__metadata__'] };
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const name of names) {
    const tensor = header[name] as Tensor;
    const values = valuesOf(view, start, tensor);
    if (changed.has(name)) values.fill(draws.of(tensor.shape.length > 1 ? weights : largeWeights));
    written[name] = {
      dtype: 'F32',
      shape: tensor.shape,
      data_offsets: [offset, offset + values.byteLength],
    };
    offset += values.byteLength;
    parts.push(new Uint8Array(values.buffer));
  }
  let json = JSON.stringify(written);
  json = json.padEnd(Math.ceil(json.length / 8) * 8, ' ');
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(json.length), true);
  return Uint8Array.from(Buffer.concat([size, Buffer.from(json), ...parts]));
}
