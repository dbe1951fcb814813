#!/usr/bin/env python3
"""Turns weights of PyTorch or Keras into safetensors, which `eegate import` reads.

    python3 convert_weights.py MODEL.pt|.pth|.ckpt|.bin -o WEIGHTS.safetensors       needs PyTorch (1.13 or newer)
    python3 convert_weights.py MODEL.keras|.h5         -o WEIGHTS.safetensors       needs Keras, or for .h5 h5py alone
    python3 convert_weights.py WEIGHTS.npz             -o WEIGHTS.safetensors       arrays by their names in it

Runs where the model was trained. A .pt file is a pickle: it is read with weights_only=True, so that it cannot run code; a
file that needs more than that is refused, and its state dict has to be saved first. A .keras file is opened with
safe_mode=True and without compiling. Names stay as they are; PyTorch's layouts are eegate's, Keras's are converted by
`eegate import`. The options --key and --prefix choose a part of a checkpoint.
"""
import argparse
import json
import struct
import sys
import zipfile
from pathlib import Path

import numpy as np

TORCH, KERAS, NUMPY = (".pt", ".pth", ".ckpt", ".bin"), (".keras", ".h5", ".hdf5"), (".npz",)
DTYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "int32": "I32", "bool": "BOOL"}
# Under these keys checkpoints of training programs keep the state dict.
STATE_KEYS = ("state_dict", "model_state_dict", "model", "net", "weights")


def fail(message):
    sys.exit(f"convert_weights: {message}")


def write_safetensors(path, tensors):
    header, offset, blobs = {}, 0, []
    for name, array in tensors.items():
        if array.dtype.name not in DTYPES:
            fail(f"{name} has the type {array.dtype}, which weights do not have")
        blob = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()
        header[name] = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape),
                        "data_offsets": [offset, offset + len(blob)]}
        offset += len(blob)
        blobs.append(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for blob in blobs:
            file.write(blob)


def is_state(value):
    return isinstance(value, dict) and any(hasattr(v, "detach") for v in value.values())


def find_state(checkpoint, key):
    """The dict of tensors inside a checkpoint."""
    if key:
        for part in key.split("."):
            if not isinstance(checkpoint, dict) or part not in checkpoint:
                fail(f"the file has no entry {key!r}")
            checkpoint = checkpoint[part]
    elif not is_state(checkpoint) and isinstance(checkpoint, dict):
        found = [k for k in STATE_KEYS if is_state(checkpoint.get(k))]
        if not found:
            fail(f"no state dict found; --key names the entry that holds it: {', '.join(map(str, checkpoint))}")
        checkpoint = checkpoint[found[0]]
    if not is_state(checkpoint):
        fail("the file does not hold a state dict; save model.state_dict() rather than the model")
    return checkpoint


def read_torch(path, key):
    import torch

    try:
        checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as problem:  # the unpickler's refusals have many types
        reason = str(problem).split("error:")[-1].strip().split("\n")[0]  # without the advice to run the code all the same
        fail(f"{path} cannot be read without running its code ({reason}); where it was made, "
             "torch.save(model.state_dict(), ...) gives a file that can")
    tensors = {}
    for name, value in find_state(checkpoint, key).items():
        if not hasattr(value, "detach"):
            continue
        value = value.detach().cpu()
        tensors[name] = (value.float() if value.dtype == torch.bfloat16 else value).numpy()
    return tensors


def read_h5(path):
    """Weights that Keras 2 or 3 saved as HDF5, by the paths of their variables."""
    import h5py

    tensors = {}
    with h5py.File(path, "r") as file:
        root = file["model_weights"] if "model_weights" in file else file

        def keep(name, item):
            if isinstance(item, h5py.Dataset) and not name.startswith(("optimizer", "top_level")):
                tensors[tidy(name)] = np.asarray(item)

        root.visititems(keep)
    if any(name.rsplit("/", 1)[-1].isdigit() for name in tensors):
        fail(f"{path} numbers its variables (a .weights.h5 of Keras 3); model.save(\"model.keras\") names them")
    return tensors


def tidy(path):
    """"dense/dense/kernel:0" -> "dense/kernel": layers are written twice, variables with a number."""
    parts = [part for part in path.split(":")[0].split("/") if part != "vars"]
    return "/".join(part for i, part in enumerate(parts) if i == 0 or part != parts[i - 1])


def read_keras(path):
    if path.suffix != ".keras" and not zipfile.is_zipfile(path):
        return read_h5(path)
    import keras

    model = keras.saving.load_model(path, compile=False, safe_mode=True)
    return {tidy(variable.path): np.asarray(variable) for variable in model.variables}


def read_npz(path):
    """What numpy.savez(path, **{name: array}) wrote: from a program with a layout of its own, or one part by part."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (ValueError, OSError, zipfile.BadZipFile) as problem:
        fail(f"{path} is not read: {problem}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--key", help="entry of a checkpoint that holds the state dict: state_dict, model.encoder, ...")
    parser.add_argument("--prefix", default="", help="keep names that begin with this, without it")
    options = parser.parse_args()
    if not options.model.is_file():
        fail(f"there is no file {options.model}")
    suffix = options.model.suffix.lower()
    if suffix not in TORCH + KERAS + NUMPY:
        fail(f"{options.model.name} ends in none of {', '.join(TORCH + KERAS + NUMPY)}")
    if suffix in TORCH:
        tensors = read_torch(options.model, options.key)
    else:
        tensors = read_npz(options.model) if suffix in NUMPY else read_keras(options.model)
    tensors = {k[len(options.prefix):]: v for k, v in tensors.items() if k.startswith(options.prefix)}
    if not tensors:
        fail("there is no tensor to write")
    write_safetensors(options.output, tensors)
    for name, array in tensors.items():
        print(f"{name}  {list(array.shape)}  {array.dtype}")


if __name__ == "__main__":
    main()
