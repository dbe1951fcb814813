#!/usr/bin/env python3
"""Turns weights of PyTorch or Keras into safetensors, which `eegate import` reads.

    python3 convert_weights.py MODEL.pt|.pth|.ckpt|.bin -o WEIGHTS.safetensors       of PyTorch, which is not needed
    python3 convert_weights.py ARCHIVE.gz|.tar|.tgz    -o WEIGHTS.safetensors       an archive that holds one such file
    python3 convert_weights.py MODEL.keras|.h5         -o WEIGHTS.safetensors       needs Keras, or for .h5 h5py alone
    python3 convert_weights.py WEIGHTS.npz             -o WEIGHTS.safetensors       arrays by their names in it

Runs where the model was trained, or where it was downloaded, and needs numpy. A .pt file is a pickle, which can name any
function of Python: here it may name those alone that describe tensors (ALLOWED, STORAGES), they are replaced by our own,
and a file that names another is refused before that is looked up. So nothing of the file is executed. A .keras file is
opened with safe_mode=True and without compiling. Names stay as they are; PyTorch's layouts are eegate's, Keras's are
converted by `eegate import`. The options --key and --prefix choose a part of a checkpoint; --metadata says what belongs to
the weights, such as their license.
"""
import argparse
import collections
import gzip
import io
import json
import pickle
import struct
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np

TORCH, KERAS, NUMPY = (".pt", ".pth", ".ckpt", ".bin"), (".keras", ".h5", ".hdf5"), (".npz",)
ARCHIVES = (".gz", ".tar", ".tgz")
DTYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "int32": "I32",
          "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL"}
# Under these keys checkpoints of training programs keep the state dict.
STATE_KEYS = ("state_dict", "model_state_dict", "model", "net", "weights")


def fail(message):
    sys.exit(f"convert_weights: {message}")


def write_safetensors(path, tensors, metadata):
    header, offset, blobs = {}, 0, []
    if metadata:
        header["__metadata__"] = metadata
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


# What the storages of tensors hold. bfloat16 has no type of numpy: its bits are read, and widened.
STORAGES = {"FloatStorage": "<f4", "DoubleStorage": "<f8", "HalfStorage": "<f2", "BFloat16Storage": "bfloat16",
            "LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "|i1", "ByteStorage": "|u1",
            "BoolStorage": "|b1"}
LEGACY_MAGIC = 0x1950A86A20F9469CFC6C


class Storage:
    """Named before its bytes are read."""

    def __init__(self, kind, n):
        self.kind, self.n, self.bytes = kind, n, None

    def item_size(self):
        return 2 if self.kind == "bfloat16" else np.dtype(self.kind).itemsize

    def array(self):
        if self.bytes is None or len(self.bytes) != self.n * self.item_size():
            fail("a tensor is longer or shorter than the bytes that are there for it")
        if self.kind != "bfloat16":
            return np.frombuffer(self.bytes, self.kind)
        return (np.frombuffer(self.bytes, "<u2").astype("<u4") << 16).view("<f4")


class Tensor:
    def __init__(self, storage, offset, size, stride, *_):
        whole = [offset, *size, *stride]
        if not isinstance(storage, Storage) or len(size) != len(stride) or any(type(n) is not int or n < 0 for n in whole):
            raise pickle.UnpicklingError("a tensor with sizes that are none")
        self.storage, self.offset, self.size, self.stride = storage, offset, tuple(size), tuple(stride)

    def array(self):
        values = self.storage.array()
        if 0 in self.size:
            return np.zeros(self.size, values.dtype)
        if self.offset + sum((n - 1) * step for n, step in zip(self.size, self.stride)) >= len(values):
            fail("a tensor reaches beyond its values")
        steps = [step * values.itemsize for step in self.stride]
        return np.array(np.lib.stride_tricks.as_strided(values[self.offset:], self.size, steps))


# Names of a pickle, and what stands for them here.
ALLOWED = {("collections", "OrderedDict"): collections.OrderedDict, ("torch", "Size"): tuple,
           ("torch._utils", "_rebuild_tensor_v2"): Tensor,
           ("torch._utils", "_rebuild_parameter"): lambda tensor, *_: tensor}


