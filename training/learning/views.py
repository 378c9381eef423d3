"""Pictures and labels on disk, in batches."""
import glob
import json
import os

import numpy as np
import torch

from targets import POINT_GRID, POINT_NUMBERS, SIZE, mirrored, point_targets, thing_targets

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
            self.items += [(data, i, labels[i], (path, i)) for i in span]

    def __len__(self):
        return len(self.items)

    def label(self, i):
        return json.loads(self.items[i][2])

    def condition(self, i):
        # the first field of a label
        return self.items[i][2].split('"', 4)[3]

    def targets(self, i, is_mirrored):
        key = (self.items[i][3], is_mirrored)
        if key not in KNOWN:
            label = mirrored(self.label(i)) if is_mirrored else self.label(i)
            KNOWN[key] = *point_targets(label["marks"]), thing_targets(label["things"]).astype(np.float16)
        return KNOWN[key]

    def picture(self, i):
        data, k, *_ = self.items[i]
        return data[k]


def batch_of(views, indices, rng):
    n = len(indices)
    pictures = np.empty((n, SIZE, SIZE, 3), np.uint8)
    points = np.zeros((n, POINT_NUMBERS, POINT_GRID, POINT_GRID), np.float32)
    points[:, 0] = 1
    things = []
    for k, i in enumerate(indices):
        picture = views.picture(i)
        is_mirrored = rng.random() < 0.5
        pictures[k] = picture[:, ::-1] if is_mirrored else picture
        places, numbers, t = views.targets(i, is_mirrored)
        points[k][:, places[:, 0], places[:, 1]] = numbers.T
        things.append(t)
    return spoil(torch.from_numpy(pictures), rng), torch.from_numpy(points), torch.from_numpy(np.stack(things)).float()


def spoil(x, rng):
    """Exposure, colour and noise as cameras have them; what is black because nobody sees it stays black. Rows x columns x channels in, channels first out."""
    n = x.shape[0]
    seen = x.amax(3, keepdim=True) > 0
    y = x.float()
    gain = rng.uniform(0.7, 1.35, (n, 1)) * rng.uniform(0.93, 1.07, (n, 3)) / 255
    shift = rng.uniform(-0.04, 0.05, n)
    noise = rng.choice([0, 0.005, 0.012, 0.025], n)
    y.mul_(torch.from_numpy(gain).float()[:, None, None, :])
    for k in range(n):
        y[k].add_(float(shift[k]))
        if noise[k] > 0:
            y[k].add_(noise_like(y[k], rng), alpha=float(noise[k]))
    return y.clamp_(0, 1).mul_(seen).permute(0, 3, 1, 2)


def noise_like(x, rng):
    """Gaussian noise from a store of it, which is cheaper than new."""
    at = int(rng.integers(0, NOISE.numel() - x.numel()))
    return NOISE[at : at + x.numel()].view(x.shape)
