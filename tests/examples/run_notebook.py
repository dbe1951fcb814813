"""Runs the cells of a notebook where there is no Jupyter, with stand-ins for anywidget and its traits.

    python3 run_notebook.py NOTEBOOK STAND_INS

Before the last cell it writes what the widget shows, as a line of JSON, and reads a line: the traits that the page sets.
"""
import json
import sys

notebook, stand_ins = sys.argv[1:3]
sys.path[:0] = [stand_ins, "."]
with open(notebook) as file:
    cells = ["".join(cell["source"]) for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
names = {}
for cell in cells[:-1]:
    exec(cell, names)  # the notebook of the repository
widget = names["eeg"]
shown = {name: value for name, value in widget.synced().items() if not isinstance(value, bytes)}
print(json.dumps({"esm": type(widget)._esm, "traits": shown}), flush=True)
for name, value in json.loads(sys.stdin.readline()).items():
    setattr(widget, name, value)
exec(cells[-1], names)
