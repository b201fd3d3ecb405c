"""A small client of the YAML language server that editors use: enough to open a file and to ask.

The server is fetched once with npm, in a pinned version, and kept in the folder for temporary
files. Where that is not possible, `server_folder` skips the test with the reason.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

VERSION = "2.0.0"
PACKAGE = f"yaml-language-server@{VERSION}"
# Nothing takes that long; it only keeps a test from waiting for ever.
LONGEST = 900
SERVER = Path("node_modules", "yaml-language-server", "bin", "yaml-language-server")


def server_folder() -> Path:
    """The folder that holds the server; fetched if it is not there yet."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed, so the YAML language server cannot be asked")
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    kept = Path(tempfile.gettempdir()) / f"tilewright-{PACKAGE.replace('@', '-')}-{owner}"
    folder = kept if (kept / SERVER).is_file() else _fetched(kept)
    said = subprocess.run(["node", str(folder / SERVER), "--version"], capture_output=True,
                          text=True, timeout=LONGEST, check=False)
    if said.stdout.strip() != VERSION:
        pytest.skip(f"{PACKAGE} does not run with this node: {said.stderr[-200:]}")
    return folder


def _fetched(kept: Path) -> Path:
    """Fetch into a folder beside it first, so that half a download is never used."""
    fresh = Path(tempfile.mkdtemp(prefix=kept.name, dir=kept.parent))
    try:
        subprocess.run(
            [str(shutil.which("npm")), "install", "--no-audit", "--no-fund", "--ignore-scripts",
             "--prefix", str(fresh), PACKAGE],
            check=True, capture_output=True, timeout=LONGEST, cwd=fresh)
    except (subprocess.SubprocessError, OSError) as error:
        shutil.rmtree(fresh, ignore_errors=True)
        pytest.skip(f"{PACKAGE} cannot be fetched with npm: {error}")
    try:
        fresh.rename(kept)
    except OSError:
        # Another run was quicker, or what is there is only half of it.
        if (kept / SERVER).is_file():
            shutil.rmtree(fresh)
            return kept
        return fresh
    return kept


class LanguageServer:
    """One running server. Every wait ends with an answer or with a clear failure."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.process = subprocess.Popen(
            ["node", str(folder / SERVER), "--stdio"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.arrived: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.last = self.opened = 0
        self.ask("initialize", {
            "processId": os.getpid(), "rootUri": root.as_uri(),
            "capabilities": {"textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "completion": {"completionItem": {"documentationFormat": ["markdown"]}}}}})
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": {"yaml": {
            "schemaStore": {"enable": False}, "validate": True, "hover": True,
            "completion": True}}})

    def stop(self) -> None:
        """End the server, however far it is."""
        self.process.kill()
        self.process.wait(LONGEST)
        self.reader.join(LONGEST)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    # -- questions ----------------------------------------------------------------------------

    def problems(self, path: Path, text: str) -> list[tuple[int, str]]:
        """Open a text as the file at a path: the lines, from 1, that are marked, and why."""
        uri = self._open(path, text)
        while True:
            message = self._next(f"diagnostics of {path.name}")
            given = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and given["uri"] == uri:
                return sorted((d["range"]["start"]["line"] + 1, d["message"])
                              for d in given["diagnostics"])

    def completions(self, path: Path, text: str) -> list[str]:
        """What is offered at the sign `|` of a text."""
        found = self._at_cursor("textDocument/completion", path, text)
        items = found["items"] if isinstance(found, dict) else found or []
        return [item["label"] for item in items]

    def hover(self, path: Path, text: str) -> str:
        """What is told about the word at the sign `|` of a text."""
        found = self._at_cursor("textDocument/hover", path, text)
        return str(found["contents"]["value"]) if found else ""

    def _at_cursor(self, method: str, path: Path, text: str) -> Any:
        before, _, after = text.partition("|")
        uri = self._open(path, before + after)
        line = before.count("\n")
        column = len(before) - (before.rfind("\n") + 1)
        return self.ask(method, {"textDocument": {"uri": uri},
                                 "position": {"line": line, "character": column}})

    def _open(self, path: Path, text: str) -> str:
        """Open a text as a new file beside the one at a path; answers cannot be mixed up so."""
        self.opened += 1
        uri = path.with_name(f"{self.opened}_{path.name}").as_uri()
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        return uri

    # -- messages -----------------------------------------------------------------------------

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Ask and wait for the answer; what comes in between is answered or dropped."""
        self.last += 1
        number = self.last
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._next(f"the answer to {method}")
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]

    def tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _next(self, what: str) -> dict[str, Any]:
        """The next message; a question of the server's own is answered with nothing."""
        try:
            message = self.arrived.get(timeout=LONGEST)
        except queue.Empty:
            pytest.fail(f"the language server never sent {what}")
        assert message is not None, f"the language server ended before {what}"
        if "method" in message and "id" in message:
            asked = message.get("params", {}).get("items", ())
            self._send({"id": message["id"], "result": [None for _ in asked] or None})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.process.stdin.flush()

    def _read(self) -> None:
        """Put what the server sends into the queue; None at its end."""
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()):
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
            if not length:
                self.arrived.put(None)
                return
            body = stream.read(length)
            if len(body) < length:   # It was ended in the middle of a message.
                self.arrived.put(None)
                return
            self.arrived.put(json.loads(body))
