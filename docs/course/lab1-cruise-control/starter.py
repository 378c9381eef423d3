"""Cruise control: throttle in proportion to the speed error. It never brakes and keeps a steady error."""
import json, sys

FORWARD, GAIN = 2, 0.1

json.loads(sys.stdin.readline())
print(json.dumps({"op": "ready"}), flush=True)
for line in sys.stdin:
    step = json.loads(line)
    if step["op"] == "end":
        break
    car, wanted, outputs = step["inputs"]["car_info"], step["inputs"]["setpoint"], {}
    if car is not None and wanted is not None:
        error = wanted["value"]["data"] - car["value"]["speed"]
        outputs["control"] = {"throttle": max(0.0, min(1.0, GAIN * error)), "brake": 0.0, "shift_gears": FORWARD}
    print(json.dumps({"op": "outputs", "outputs": outputs}), flush=True)
