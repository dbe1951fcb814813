#!/usr/bin/env python3
"""Checks ONNX files with the format's own tools: python3 scripts/check_onnx.py FILE.onnx...

Full check of graph and operators, shape inference, opset 17, the names of input and output, metadata. Says that it was
skipped where Python's onnx is not installed.
"""
import json
import sys

try:
    import onnx
except ImportError:
    print("skipped: this Python has no onnx")
    sys.exit(0)


def check(path):
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    inferred = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True).graph
    assert [(o.domain, o.version) for o in model.opset_import] == [("", 17)] and model.ir_version == 8
    (eeg,), (logits,) = inferred.input, inferred.output
    shapes = [[d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim] for v in (eeg, logits)]
    assert eeg.name == "eeg" and logits.name == "logits", (eeg.name, logits.name)
    assert shapes[0][0] == shapes[1][0] == "batch", shapes
    meta = {m.key: m.value for m in model.metadata_props}
    config = json.loads(meta["config"])
    assert len(json.loads(meta["channels"])) == config["n_chans"] == shapes[0][1], shapes
    assert config["n_outputs"] == shapes[1][1] and float(meta["sfreq"]) > 0 and meta["unit"] == "uV"
    json.loads(meta["classes"])
    return shapes


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print("ok", path, *check(path))
