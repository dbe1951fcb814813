// An ONNX file as ONNX Runtime's own tool quantises it dynamically: every product with a constant matrix becomes DynamicQuantizeLinear,
// MatMulInteger, Cast and two factors, weights by column. Node.js has no onnx package for writing; what is needed of protobuf is a page long.

const kWeightTypes = { int8: 3, uint8: 2 };
const text = new TextDecoder(),
  toBytes = new TextEncoder();

/** [field, wire type, value] of a message; values of wire type 2 are bytes. */
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint()),
      wire = key & 7;
    if (wire === 0) yield [key >> 3, wire, varint()];
    else {
      const n = wire === 2 ? Number(varint()) : wire === 5 ? 4 : 8;
      yield [key >> 3, wire, bytes.subarray(at, (at += n))];
    }
  }
}

function varintBytes(value) {
  const out = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...out, Number(rest)]);
}

const joined = (parts) => Buffer.concat(parts);
const key = (field, wire) => varintBytes((field << 3) | wire);
const number = (field, value) => joined([key(field, 0), varintBytes(value)]);
const bytesField = (field, value) => {
  const bytes = typeof value === 'string' ? toBytes.encode(value) : value;
  return joined([key(field, 2), varintBytes(bytes.length), bytes]);
};
const field = ([n, wire, value]) =>
  wire === 0 ? number(n, value) : wire === 2 ? bytesField(n, value) : joined([key(n, wire), value]);

const node = (op, inputs, outputs, attributes = []) =>
  bytesField(
    1,
    joined([
      ...inputs.map((name) => bytesField(1, name)),
      ...outputs.map((name) => bytesField(2, name)),
      bytesField(4, op),
      ...attributes.map((attribute) => bytesField(5, attribute)),
    ]),
  );
const integer = (name, value) => joined([bytesField(1, name), number(3, value), number(20, 2)]); // AttributeProto of type INT
const initializer = (name, type, dims, values) =>
  bytesField(
    5,
    joined([
      ...dims.map((dim) => number(1, dim)),
      number(2, type),
      bytesField(8, name),
      bytesField(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    ]),
  );

function tensorOf(bytes) {
  const tensor = { dims: [] };
  for (const [n, wire, value] of fields(bytes)) {
    if (n === 1 && wire === 0) tensor.dims.push(Number(value));
    if (n === 1 && wire === 2)
      for (let rest = value; rest.length > 0;) {
        let size = 1;
        while (rest[size - 1] > 127) ++size;
        tensor.dims.push(
          [...rest.subarray(0, size)].reduceRight((sum, b) => sum * 128 + (b & 127), 0),
        );
        rest = rest.subarray(size);
      }
    if (n === 2) tensor.type = Number(value);
    if (n === 8) tensor.name = text.decode(value);
    if (n === 9) tensor.values = new Float32Array(Uint8Array.from(value).buffer);
  }
  return tensor;
}

function nodeOf(bytes) {
  const found = { inputs: [], outputs: [] };
  for (const [n, , value] of fields(bytes)) {
    if (n === 1) found.inputs.push(text.decode(value));
    if (n === 2) found.outputs.push(text.decode(value));
    if (n === 4) found.op = text.decode(value);
  }
  return found;
}

/** [in, out] as integers, with a scale for each column; unsigned ones have 128 in the middle. */
function quantized({ dims: [rows, columns], values }, type) {
  const largest = new Float32Array(columns);
  values.forEach((value, i) => {
    largest[i % columns] = Math.max(largest[i % columns], Math.abs(value));
  });
  const scales = largest.map((value) => value / 127 || 1);
  const signed = type === 'int8';
  const q = new (signed ? Int8Array : Uint8Array)(rows * columns);
  values.forEach((value, i) => {
    q[i] = Math.round(value / scales[i % columns]) + (signed ? 0 : 128);
  });
  return { q, scales };
}

/** The file with its products in 8 bits, and how many those are. `type` is that of weights. */
export function dynamicallyQuantized(model, type = 'int8') {
  let nProducts = 0;
  const quantizedGraph = (graph) => {
    const all = [...fields(graph)];
    const tensors = new Map();
    for (const [n, , value] of all) {
      if (n !== 5) continue;
      const tensor = tensorOf(value);
      if (tensor.type === 1 && tensor.dims.length === 2 && tensor.values)
        tensors.set(tensor.name, tensor);
    }
    const out = [],
      written = new Set(),
      rounded = new Map(); // inputs of several products are rounded once
    for (const entry of all) {
      const product = entry[0] === 1 ? nodeOf(entry[2]) : null;
      const weight = product?.op === 'MatMul' ? tensors.get(product.inputs[1]) : undefined;
      if (!weight) {
        out.push(field(entry));
        continue;
      }
      const [x, name] = product.inputs,
        [y] = product.outputs,
        zero = `${name}.zero`;
      if (!written.has(name)) {
        written.add(name);
        const { q, scales } = quantized(weight, type);
        out.push(initializer(`${name}.q`, kWeightTypes[type], weight.dims, q));
        out.push(initializer(`${name}.scale`, 1, [weight.dims[1]], scales));
        const middle = type === 'int8' ? Int8Array.of(0) : Uint8Array.of(128);
        out.push(initializer(zero, kWeightTypes[type], [], middle));
      }
      if (!rounded.has(x)) {
        rounded.set(x, [`${x}.q`, `${x}.scale`, `${x}.zero`]);
        out.push(node('DynamicQuantizeLinear', [x], rounded.get(x)));
      }
      const [xq, xScale, xZero] = rounded.get(x);
      out.push(node('MatMulInteger', [xq, `${name}.q`, xZero, zero], [`${y}.sum`]));
      out.push(node('Cast', [`${y}.sum`], [`${y}.float`], [integer('to', 1)]));
      out.push(node('Mul', [xScale, `${name}.scale`], [`${y}.factor`]));
      out.push(node('Mul', [`${y}.float`, `${y}.factor`], [y]));
      ++nProducts;
    }
    return joined(out);
  };
  const parts = [...fields(model)].map(([n, wire, value]) =>
    n === 7 ? bytesField(7, quantizedGraph(value)) : field([n, wire, value]),
  );
  return { bytes: joined(parts), nProducts };
}
