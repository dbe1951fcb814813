#!/bin/sh
# Converts a PyTorch model to a model file for eegate (page, library, command), and to ONNX:
#   sh run.sh        needs the command eegate, and Python with PyTorch and numpy (PYTHON: another interpreter; TRAIN: another script than train.py)
set -e

# A simulated recording in which the eyes close in the middle, divided into labelled windows. Replace it by your own recordings.
eegate sample -o recording.edf
eegate prepare recording.edf --recipe recipe.json -o X.npy --labels y.npy --setup setup.json

# Training in PyTorch writes weights.safetensors, and config.json, which describes them.
"${PYTHON:-python3}" "${TRAIN:-train.py}" X.npy y.npy setup.json

# A model file. To open it in the page, use "Open model" or drop it there.
eegate import weights.safetensors --config config.json -o model.safetensors
eegate predict model.safetensors X.npy -o eegate_logits.npy # logits.npy holds what PyTorch said

# Classify another recording with it.
eegate sample -o other.edf --seed 2
eegate classify model.safetensors other.edf -o results.csv

# Export for other runtimes; ../scaling/run_onnx.mjs runs it on a folder of epochs.
eegate export model.safetensors -o model.onnx
