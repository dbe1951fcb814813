#!/usr/bin/env python3
"""Eight hours of one channel through RobustSleepNet and SeqSleepNet in PyTorch on one thread, with random weights: JSON lines
{model, stride, s}, seconds of processor time of the networks alone. Spectra are given; reading, filters and resampling are not
counted, which `eegate stage` does count."""
import json
import sys
import time
import torch
from torch import nn

N_EPOCHS, CONTEXT, BATCH = 960, 21, 16


class Pool(nn.Module):
    """The mean of the rows along an axis, weighted by what a small network says of each."""

    def __init__(self, width, hidden, axis):
        super().__init__()
        self.axis = axis
        self.hidden, self.score = nn.Linear(width, hidden), nn.Linear(hidden, 1, bias=False)

    def forward(self, x):
        return (torch.softmax(self.score(torch.tanh(self.hidden(x))), self.axis) * x).sum(self.axis)


class RobustSleepNet(nn.Module):
    frames, bins = 28, 65

    def __init__(self):
        super().__init__()
        self.reduce_bins = nn.Linear(self.bins, 32)
        self.virtual = nn.ModuleList(Pool(32, 30, 3) for _ in range(4))
        self.gru = nn.GRU(128, 64, batch_first=True, bidirectional=True)
        self.reduce, self.pool = nn.Linear(128, 50), Pool(50, 25, 1)
        self.layers = nn.ModuleList(nn.GRU(n, 50, batch_first=True, bidirectional=True) for n in (50, 100))
        self.skips = nn.ModuleList(nn.Linear(n, 100) for n in (50, 100))
        self.head = nn.Linear(100, 5)

    def forward(self, x):  # [windows, epochs, channels, bins, frames], standardised in each window
        n, length = x.shape[0] * x.shape[1], (1, 4)
        x = (x - x.mean(length, keepdim=True)) / (x.std(length, keepdim=True) + 1e-15)
        windows, epochs = x.shape[:2]
        x = self.reduce_bins(x.permute(0, 1, 4, 2, 3))
        x = torch.cat([pool(x) for pool in self.virtual], -1).reshape(n, self.frames, 128)
        x = self.pool(self.reduce(self.gru(x)[0])).reshape(windows, epochs, 50)
        for gru, skip in zip(self.layers, self.skips):
            x = (skip(x) + gru(x)[0]) / 2
        return torch.softmax(self.head(x), -1)


class SeqSleepNet(nn.Module):
    frames, bins = 29, 129

    def __init__(self):
        super().__init__()
        self.bank = nn.Linear(self.bins, 32, bias=False)
        self.lstm = nn.LSTM(32, 64, batch_first=True, bidirectional=True)
        self.pool = Pool(128, 32, 1)
        self.gru, self.head = nn.GRU(128, 64, batch_first=True, bidirectional=True), nn.Linear(128, 5)

    def forward(self, x):  # [windows, epochs, channels, bins, frames]
        windows, epochs = x.shape[:2]
        x = self.bank(x[:, :, 0].transpose(-1, -2)).reshape(windows * epochs, self.frames, 32)
        x = self.pool(self.lstm(x)[0]).reshape(windows, epochs, 128)
        return torch.softmax(self.head(self.gru(x)[0]), -1)


def stage(model, night, stride):
    total = torch.zeros(N_EPOCHS, 5)
    starts = list(range(0, N_EPOCHS - CONTEXT + 1, stride))
    begin = time.process_time()
    for i in range(0, len(starts), BATCH):
        part = starts[i : i + BATCH]
        for at, p in zip(part, model(torch.stack([night[at : at + CONTEXT] for at in part]))):
            total[at : at + CONTEXT] += p
    return time.process_time() - begin


torch.set_num_threads(1)
torch.manual_seed(1)
with torch.no_grad():
    for kind in (SeqSleepNet, RobustSleepNet):
        model = kind().eval()
        night = torch.randn(N_EPOCHS, 1, kind.bins, kind.frames)
        stage(model, night[:], 160)
        for stride in (1, 7):
            print(json.dumps({"model": kind.__name__, "stride": stride, "s": stage(model, night, stride)}))
            sys.stdout.flush()
