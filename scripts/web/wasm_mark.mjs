// Writes the id of the build into a wasm module, as a custom section: engines pass over it, and
// WebAssembly.Module.customSections reads it before anything is instantiated (web/worker/build_id.ts).
const section = 'eegate.build';

/** The module with the section appended. */
export function markWasm(bytes, buildId) {
  const name = Buffer.from(section);
  const body = Buffer.concat([leb128(name.length), name, Buffer.from(buildId)]);
  return Buffer.concat([bytes, Buffer.from([0]), leb128(body.length), body]);
}

function leb128(value) {
  const bytes = [];
  do {
    const low = value & 0x7f;
    value >>>= 7;
    bytes.push(value ? low | 0x80 : low);
  } while (value);
  return Buffer.from(bytes);
}
