"""Waypoint follower as a program: Skidpad's process protocol as JSON lines, nothing but the standard library."""
import json, math, sys

def say(op, **rest):
    print(json.dumps({"op": op, **rest}), flush=True)

params, goal = {}, 0
for line in sys.stdin:  # ends when Skidpad closes our input
    message = json.loads(line)
    if message["op"] == "init":
        params = message["params"]
        say("ready")
    if message["op"] != "step":
        continue
    odom, points, outputs = message["inputs"]["odom"], params["waypoints"], {}
    if odom is not None:
        pose, v, w = odom["value"]["pose"]["pose"], 0.0, 0.0
        while goal < len(points):
            dx, dy = points[goal]["x"] - pose["position"]["x"], points[goal]["y"] - pose["position"]["y"]
            d = math.sqrt(dx * dx + dy * dy)
            if d >= params["reach"]: break
            goal += 1
        if goal < len(points):
            qz, qw, limit = pose["orientation"]["z"], pose["orientation"]["w"], params["maxYawRate"]
            c, s = 1 - 2 * (qz * qz), 2 * (qz * qw)
            ex, ey = (c * dx + s * dy) / d, (c * dy - s * dx) / d
            w = max(-limit, min(limit, params["gain"] * ey)) if ex >= 0 else -limit if ey < 0 else limit
            v = params["speed"] * max(0.2, ex) * (d / params["slowRadius"] if goal == len(points) - 1 and d < params["slowRadius"] else 1.0)
        outputs["twist"] = {"linear": {"x": v}, "angular": {"z": w}}
    say("outputs", outputs=outputs)
