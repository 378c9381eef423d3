"""Cruise control: PI on the speed error, with the integral held while the pedals are at a limit."""
import json, sys

FORWARD, GAIN, INTEGRAL_GAIN, HOLD_SPEED = 2, 0.8, 0.15, 0.5

json.loads(sys.stdin.readline())
print(json.dumps({"op": "ready"}), flush=True)
integral = 0.0
for line in sys.stdin:
    step = json.loads(line)
    if step["op"] == "end":
        break
    car, wanted, outputs = step["inputs"]["car_info"], step["inputs"]["setpoint"], {}
    if car is not None and wanted is not None:
        speed, target = car["value"]["speed"], wanted["value"]["data"]
        error = target - speed
        demand = GAIN * error + integral
        # anti-windup: the integral waits while the pedal cannot follow
        if abs(demand) < 1:
            integral += INTEGRAL_GAIN * error * step["elapsed"]
        if target == 0 and speed < HOLD_SPEED:
            demand = -1
        # the full brake is twice as strong as the full throttle
        outputs["control"] = {"throttle": max(0.0, min(1.0, demand)), "brake": max(0.0, min(1.0, -demand / 2)), "shift_gears": FORWARD}
    print(json.dumps({"op": "outputs", "outputs": outputs}), flush=True)