class TensorsOnly(pickle.Unpickler):
    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def find_class(self, module, name):
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        if module in ("torch", "torch.storage") and name in STORAGES:
            return STORAGES[name]
        raise pickle.UnpicklingError(f"it names {module}.{name}")

    def persistent_load(self, about):
        if about[0] != "storage" or about[1] not in STORAGES.values() or any(part is not None for part in about[5:]):
            raise pickle.UnpicklingError("it holds more than tensors")
        return self.storages.setdefault(about[2], Storage(about[1], about[4]))


def read_zipped(data):
    """As PyTorch writes since 1.6: a pickle, and a file for each storage."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        found = [name for name in file.namelist() if name.endswith("/data.pkl")]
        if len(found) != 1:
            fail("the archive is none of PyTorch")
        root = found[0][: -len("data.pkl")]
        if root + "byteorder" in file.namelist() and file.read(root + "byteorder") != b"little":
            fail("the file was written on a machine with the other order of bytes")
        unpickler = TensorsOnly(io.BytesIO(file.read(found[0])))
        value = unpickler.load()
        for key, storage in unpickler.storages.items():
            storage.bytes = file.read(f"{root}data/{key}")
    return value


def read_legacy(data):
    """As PyTorch wrote before 1.6: pickles one after the other, then the bytes of the storages."""
    file = io.BytesIO(data)
    if TensorsOnly(file).load() != LEGACY_MAGIC:
        fail("this is no file of PyTorch")
    TensorsOnly(file).load()
    if TensorsOnly(file).load().get("little_endian") is not True:
        fail("the file was written on a machine with the other order of bytes")
    unpickler = TensorsOnly(file)
    value = unpickler.load()
    for key in TensorsOnly(file).load():
        storage = unpickler.storages[key]
        (n,) = struct.unpack("<q", file.read(8))
        if n != storage.n:
            fail("a tensor is longer or shorter than the bytes that are there for it")
        storage.bytes = file.read(n * storage.item_size())
    return value


def is_state(value):
    return isinstance(value, dict) and any(isinstance(v, Tensor) for v in value.values())


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


def read_torch(name, data, key):
    try:
        checkpoint = read_zipped(data) if data[:2] == b"PK" else read_legacy(data)
        return {k: v.array() for k, v in find_state(checkpoint, key).items() if isinstance(v, Tensor)}
    except Exception as problem:  # a damaged pickle fails in many ways
        fail(f"{name} cannot be read without running its code ({problem}); where it was made, "
             "torch.save(model.state_dict(), ...) gives a file that can")


def read_archive(path, key):
    """The weights in an archive, which may or may not be compressed; nothing is unpacked to the disk."""
    data = path.read_bytes()
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        if not tarfile.is_tarfile(io.BytesIO(data)):
            return read_torch(path, data, key)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            found = [m for m in archive if m.isfile() and Path(m.name).suffix.lower() in TORCH + (".torch",)]
            if len(found) != 1:
                fail(f"{path} holds {len(found)} files of PyTorch, not one: {', '.join(m.name for m in found)}")
            return read_torch(f"{path}: {found[0].name}", archive.extractfile(found[0]).read(), key)
    except (tarfile.TarError, OSError, EOFError) as problem:
        fail(f"{path} is not read: {problem}")


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
    parser.add_argument("--metadata", action="append", default=[], metavar="KEY=VALUE",
                        help="what the file says of the weights, as often as needed: license, source, copyright, trained_on")
    options = parser.parse_args()
    if not options.model.is_file():
        fail(f"there is no file {options.model}")
    suffix = options.model.suffix.lower()
    if suffix not in TORCH + ARCHIVES + KERAS + NUMPY:
        fail(f"{options.model.name} ends in none of {', '.join(TORCH + ARCHIVES + KERAS + NUMPY)}")
    metadata = dict(entry.split("=", 1) if "=" in entry else fail(f"--metadata takes KEY=VALUE, not {entry!r}")
                    for entry in options.metadata)
    if suffix in TORCH:
        tensors = read_torch(options.model, options.model.read_bytes(), options.key)
    elif suffix in ARCHIVES:
        tensors = read_archive(options.model, options.key)
    else:
        tensors = read_npz(options.model) if suffix in NUMPY else read_keras(options.model)
    tensors = {k[len(options.prefix):]: v for k, v in tensors.items() if k.startswith(options.prefix)}
    if not tensors:
        fail("there is no tensor to write")
    write_safetensors(options.output, tensors, metadata)
    for name, array in tensors.items():
        print(f"{name}  {list(array.shape)}  {array.dtype}")


if __name__ == "__main__":
    main()
