"""Line following: steers towards the end of the line that is further right in the picture."""
import json, sys

GAIN = 0.1

json.loads(sys.stdin.readline())
print(json.dumps({"op": "ready"}), flush=True)
for line in sys.stdin:
    step = json.loads(line)
    if step["op"] == "end":
        break
    seen, outputs = step["inputs"]["line"], {}
    if seen is not None:
        outputs["steering"] = {"active": True, "steer": GAIN * (400 - seen["value"]["x2"]) / 400}
    print(json.dumps({"op": "outputs", "outputs": outputs}), flush=True)
