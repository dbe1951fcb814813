#!/bin/sh
# From PyTorch to a model file for eegate, its page and the library, and on to ONNX:
#   sh run.sh        needs the command eegate, and Python with PyTorch and numpy (PYTHON: which one; TRAIN: another script than train.py)
set -e

# A simulated recording whose eyes close after a minute, cut into windows with labels. Yours would be recordings of people.
eegate sample -o recording.edf
eegate prepare recording.edf --recipe recipe.json -o X.npy --labels y.npy --setup setup.json

# Trained elsewhere: weights.safetensors, and config.json, which says what they are.
"${PYTHON:-python3}" "${TRAIN:-train.py}" X.npy y.npy setup.json

# A model file. It opens in the page as it is: "Open model", or drop it there.
eegate import weights.safetensors --config config.json -o model.safetensors
eegate predict model.safetensors X.npy -o eegate_logits.npy # logits.npy holds what PyTorch said

# Another recording through it.
eegate sample -o other.edf --seed 2
eegate classify model.safetensors other.edf -o results.csv

# On to other runtimes; ../scaling/run_onnx.mjs runs it over a folder of epochs.
eegate export model.safetensors -o model.onnx
