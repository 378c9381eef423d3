"""A lane detector of your own in plain Python: looks for the two bright lines in a few rows of the picture.

For each row, the ground it shows lies at a known distance (pinhole, camera height and pitch), so that a bright run of
pixels is a point on the ground. The middles between the left and the right line are fitted by a parabola.
"""
import base64, json, math, sys

F, CX, CY = 400.0, 320.0, 240.0            # focal length and centre of the picture [px]
X, Z, PITCH = 2.0, 0.83, math.radians(30)  # where the camera is on the car [m], and how far it looks down
ROWS = range(90, 470, 24)
THRESHOLD = 120


def ground(column, row):
    """The point on the ground that a pixel shows: ahead of the rear axle and left of it [m]."""
    down = (row - CY) / F
    distance = Z / (math.sin(PITCH) + down * math.cos(PITCH))
    return X + distance * (math.cos(PITCH) - down * math.sin(PITCH)), -distance * (column - CX) / F


def line_middles(pixels, start, width):
    """Middles of the bright runs in one row [px]."""
    middles, begin = [], None
    for column in range(width + 1):
        bright = column < width and pixels[start + 3 * column] > THRESHOLD
        if bright and begin is None:
            begin = column
        if not bright and begin is not None:
            middles.append((begin + column - 1) / 2)
            begin = None
    return middles


def parabola(points):
    """Least squares for y = a + b x + c x², by normal equations and elimination."""
    sums = [sum(x**k for x, _ in points) for k in range(5)]
    m = [[sums[i + j] for j in range(3)] + [sum(y * x**i for x, y in points)] for i in range(3)]
    for i in range(3):
        for j in range(i + 1, 3):
            factor = m[j][i] / m[i][i]
            m[j] = [b - factor * a for a, b in zip(m[i], m[j])]
    c = m[2][3] / m[2][2]
    b = (m[1][3] - m[1][2] * c) / m[1][1]
    return [(m[0][3] - m[0][1] * b - m[0][2] * c) / m[0][0], b, c, 0.0]


def detect(image):
    pixels, width, guess, middles = base64.b64decode(image["data"]), image["width"], 0.0, []
    for row in reversed(ROWS):
        points = [ground(column, row) for column in line_middles(pixels, row * image["step"], width)]
        # the pair of lines one metre apart whose middle is nearest to that of the row below
        pairs = [(abs((a[1] + b[1]) / 2 - guess), (a[0], (a[1] + b[1]) / 2)) for a in points for b in points if 0.7 < a[1] - b[1] < 1.6]
        if pairs and min(pairs)[0] < 0.7:
            middles.append(min(pairs)[1])
            guess = middles[-1][1]
    return middles


init = json.loads(sys.stdin.readline())
print(json.dumps({"op": "ready"}), flush=True)
seen = 0
for line in sys.stdin:
    step = json.loads(line)
    if step["op"] == "end":
        break
    outputs, image = {}, step["inputs"]["image"]
    if image is not None and image["sequence"] != seen:
        seen, middles = image["sequence"], detect(image["value"])
        lane = {"header": {**image["value"]["header"], "frame_id": "base_link"}, "detected": len(middles) >= 4}
        if lane["detected"]:
            lane.update(centre=parabola(middles), x_min=min(x for x, _ in middles), x_max=max(x for x, _ in middles), width=1.0, confidence=1.0)
        outputs["lane"] = lane
    print(json.dumps({"op": "outputs", "outputs": outputs}), flush=True)
