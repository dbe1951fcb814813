// The models of model_cases.cc in TensorFlow.js, with the weights of an eegate model file: what train.mjs times beside eegate.
// `tf` is the global of TensorFlow.js's script with the backend that is to be timed.

/** safetensors -> the model's configuration, and { name: { shape, values } } */
export function readModel(bytes) {
  const length = Number(new DataView(bytes).getBigUint64(0, true));
  const { __metadata__, ...tensors } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(bytes, 8, length)),
  );
  for (const tensor of Object.values(tensors)) {
    const [begin, end] = tensor.data_offsets.map((offset) => 8 + length + offset);
    tensor.values = new Float32Array(bytes.slice(begin, end));
  }
  return { config: JSON.parse(__metadata__.config), tensors };
}

/** Linear maps are kept as [in, out], so that no step transposes them; patches as rows. */
function variablesOf(tensors) {
  const variables = {};
  for (const [name, { shape, values }] of Object.entries(tensors)) {
    if (name.startsWith('selftest')) continue;
    const [rows, ...columns] = shape;
    variables[name] = tf.tidy(() => {
      if (columns.length === 0) return tf.variable(tf.tensor(values), true);
      const width = columns.reduce((a, b) => a * b);
      return tf.variable(tf.transpose(tf.tensor(values, [rows, width])), true);
    });
  }
  return variables;
}

/** Sines in even columns, cosines in odd ones. */
function positions(n, width) {
  const values = new Float32Array(n * width);
  for (let token = 0; token < n; token++)
    for (let i = 0; i < width; i++) {
      const angle = token / 10000 ** ((i - (i % 2)) / width);
      values[token * width + i] = i % 2 ? Math.cos(angle) : Math.sin(angle);
    }
  return tf.tensor(values, [n, width]);
}

class Network {
  constructor(bytes) {
    const { config, tensors } = readModel(bytes);
    this.config = config;
    this.w = variablesOf(tensors);
    const [width, n] = [this.w['blocks.0.attn.q.weight'].shape[0], this.nTokens()];
    this.positions = positions(n, width);
  }

  nTokens() {
    return this.config.n_times / (this.config.embedding.patch_times ?? 1);
  }

  /** A map of the last axis: by one product of matrices, for which the wasm backend has its fast path. */
  linear(x, name, activation = 'linear') {
    const weight = this.w[`${name}.weight`] ?? this.w[name];
    const bias = this.w[`${name}.bias`];
    const a = tf.reshape(x, [-1, x.shape.at(-1)]);
    const y = bias ? tf.fused.matMul({ a, b: weight, bias, activation }) : tf.matMul(a, weight);
    return tf.reshape(y, [...x.shape.slice(0, -1), weight.shape[1]]);
  }

  norm(x, name) {
    const centred = tf.sub(x, tf.mean(x, -1, true));
    const variance = tf.mean(tf.square(centred), -1, true);
    const scaled = tf.mul(centred, tf.rsqrt(tf.add(variance, this.config.norm_eps ?? 1e-5)));
    return tf.add(tf.mul(scaled, this.w[`${name}.weight`]), this.w[`${name}.bias`]);
  }

  attention(x, name) {
    const heads = this.config.n_heads;
    const [batch, n] = x.shape;
    const split = (part) => {
      const y = this.linear(x, `${name}.${part}`);
      return tf.transpose(tf.reshape(y, [batch, n, heads, y.shape[2] / heads]), [0, 2, 1, 3]);
    };
    const [q, k, v] = ['q', 'k', 'v'].map(split);
    const weights = tf.softmax(tf.matMul(tf.mul(q, q.shape[3] ** -0.5), k, false, true));
    const mixed = tf.transpose(tf.matMul(weights, v), [0, 2, 1, 3]);
    return this.linear(tf.reshape(mixed, [batch, n, heads * v.shape[3]]), `${name}.o`);
  }

