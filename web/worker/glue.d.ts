// The glue that Emscripten writes; both builds have the same face. load_core.ts is its only importer.
declare module '*/eegate-simd.mjs' {
  const createModule: import('./load_core.js').CreateModule;
  export default createModule;
}
declare module '*/eegate-relaxed.mjs' {
  const createModule: import('./load_core.js').CreateModule;
  export default createModule;
}
