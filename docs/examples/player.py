"""A player that plays its highest card that costs nothing now, or else its lowest card."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "game":
        capacity = request["rules"]["row_capacity"]
        answer = "ready"
    elif request["type"] == "play":
        room = [row[-1] for row in request["rows"] if len(row) < capacity]
        fitting = [card for card in request["hand"] if any(end < card for end in room)]
        answer = max(fitting, default=min(request["hand"]))
    elif request["type"] == "choose":
        answer = min(request["options"], key=lambda row: len(request["rows"][row]))
    elif request["type"] == "pick":
        answer = max(request["remaining"])
    else:
        continue  # the game is over, or something that later versions tell
    print(json.dumps({"id": request["id"], "answer": answer}), flush=True)