  feedForward(x, name) {
    if (this.config.activation === 'relu')
      return this.linear(this.linear(x, `${name}.0`, 'relu'), `${name}.1`);
    const h = this.linear(x, `${name}.0`);
    const gelu = tf.mul(tf.mul(h, 0.5), tf.add(tf.erf(tf.mul(h, Math.SQRT1_2)), 1));
    return this.linear(gelu, `${name}.1`);
  }

  gate(x, y, name) {
    const of = (letter, b) =>
      tf.add(this.linear(y, `${name}.w_${letter}`), this.linear(b, `${name}.u_${letter}`));
    const r = tf.sigmoid(of('r', x));
    const z = tf.sigmoid(tf.sub(of('z', x), this.w[`${name}.b_g`]));
    const candidate = tf.tanh(of('g', tf.mul(r, x)));
    return tf.add(tf.mul(tf.sub(1, z), x), tf.mul(z, candidate));
  }

  block(x, name) {
    const join = (a, b, i) =>
      this.config.block === 'gated' ? this.gate(a, b, `${name}.gate${i}`) : tf.add(a, b);
    if (this.config.block === 'post_ln') {
      x = this.norm(tf.add(x, this.attention(x, `${name}.attn`)), `${name}.norm1`);
      return this.norm(tf.add(x, this.feedForward(x, `${name}.ffn`)), `${name}.norm2`);
    }
    x = join(x, this.attention(this.norm(x, `${name}.norm1`), `${name}.attn`), 1);
    return join(x, this.feedForward(this.norm(x, `${name}.norm2`), `${name}.ffn`), 2);
  }

  /** [batch, n_chans, n_times] -> [batch, n_tokens, width] */
  embed(x) {
    const { embedding, standardize } = this.config;
    if (standardize === 'zscore') {
      const centred = tf.sub(x, tf.mean(x, -1, true));
      const deviation = tf.sqrt(tf.mean(tf.square(centred), -1, true));
      x = tf.div(centred, tf.add(deviation, 1e-6));
    }
    const [batch, chans, times] = x.shape;
    if (embedding.kind === 'identity') return tf.transpose(x, [0, 2, 1]);
    const length = embedding.patch_times ?? 1;
    const cut = tf.reshape(x, [batch, chans, times / length, length]);
    const rows = tf.transpose(cut, [0, 2, 1, 3]);
    return this.linear(tf.reshape(rows, [batch, times / length, chans * length]), 'embed');
  }

  logits(x) {
    let y = tf.add(this.embed(x), this.positions);
    for (let i = 0; i < this.config.n_blocks; i++) y = this.block(y, `blocks.${i}`);
    if (this.w['final_norm.weight']) y = this.norm(y, 'final_norm');
    const flat = this.config.pool === 'flatten';
    return this.linear(flat ? tf.reshape(y, [y.shape[0], -1]) : tf.mean(y, 1), 'head');
  }
}

/** predict(x [batch, n_chans, n_times], batch) -> logits. */
export function predictor(bytes) {
  const network = new Network(bytes);
  const { n_chans, n_times } = network.config;
  return {
    predict: (x, batch) =>
      tf.tidy(() => network.logits(tf.tensor(x, [batch, n_chans, n_times])).dataSync()),
  };
}

/** Steps with Adam as PyTorch has it: step(x [batch, n_chans, n_times], labels) -> loss. */
export function trainer(bytes, { lr = 1e-3 } = {}) {
  const network = new Network(bytes);
  const { config } = network;
  const optimizer = tf.train.adam(lr, 0.9, 0.999, 1e-8);
  return {
    step(x, labels) {
      const shape = [labels.length, config.n_chans, config.n_times];
      const loss = tf.tidy(() =>
        optimizer.minimize(() => {
          const wanted = tf.oneHot(tf.tensor1d(Array.from(labels), 'int32'), config.n_outputs);
          return tf.losses.softmaxCrossEntropy(wanted, network.logits(tf.tensor(x, shape)));
        }, true),
      );
      const [value] = loss.dataSync();
      loss.dispose();
      return value;
    },
    dispose() {
      Object.values(network.w).forEach((variable) => variable.dispose());
      optimizer.dispose();
    },
  };
}
