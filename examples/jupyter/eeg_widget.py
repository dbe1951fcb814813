"""The elements of eegate as a widget of Jupyter, JupyterLab, VS Code and marimo, by anywidget.

    pip install anywidget
    npm install eegate

Recordings go from Python to the page and nowhere else; the results of the model are returned as `predictions`.
"""
import functools
import http.server
import os
import pathlib
import threading

import anywidget
import traitlets


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder to pages of other origins, such as the notebook."""

    extensions_map = {".js": "text/javascript", ".wasm": "application/wasm", "": "application/octet-stream"}

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(folder):
    """Starts a server for this machine only, which ends with Python, and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


# If Python and browser are on different machines (JupyterHub), set EEGATE_URL to the address of dist/.
ADDRESS = os.environ.get("EEGATE_URL") or serve(pathlib.Path(__file__).parent / "node_modules/eegate/dist")


class Eeg(anywidget.AnyWidget):
    _esm = f"{ADDRESS}/eegate-anywidget.js"
    kind = traitlets.Unicode("classifier").tag(sync=True)  # or "viewer", "lesson"
    sample = traitlets.Bool(False).tag(sync=True)  # the simulated recording
    data = traitlets.Bytes(b"").tag(sync=True)  # the bytes of a recording
    name = traitlets.Unicode("recording.edf").tag(sync=True)
    model = traitlets.Unicode("eyes8").tag(sync=True)  # a bundled model, or an address
    autorun = traitlets.Bool(True).tag(sync=True)
    channels = traitlets.Unicode("").tag(sync=True)  # of a viewer, as "O1, Oz, O2"
    src = traitlets.Unicode("").tag(sync=True)  # an address of a recording; the name of a lesson
    predictions = traitlets.List([]).tag(sync=True)  # comes back: index, onsetS, durationS, label, probabilities
    error = traitlets.Unicode("").tag(sync=True)  # comes back
