"""A program that takes a seat and does what its first argument says, from the third card on.

It plays its lowest card before.  Run by the tests, with the plain interpreter.
"""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any


def misbehave(kind: str, request: dict[str, Any]) -> object:
    """Do it, or return the answer."""
    if kind == "crash":
        sys.exit("no idea what to play")
    elif kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind in ("hang", "stubborn"):
        time.sleep(600)
    elif kind == "nonsense":
        sys.stderr.write("I like this one\n")
        sys.stderr.flush()
        print("my best card", flush=True)
    elif kind == "no-object":
        print(json.dumps(request["hand"][0]), flush=True)
    elif kind == "wrong-id":
        print(json.dumps({"id": request["id"] + 1, "answer": request["hand"][0]}), flush=True)
    elif kind == "flood":
        while True:
            sys.stdout.write("x" * 100_000)
    elif kind == "lines":
        while True:
            sys.stdout.write("{}\n" * 1000)
    elif kind == "deep":
        print("[" * 50_000, flush=True)
    elif kind == "close":
        os.close(1)
        time.sleep(600)
    elif kind == "close-talk":
        os.close(1)
        while True:
            sys.stderr.write("and another thing\n" * 1000)
    elif kind == "close-input":
        os.close(0)
        time.sleep(600)
    elif kind == "stderr":
        sys.stderr.write("tell me why\n" * 1_000_000)
        sys.exit(7)
    elif kind == "child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        sys.exit("left a child behind")
    return {"strange": 105, "text": "5", "float": 5.0, "true": True, "null": None}.get(kind)


def main() -> None:
    """Play."""
    kind = sys.argv[1]
    if kind in ("stubborn", "lingering"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if kind == "slow-start":
        time.sleep(600)
    if kind == "late":
        time.sleep(0.8)
    if kind == "mute":
        sys.exit(0)
    cards = 0
    for line in sys.stdin:
        request = json.loads(line)
        answer: object = "ready"
        if request["type"] == "game" and kind == "unready":
            answer = "no"
        if request["type"] == "over":
            continue
        if request["type"] == "play":
            cards += 1
            answer = request["hand"][0]
            if cards == 3 and kind not in ("good", "late", "lingering", "unready"):
                answer = misbehave(kind, request)
        if request["type"] == "choose":
            answer = request["options"][0]
        if request["type"] == "pick":
            answer = request["remaining"][0]
        print(json.dumps({"id": request["id"], "answer": answer}), flush=True)
    if kind == "lingering":
        time.sleep(600)


if __name__ == "__main__":
    main()
