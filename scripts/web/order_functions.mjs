// node scripts/web/order_functions.mjs WASM_OPT MODULE.wasm: puts functions of a module that are written with the same bytes side
// by side, where gzip finds what they share: 3.2 % less of eegate-relaxed.wasm, 1.7 % of eegate-predict-relaxed.wasm. Each function
// is followed by the one that has most in common with the seven before it. The names by which wasm-opt sorts are their places.
// With the two before it instead of seven, calls took as long as in the former order: predict() 0.99 (bench/versions.mjs).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// What the oldest browsers know, and relaxed SIMD.
const features = [
  'sign-ext',
  'mutable-globals',
  'nontrapping-float-to-int',
  'bulk-memory',
  'simd',
  'relaxed-simd',
];
const weights = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]; // of the functions before, the last one first
// What two functions share, by the length of the next one to this power: with 0.5 the longest would come too early, with 1 the
// shortest.
const lengthPower = 0.6;

function orderFunctions(wasmOpt, file) {
  const module = readFileSync(file);
  const sections = sectionsOf(module);
  const section = (id) => sections.find((each) => each.id === id);
  const order = orderOf(bodiesOf(module, section(10)));
  const names = nameSection(importedFunctions(module, section(2)), order);
  writeFileSync(file, Buffer.concat([module, names]));
  const known = features.map((feature) => `--enable-${feature}`);
  execFileSync(wasmOpt, [
    ...[file, '-o', file, '--mvp-features', ...known],
    ...['--reorder-functions-by-name', '--strip-debug'],
  ]);
}

function readNumber(from, place) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = from[place++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, place];
  }
}

function number(value) {
  const digits = [];
  for (; value > 127; value >>>= 7) digits.push((value & 127) | 128);
  return Buffer.from([...digits, value]);
}

function counted(content) {
  return Buffer.concat([number(content.length), content]);
}

function sectionsOf(module) {
  const found = [];
  for (let place = 8; place < module.length;) {
    const [length, begin] = readNumber(module, place + 1);
    found.push({ id: module[place], begin, end: begin + length });
    place = begin + length;
  }
  return found;
}

function bodiesOf(module, code) {
  let [left, place] = readNumber(module, code.begin);
  const found = [];
  for (; left > 0; --left) {
    const [length, begin] = readNumber(module, place);
    place = begin + length;
    found.push(module.subarray(begin, place));
  }
  return found;
}

/** They are counted before the module's own. Types and imports alone are a module too, in which no instruction is too new. */
function importedFunctions(module, imports) {
  const typesAndImports = new WebAssembly.Module(module.subarray(0, imports.end));
  return WebAssembly.Module.imports(typesAndImports).filter((entry) => entry.kind === 'function')
    .length;
}

/** Of each function the different sequences of four bytes, numbered over all functions. */
function sequencesOf(functions) {
  const numbers = new Map();
  return functions.map((body) => {
    const own = new Set();
    for (let place = 0; place + 4 <= body.length; ++place) {
      const sequence = body.readUInt32LE(place);
      if (!numbers.has(sequence)) numbers.set(sequence, numbers.size);
      own.add(numbers.get(sequence));
    }
    return Uint32Array.from(own);
  });
}

function orderOf(functions) {
  const sequences = sequencesOf(functions);
  const having = [];
  sequences.forEach((own, index) =>
    own.forEach((sequence) => (having[sequence] ??= []).push(index)),
  );
  const order = [0];
  const isLeft = functions.map((_, index) => index > 0);
  const score = new Float64Array(functions.length);
  while (order.length < functions.length) {
    score.fill(0);
    weights.forEach((weight, back) => {
      for (const sequence of sequences[order.at(-1 - back)] ?? [])
        for (const other of having[sequence]) score[other] += weight;
    });
    let next = -1;
    let best = -1;
    score.forEach((value, index) => {
      const relative = value / (1 + sequences[index].length) ** lengthPower;
      if (isLeft[index] && relative > best) [next, best] = [index, relative];
    });
    isLeft[next] = false;
    order.push(next);
  }
  return order;
}

function nameSection(imported, order) {
  const places = new Map(order.map((index, place) => [index, String(place).padStart(6, '0')]));
  const names = order.map((_, index) =>
    Buffer.concat([number(imported + index), counted(Buffer.from(places.get(index)))]),
  );
  const ofFunctions = counted(Buffer.concat([number(names.length), ...names]));
  return Buffer.concat([
    Buffer.from([0]),
    counted(Buffer.concat([counted(Buffer.from('name')), Buffer.from([1]), ofFunctions])),
  ]);
}

orderFunctions(process.argv[2], process.argv[3]);
