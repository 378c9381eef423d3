"""A quick look at the network in floating point on pictures held back; the figures that count are those of the integer network."""
import math

import numpy as np
import torch

from targets import CENTRE, EXTENT, POINT_GRID, thing_targets

SUPPRESSION = 0.15


def found_points(out, threshold):
    """(confidence, x, y, direction, shape) after suppression"""
    confidence = torch.sigmoid(out[0]).numpy()
    out = out.numpy()
    step = EXTENT / POINT_GRID
    found = []
    for r, c in zip(*np.nonzero(confidence > threshold)):
        x = CENTRE + EXTENT / 2 - (r + out[2, r, c]) * step
        y = EXTENT / 2 - (c + out[3, r, c]) * step
        found.append((confidence[r, c], x, y, math.atan2(out[5, r, c], out[4, r, c]), int(out[1, r, c] > 0)))
    found.sort(reverse=True)
    kept = []
    for f in found:
        if all((f[1] - k[1]) ** 2 + (f[2] - k[2]) ** 2 > SUPPRESSION**2 for k in kept):
            kept.append(f)
    return kept


def inside(x, y, margin):
    return abs(x - CENTRE) < EXTENT / 2 - margin and abs(y) < EXTENT / 2 - margin


def picture_of(views, i):
    return (torch.from_numpy(np.array(views.picture(i))).float() / 255).permute(2, 0, 1)[None]


def evaluate(net, views, most, threshold=0.5):
    from train import edge_errors

    net.eval()
    tp = fp = fn = tp6 = 0
    errors, cells, edges = [], [0, 0], []
    for i in range(min(most, len(views))):
        label = views.label(i)
        with torch.no_grad():
            points, things = net(picture_of(views, i))
        marks = label["marks"]
        used = set()
        for f in found_points(points[0], threshold):
            near = [(math.hypot(f[1] - m["x"], f[2] - m["y"]), k) for k, m in enumerate(marks)]
            d, k = min(near, default=(9, -1))
            m = marks[k] if k >= 0 else None
            if not inside(f[1], f[2], 0.5) or (m is not None and d < 0.35 and (not m["counts"] or not inside(m["x"], m["y"], 0.5))):
                continue
            turn = abs((f[3] - m["arms"][0] + math.pi) % (2 * math.pi) - math.pi) if m is not None else 9
            if d < EXTENT / 60 and turn < math.radians(30) and m["shape"] == f[4] and k not in used:
                used.add(k)
                tp += 1
                tp6 += d < 0.06
                errors.append(d)
            else:
                fp += 1
        fn += sum(m["counts"] and inside(m["x"], m["y"], 0.5) and k not in used for k, m in enumerate(marks))
        t = torch.from_numpy(thing_targets(label["things"]))[None]
        right = (things[0, 0] > 0) == (t[0, 1] > 0.5)
        counted = t[0, 0] > 0
        cells[0] += int((right & counted).sum())
        cells[1] += int(counted.sum())
        facing = (t[0, 12:16] == 1) & (t[0, 1] * t[0, 0] > 0) & (t[0, 8:10].amax(0) == 0)
        edges += edge_errors(things, t)[0].abs()[facing].tolist()
    e = np.array(errors or [9.0]) * 100
    return (f"  points P {tp / max(1, tp + fp):.4f} R {tp / max(1, tp + fn):.4f}, within 6 cm {tp6 / max(1, tp + fp):.4f} {tp6 / max(1, tp + fn):.4f}, "
            f"error mean {e.mean():.2f} median {np.median(e):.2f} p99 {np.percentile(e, 99):.2f} cm; "
            f"cells {cells[0] / cells[1]:.4f}, facing edges {100 * np.mean(edges or [0]):.1f} cm of a cell")
