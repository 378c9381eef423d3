"""Cruise control as a program with ports of its own: a PI law on top of the wanted speed."""
import json, sys

init = json.loads(sys.stdin.readline())
target, gain, integral_gain = (init["params"][key] for key in ("targetSpeed", "gain", "integralGain"))
print(json.dumps({"op": "ready"}), flush=True)
integral = 0.0
for line in sys.stdin:
    step = json.loads(line)
    if step["op"] == "end":
        break
    odom, outputs = step["inputs"]["odom"], {}
    if odom is not None:
        error = target - odom["value"]["twist"]["twist"]["linear"]["x"]
        command = target + gain * error + integral
        # the integrator waits while the command is beyond what the drive can follow
        if abs(error) < 3:
            integral += integral_gain * error * step["elapsed"]
        outputs["drive"] = {"drive": {"speed": max(0.0, min(2 * target, command))}}
    print(json.dumps({"op": "outputs", "outputs": outputs}), flush=True)
