"""Plays the highest card that has a row with room below it, or else the lowest."""

import json
import sys


def answer(request):
    if request["type"] == "game":
        return "ready"
    if request["type"] == "play":
        ends = [row[-1] for row in request["rows"] if len(row) < 5]
        hand = request["hand"]
        return max((card for card in hand if card > min(ends, default=999)), default=min(hand))
    if request["type"] == "choose":
        return min(request["options"], key=lambda row: len(request["rows"][row]))
    return max(request["remaining"])  # a pick from the open table


if __name__ == "__main__":
    for request in map(json.loads, sys.stdin):
        if "id" in request:
            print(json.dumps({"id": request["id"], "answer": answer(request)}), flush=True)
