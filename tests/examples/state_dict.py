"""Stands in for examples/pytorch/train.py where Python has numpy but no PyTorch: the same files, with made-up weights.

    python3 state_dict.py X.npy y.npy SETUP.json

Configuration and file are written by train.py's own functions; the names and shapes are those of the state dict of its network, and
logits.npy holds its forward pass in float64, by the formulas of PyTorch's documentation.
"""
import importlib.util
import json
import math
import sys
import types

import numpy as np


def example():
    """train.py with nothing in place of PyTorch, which its other functions do not need."""
    nn = types.SimpleNamespace(Module=object)
    sys.modules["torch"] = types.ModuleType("torch")
    sys.modules["torch"].nn = nn
    spec = importlib.util.spec_from_file_location("train", "train.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def state_dict(train, n_chans, n_times, n_outputs):
    random = np.random.default_rng(0)
    dim, hidden, layer = train.DIM, train.HIDDEN, "encoder.layers.0."
    shapes = {
        "pos_embed": (1, n_times // train.PATCH, dim),
        "patch_embed.weight": (dim, n_chans, train.PATCH), "patch_embed.bias": (dim,),
        layer + "self_attn.in_proj_weight": (3 * dim, dim), layer + "self_attn.in_proj_bias": (3 * dim,),
        layer + "self_attn.out_proj.weight": (dim, dim), layer + "self_attn.out_proj.bias": (dim,),
        layer + "linear1.weight": (hidden, dim), layer + "linear1.bias": (hidden,),
        layer + "linear2.weight": (dim, hidden), layer + "linear2.bias": (dim,),
        layer + "norm1.weight": (dim,), layer + "norm1.bias": (dim,),
        layer + "norm2.weight": (dim,), layer + "norm2.bias": (dim,),
        "encoder.norm.weight": (dim,), "encoder.norm.bias": (dim,),
        "head.weight": (n_outputs, dim), "head.bias": (n_outputs,),
    }
    return {name: random.normal(0, 0.3, shape).astype("f4") for name, shape in shapes.items()}


def norm(x, weights, name):
    centered = x - x.mean(-1, keepdims=True)
    return centered / np.sqrt((centered**2).mean(-1, keepdims=True) + 1e-5) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weight, bias):
    return x @ weight.T + bias


def attention(x, weights, name, heads):
    n, tokens, dim = x.shape
    parts = np.split(linear(x, weights[name + "in_proj_weight"], weights[name + "in_proj_bias"]), 3, -1)
    query, key, value = (part.reshape(n, tokens, heads, dim // heads).transpose(0, 2, 1, 3) for part in parts)
    scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(dim // heads)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = shares / shares.sum(-1, keepdims=True) @ value
    joined = mixed.transpose(0, 2, 1, 3).reshape(n, tokens, dim)
    return linear(joined, weights[name + "out_proj.weight"], weights[name + "out_proj.bias"])


def forward(train, weights, x):
    weights = {name: value.astype("f8") for name, value in weights.items()}
    x = x.astype("f8")
    x = (x - x.mean(-1, keepdims=True)) / (x.std(-1, ddof=1, keepdims=True) + 1e-5)
    n, n_chans, n_times = x.shape
    patches = x.reshape(n, n_chans, n_times // train.PATCH, train.PATCH).transpose(0, 2, 1, 3).reshape(n, -1, n_chans * train.PATCH)
    z = linear(patches, weights["patch_embed.weight"].reshape(train.DIM, -1), weights["patch_embed.bias"]) + weights["pos_embed"]
    layer = "encoder.layers.0."
    z = z + attention(norm(z, weights, layer + "norm1"), weights, layer + "self_attn.", train.HEADS)
    h = linear(norm(z, weights, layer + "norm2"), weights[layer + "linear1.weight"], weights[layer + "linear1.bias"])
    h = h * 0.5 * (1 + np.vectorize(math.erf)(h / math.sqrt(2)))
    z = z + linear(h, weights[layer + "linear2.weight"], weights[layer + "linear2.bias"])
    return linear(norm(z, weights, "encoder.norm").mean(1), weights["head.weight"], weights["head.bias"])


def main():
    train = example()
    x = np.load(sys.argv[1])
    with open(sys.argv[3]) as file:
        setup = json.load(file)
    weights = state_dict(train, x.shape[1], x.shape[2], len(setup["classes"]))
    train.write_safetensors("weights.safetensors", weights)
    with open("config.json", "w") as file:
        json.dump(train.config_of(setup, x.shape[2]), file, indent=1)
    np.save("logits.npy", forward(train, weights, x).astype("f4"))


if __name__ == "__main__":
    main()
