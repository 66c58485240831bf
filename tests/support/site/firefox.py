"""Firefox, asked through WebDriver BiDi, for Playwright knows only a Firefox of its own, which no reader has."""
from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.site.browser import FIREFOX

PREFERENCES = {
    "app.normandy.enabled": False, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "network.dns.disabled": True,  # 127.0.0.1 needs none
    "services.settings.server": "data:,", "toolkit.telemetry.enabled": False,
}
REFUSED = """() => addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error(`refused: ${violatedDirective} ${blockedURI}`))"""
PATIENCE = 60
"""Seconds for an answer, and for a condition that has to become true."""


class Firefox:
    """One page of it, and its problems."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.numbers, self.problems = socket, count(), list[str]()
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.responseCompleted", "network.fetchError"])
        self.ask("script.addPreloadScript", functionDeclaration=REFUSED)
        self.page = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command, and return its answer; hear the events meanwhile."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.recv(PATIENCE))
            if said.get("id") == number:
                assert said["type"] == "success", said
                return dict(said["result"])
            self.hear(said.get("method"), said["params"])

    def hear(self, event: str, said: dict[str, Any]) -> None:
        """Remember an error on the console, and a file that did not come though the page was not left meanwhile."""
        if event == "log.entryAdded" and said["level"] == "error":
            self.problems.append(said["text"])
        elif event == "network.responseCompleted" and said["response"]["status"] >= 400:
            self.problems.append(f"{said['response']['status']}: {said['request']['url']}")
        elif event == "network.fetchError" and said["errorText"] != "NS_BINDING_ABORTED":
            self.problems.append(f"{said['errorText']}: {said['request']['url']}")

    def open(self, address: str) -> None:
        """Go to a page, and wait until it is loaded."""
        self.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return the string, number or truth value that a script comes to."""
        answer = self.ask("script.evaluate", expression=script, target={"context": self.page}, awaitPromise=False)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def until(self, truth: str) -> None:
        """Wait for something to be true in the page; a promise there would die with it when a link is followed."""
        end = monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({truth})"):
            assert monotonic() < end, truth
            sleep(0.05)

    def press(self, key: str) -> None:
        """Press a key."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.page, actions=[{"type": "key", "id": "keys", "actions": actions}])


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start it without windows, and with nothing that it could ask other hosts for."""
    with TemporaryDirectory() as profile:
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
        (Path(profile) / "user.js").write_text("\n".join(lines), "utf-8")
        command = [str(FIREFOX), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            try:
                assert running.stderr
                found = filter(None, (re.search(r"listening on (ws://\S+)", line) for line in running.stderr))
                with connect(next(found)[1] + "/session", max_size=None, proxy=None) as socket:
                    yield Firefox(socket)
            finally:
                running.terminate()
                running.communicate()
