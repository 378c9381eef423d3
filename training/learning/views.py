"""Pictures and labels on disk, and what the network should say about them."""
import glob
import json
import math
import os

import numpy as np
import torch

SIZE, EXTENT, CENTRE = 256, 10.0, 1.25565
POINT_GRID, THING_GRID = 32, 16
REACH = 0.2

KNOWN = {}
NOISE = torch.randn(8_000_000, generator=torch.Generator().manual_seed(1))


class Views:
    def __init__(self, folder, part):
        """part: 'train' or 'held' (the last 4 % of each file)"""
        self.items = []
        for path in sorted(glob.glob(os.path.join(folder, "labels-*.jsonl"))):
            pictures = path.replace("labels-", "pictures-").replace(".jsonl", ".rgb")
            labels = [line for line in open(path) if line.endswith("}\n")]
            count = min(len(labels), os.path.getsize(pictures) // (3 * SIZE * SIZE))
            if count == 0:
                continue
            data = np.memmap(pictures, dtype=np.uint8, mode="r")[: count * 3 * SIZE * SIZE].reshape(count, SIZE, SIZE, 3)
            cut = int(count * 0.96)
            span = range(cut) if part == "train" else range(cut, count)
            self.items += [(data, i, labels[i]) for i in span]

    def __len__(self):
        return len(self.items)

    def label(self, i):
        return json.loads(self.items[i][2])

    def targets(self, i, is_mirrored):
        key = (self.items[i][2], is_mirrored)
        if key not in KNOWN:
            label = self.label(i)
            KNOWN[key] = targets(mirrored(label) if is_mirrored else label)
        return KNOWN[key]

    def picture(self, i):
        data, k, _ = self.items[i]
        return data[k]


def mirrored(label):
    """The same lot seen in a mirror: left is right, and the other arm of an L comes first."""
    marks = [
        {**m, "y": -m["y"], "arms": [-m["arms"][1], -m["arms"][0]] if m["shape"] == 1 else [-a for a in m["arms"]]}
        for m in label["marks"]
    ]
    things = [{**t, "y": -t["y"], "yaw": -t["yaw"]} for t in label["things"]]
    return {**label, "marks": marks, "things": things}


def targets(label):
    """points: 7 x 32 x 32 (weight of the confidence, confidence, shape, offsets, cos, sin), things: 10 x 16 x 16 (weight first)"""
    points = np.zeros((7, POINT_GRID, POINT_GRID), np.float32)
    points[0] = 1
    best = np.full((POINT_GRID, POINT_GRID), 9.0)
    for m in sorted(label["marks"], key=lambda m: m["counts"]):
        v = (CENTRE + EXTENT / 2 - m["x"]) * POINT_GRID / EXTENT
        u = (EXTENT / 2 - m["y"]) * POINT_GRID / EXTENT
        reach = REACH if m["counts"] else 0.6
        for r in range(max(0, math.floor(v - reach)), min(POINT_GRID, math.floor(v + reach) + 1)):
            for c in range(max(0, math.floor(u - reach)), min(POINT_GRID, math.floor(u + reach) + 1)):
                if not m["counts"]:
                    points[0, r, c] = 0
                    continue
                distance = (v - r - 0.5) ** 2 + (u - c - 0.5) ** 2
                if distance < best[r, c]:
                    best[r, c] = distance
                    a = m["arms"][0]
                    points[:, r, c] = (1, 1, m["shape"], v - r, u - c, math.cos(a), math.sin(a))
    things = np.zeros((10, THING_GRID, THING_GRID), np.float32)
    things[0] = 1
    step = EXTENT / THING_GRID
    xs = CENTRE + EXTENT / 2 - (np.arange(THING_GRID) + 0.5) * step
    ys = EXTENT / 2 - (np.arange(THING_GRID) + 0.5) * step
    gx, gy = np.meshgrid(xs, ys, indexing="ij")
    for t in label["things"]:
        c, s = math.cos(t["yaw"]), math.sin(t["yaw"])
        along = np.abs(c * (gx - t["x"]) + s * (gy - t["y"]))
        across = np.abs(-s * (gx - t["x"]) + c * (gy - t["y"]))
        inside = (along < t["length"] / 2) & (across < t["width"] / 2)
        inside |= (np.abs(gx - t["x"]) < step / 2) & (np.abs(gy - t["y"]) < step / 2)
        if not t["counts"]:
            things[0][inside] = 0
            continue
        values = (1, 1, 0, 0, t["length"] / 4, t["width"] / 2, math.cos(2 * t["yaw"]), math.sin(2 * t["yaw"]),
                  float(t["kind"] == "person"), float(t["kind"] == "other"))
        for k, value in enumerate(values):
            things[k][inside] = value
        things[2][inside] = (t["x"] - gx[inside]) / 2
        things[3][inside] = (t["y"] - gy[inside]) / 2
    return points, things


def batch_of(views, indices, rng):
    pictures, points, things = [], [], []
    for i in indices:
        picture = views.picture(i)
        is_mirrored = rng.random() < 0.5
        if is_mirrored:
            picture = picture[:, ::-1]
        p, t = views.targets(i, is_mirrored)
        pictures.append(np.ascontiguousarray(picture))
        points.append(p)
        things.append(t)
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2)
    return spoil(x, rng), torch.from_numpy(np.stack(points)), torch.from_numpy(np.stack(things))


def spoil(x, rng):
    """Exposure, colour and noise as cameras have them; what is black because nobody sees it stays black."""
    n = x.shape[0]
    seen = (x.amax(1, keepdim=True) > 0).float()
    y = x.float() / 255
    gain = torch.from_numpy(rng.uniform(0.7, 1.35, (n, 1, 1, 1)) * rng.uniform(0.93, 1.07, (n, 3, 1, 1))).float()
    shift = torch.from_numpy(rng.uniform(-0.04, 0.05, (n, 1, 1, 1))).float()
    noise = torch.from_numpy(rng.choice([0, 0.005, 0.012, 0.025], (n, 1, 1, 1))).float()
    y = y * gain + shift + noise * noise_like(y, rng)
    return (y.clamp(0, 1) * seen).contiguous(memory_format=torch.channels_last)


def noise_like(x, rng):
    """Gaussian noise from a store of it, which is cheaper than new."""
    at = int(rng.integers(0, NOISE.numel() - x.numel()))
    return NOISE[at : at + x.numel()].view(x.shape)
