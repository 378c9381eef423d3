"""Drives to a point, behind a UDP socket: python3 controller.py [PORT]. Prints the port that it listens on; 0 takes any."""
import json, math, socket, sys

GOAL, SPEED, GAIN = (8.0, 5.0), 1.0, 1.5

listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listener.bind(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 5005))
print(listener.getsockname()[1], flush=True)
while True:
    datagram, sender = listener.recvfrom(65536)
    request = json.loads(datagram)
    odom, outputs = request["inputs"]["odom"], {}
    if odom is not None:
        pose = odom["pose"]["pose"]
        dx, dy = GOAL[0] - pose["position"]["x"], GOAL[1] - pose["position"]["y"]
        distance = math.hypot(dx, dy)
        heading = 2 * math.atan2(pose["orientation"]["z"], pose["orientation"]["w"])
        error = math.remainder(math.atan2(dy, dx) - heading, 2 * math.pi)
        near = distance < 0.3
        outputs["twist"] = {
            "linear": {"x": 0.0 if near else SPEED * min(1.0, distance)},
            "angular": {"z": 0.0 if near else GAIN * error},
        }
    answer = {"block": request["block"], "tick": request["tick"], "time": request["time"], "outputs": outputs}
    listener.sendto(json.dumps(answer).encode(), sender)
