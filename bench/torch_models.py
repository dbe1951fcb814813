#!/usr/bin/env python3
"""The four models of model_cases.cc in PyTorch on one thread, with random weights: JSON lines {model, batch, ms}, medians.
With --train: steps with Adam, always on the same batch."""
import json, math, statistics, sys, time
import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, width, heads, dim):
        super().__init__()
        self.heads, self.dim = heads, dim
        self.q, self.k, self.v = (nn.Linear(width, heads * dim) for _ in range(3))
        self.o = nn.Linear(heads * dim, width)

    def forward(self, x):
        split = lambda y: y.view(x.shape[0], x.shape[1], self.heads, self.dim).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
        p = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(self.dim), -1)
        return self.o((p @ v).transpose(1, 2).reshape(x.shape[0], x.shape[1], -1))


class Gate(nn.Module):
    def __init__(self, width):
        super().__init__()
        for name in ("w_r", "u_r", "w_z", "u_z", "w_g", "u_g"):
            setattr(self, name, nn.Linear(width, width, bias=False))
        self.bias = nn.Parameter(torch.full((width,), 2.0))

    def forward(self, x, y):
        r, z = torch.sigmoid(self.w_r(y) + self.u_r(x)), torch.sigmoid(self.w_z(y) + self.u_z(x) - self.bias)
        return (1 - z) * x + z * torch.tanh(self.w_g(y) + self.u_g(r * x))


class Block(nn.Module):
    def __init__(self, kind, width, heads, dim, hidden):
        super().__init__()
        self.kind = kind
        self.attention = Attention(width, heads, dim)
        self.first, self.second = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        if kind == "gated":
            self.gate1, self.gate2 = Gate(width), Gate(width)

    def feed(self, x):
        return self.second((F.relu if self.kind == "post_ln" else F.gelu)(self.first(x)))

    def forward(self, x):
        if self.kind == "post_ln":
            x = self.norm1(x + self.attention(x))
            return self.norm2(x + self.feed(x))
        if self.kind == "pre_ln":
            x = x + self.attention(self.norm1(x))
            return x + self.feed(self.norm2(x))
        x = self.gate1(x, self.attention(self.norm1(x)))
        return self.gate2(x, self.feed(self.norm2(x)))


class Model(nn.Module):
    def __init__(self, chans, times, outputs, kind, width, heads, dim, hidden, blocks, patch=1, embeds=True, flat=False):
        super().__init__()
        self.patch, self.flat = patch, flat
        self.embed = nn.Linear(chans * patch, width) if embeds else None
        self.positions = torch.randn(times // patch, width)
        self.blocks = nn.Sequential(*(Block(kind, width, heads, dim, hidden) for _ in range(blocks)))
        self.norm = None if flat else nn.LayerNorm(width)
        self.head = nn.Linear(times * width if flat else width, outputs)

    def forward(self, x):
        if self.flat:  # M1, M1b
            x = (x - x.mean(-1, keepdim=True)) / (x.std(-1, unbiased=False, keepdim=True) + 1e-6)
        b, c, t = x.shape
        x = x.view(b, c, t // self.patch, self.patch).transpose(1, 2).reshape(b, t // self.patch, c * self.patch)
        x = self.blocks((x if self.embed is None else self.embed(x)) + self.positions)
        return self.head(x.flatten(1) if self.flat else self.norm(x).mean(1))


MODELS = {
    "M1": (32, 200, lambda: Model(32, 200, 2, "post_ln", 32, 8, 512, 2048, 1, embeds=False, flat=True)),
    "M1b": (32, 200, lambda: Model(32, 200, 2, "post_ln", 32, 8, 4, 2048, 1, embeds=False, flat=True)),
    "M2": (64, 656, lambda: Model(64, 656, 5, "gated", 128, 8, 16, 512, 2)),
    "M3": (32, 200, lambda: Model(32, 200, 2, "pre_ln", 64, 4, 16, 256, 2, patch=10)),
}


TRAINED = {"M1b": 64, "M2": 16, "M3": 32}  # and the batch


def median_ms(work):
    work(), work()
    times, start = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - start < 1.5:
        before = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)


def step(model, x, labels):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def work():
        optimizer.zero_grad()
        F.cross_entropy(model(x), labels).backward()
        optimizer.step()

    return work


def show(name, batch, work):
    print(json.dumps({"model": name, "batch": batch, "ms": median_ms(work), "torch": torch.__version__}), flush=True)


torch.set_num_threads(1)
for name, (chans, times, make) in MODELS.items():
    if "--train" in sys.argv[1:]:
        if name in TRAINED:
            batch, model = TRAINED[name], make().train()
            labels = torch.arange(batch) % model.head.out_features
            show(name, batch, step(model, torch.randn(batch, chans, times), labels))
        continue
    with torch.inference_mode():
        model = make().eval()
        for batch in (1, 64):
            x = torch.randn(batch, chans, times)
            show(name, batch, lambda: model(x))
