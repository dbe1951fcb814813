// TypeScript bindings for emscripten-generated code.  Automatically generated at compile time.
interface WasmModule {
}

type EmbindString = ArrayBuffer|Uint8Array|Uint8ClampedArray|Int8Array|string;
interface EmbindModule {
  info(): import('../protocol.js').Outcome<import('../protocol.js').EngineInfo>;
  closeModel(id: number): import('../protocol.js').Outcome<void>;
  predict(modelId: number, x: Float32Array, nEpochs: number, nTimes: number): import('../protocol.js').Outcome<Float32Array>;
  loadModel(id: number, bytes: ArrayBuffer, fileName: EmbindString): import('../protocol.js').Outcome<import('../protocol.js').ModelInfo>;
}

export type MainModule = WasmModule & EmbindModule;
export default function MainModuleFactory (options?: unknown): Promise<MainModule>;
