"""Trains a transformer in PyTorch on epochs from eegate, and writes the files that `eegate import` needs.

    python3 train.py X.npy y.npy SETUP.json       writes weights.safetensors, config.json and logits.npy to the current folder

Needs PyTorch and numpy. `logits.npy` contains PyTorch's logits for X: compare them with `eegate predict`.
"""
import json
import struct
import sys

import numpy as np
import torch
from torch import nn

DIM, HEADS, HIDDEN, PATCH = 16, 2, 32, 16


class Encoder(nn.Module):
    """Patches of 0.1 s as tokens, learned positions, nn.TransformerEncoder, mean, linear head."""

    def __init__(self, n_chans, n_times, n_outputs):
        super().__init__()
        self.patch_embed = nn.Conv1d(n_chans, DIM, PATCH, PATCH)
        self.pos_embed = nn.Parameter(0.02 * torch.randn(1, n_times // PATCH, DIM))
        layer = nn.TransformerEncoderLayer(DIM, HEADS, HIDDEN, 0.1, "gelu", batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1, nn.LayerNorm(DIM))
        self.head = nn.Linear(DIM, n_outputs)

    def forward(self, x):
        x = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-5)  # "standardize": "zscore_torch"
        tokens = self.patch_embed(x).transpose(1, 2) + self.pos_embed
        return self.head(self.encoder(tokens).mean(1))


def config_of(setup, n_times):
    """Weights do not describe themselves: this is their network, and the channels, rate, classes and recipe used in training."""
    config = {"architecture": "transformer", "n_chans": len(setup["channels"]), "n_times": n_times,
              "n_outputs": len(setup["classes"]), "standardize": "zscore_torch",
              "embedding": {"kind": "patch", "dim": DIM, "patch_times": PATCH}, "position": {"kind": "learned"},
              "n_blocks": 1, "block": "pre_ln", "final_norm": True, "n_heads": HEADS, "ffn_dim": HIDDEN,
              "activation": "gelu", "pool": "mean"}
    return {**setup, "config": config, "unit": "uV"}


def write_safetensors(path, tensors):
    """Does the same as `safetensors.torch.save_file(net.state_dict(), path)`, without that package."""
    header, blobs, offset = {}, [], 0
    for name, value in tensors.items():
        blob = np.ascontiguousarray(value, "<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [offset, offset + len(blob)]}
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def trained(x, y, n_outputs):
    torch.manual_seed(0)
    net = Encoder(x.shape[1], x.shape[2], n_outputs)
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3)
    for _ in range(40):
        for rows in torch.randperm(len(x)).split(16):
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x[rows]), y[rows]).backward()
            optimizer.step()
    return net.eval()


def main():
    x, y = (np.load(path) for path in sys.argv[1:3])
    with open(sys.argv[3]) as file:
        setup = json.load(file)
    net = trained(torch.from_numpy(x), torch.from_numpy(y), len(setup["classes"]))
    write_safetensors("weights.safetensors", {name: value.numpy() for name, value in net.state_dict().items()})
    with open("config.json", "w") as file:
        json.dump(config_of(setup, x.shape[2]), file, indent=1)
    with torch.no_grad():
        np.save("logits.npy", net(torch.from_numpy(x)).numpy())


if __name__ == "__main__":
    main()
