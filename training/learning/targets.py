"""What the network should say about a picture, from its labels.

points  cells whose middle is within NEAR of a mark claim it, the nearest one; those a little farther may (weight 0), and so may all around a mark that does not
        count
things  every cell on a thing's footprint claims it; edges that face the own vehicle weigh more than those that nobody sees
"""
import math

import numpy as np

SIZE, EXTENT, CENTRE = 256, 10.0, 1.25565
POINT_GRID, THING_GRID = 64, 32
# in cells of points
NEAR, MAYBE, UNCOUNTED = 0.75, 1.3, 2.2
HIDDEN_EDGE = 0.25
# numbers of a point's cell: weight, confidence, shape, offsets, cos, sin
POINT_NUMBERS = 7
# of a thing's: weight, occupied, offsets / 2 m, length / 4 m, width / 2 m, cos and sin of 2 yaw, person, other, cos and sin of yaw, weights of the edges
# ahead, behind, left and right
THING_NUMBERS = 16


def mirrored(label):
    """The same lot seen in a mirror: left is right, and the other arm of an L comes first."""
    marks = [
        {**m, "y": -m["y"], "arms": [-m["arms"][1], -m["arms"][0]] if m["shape"] == 1 else [-a for a in m["arms"]]}
        for m in label["marks"]
    ]
    things = [{**t, "y": -t["y"], "yaw": -t["yaw"]} for t in label["things"]]
    return {**label, "marks": marks, "things": things}


def point_targets(marks):
    """Cells (row, column) and their numbers, for all that are not plainly empty."""
    cells = {}
    for m in sorted(marks, key=lambda m: m["counts"]):
        v = (CENTRE + EXTENT / 2 - m["x"]) * POINT_GRID / EXTENT
        u = (EXTENT / 2 - m["y"]) * POINT_GRID / EXTENT
        reach = MAYBE if m["counts"] else UNCOUNTED
        for r in range(max(0, math.floor(v - reach)), min(POINT_GRID, math.ceil(v + reach))):
            for c in range(max(0, math.floor(u - reach)), min(POINT_GRID, math.ceil(u + reach))):
                distance = math.hypot(v - r - 0.5, u - c - 0.5)
                known, _ = cells.get((r, c), (9.0, None))
                if distance > reach or (m["counts"] and distance >= known):
                    continue
                if m["counts"] and distance < NEAR:
                    a = m["arms"][0]
                    cells[r, c] = (distance, (1, 1, m["shape"], v - r, u - c, math.cos(a), math.sin(a)))
                elif known > NEAR:
                    cells[r, c] = (max(distance, NEAR), (0,) * POINT_NUMBERS)
    places = np.array(list(cells.keys()), np.int64).reshape(-1, 2)
    return places, np.array([numbers for _, numbers in cells.values()], np.float32).reshape(-1, POINT_NUMBERS)


def edge_weights(t, c, s):
    """1 for edges that face the own vehicle: ahead, behind, left, right."""
    weights = []
    for u, v in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        a, b = u * t["length"] / 2, v * t["width"] / 2
        middle = t["x"] + c * a - s * b, t["y"] + s * a + c * b
        facing = (c * u - s * v) * (CENTRE - middle[0]) - (s * u + c * v) * middle[1]
        weights.append(1.0 if facing > 0.3 else HIDDEN_EDGE)
    return weights


def thing_targets(things):
    """THING_NUMBERS x 32 x 32"""
    out = np.zeros((THING_NUMBERS, THING_GRID, THING_GRID), np.float32)
    out[0] = 1
    step = EXTENT / THING_GRID
    xs = CENTRE + EXTENT / 2 - (np.arange(THING_GRID) + 0.5) * step
    ys = EXTENT / 2 - (np.arange(THING_GRID) + 0.5) * step
    gx, gy = np.meshgrid(xs, ys, indexing="ij")
    for t in things:
        c, s = math.cos(t["yaw"]), math.sin(t["yaw"])
        along = np.abs(c * (gx - t["x"]) + s * (gy - t["y"]))
        across = np.abs(-s * (gx - t["x"]) + c * (gy - t["y"]))
        inside = (along < t["length"] / 2) & (across < t["width"] / 2)
        inside |= (np.abs(gx - t["x"]) < step / 2) & (np.abs(gy - t["y"]) < step / 2)
        if not t["counts"]:
            out[0][inside] = 0
            continue
        values = (1, 1, 0, 0, t["length"] / 4, t["width"] / 2, math.cos(2 * t["yaw"]), math.sin(2 * t["yaw"]),
                  float(t["kind"] == "person"), float(t["kind"] == "other"), c, s, *edge_weights(t, c, s))
        for k, value in enumerate(values):
            out[k][inside] = value
        out[2][inside] = (t["x"] - gx[inside]) / 2
        out[3][inside] = (t["y"] - gy[inside]) / 2
    return out
