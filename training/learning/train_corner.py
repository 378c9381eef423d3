"""Trains the network for single corners on what the first network finds: train_corner.py DATA SURROUND_WEIGHTS WEIGHTS STEPS SECONDS.

Points that the first network finds rightly are shifted and turned a little more, so that the second learns to put them right; what it finds
where nothing is teaches it to say so.
"""
import math
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from corner_net import CROP, SPACING, CornerNet
from evaluate_float import found_points, picture_of
from surround_net import SurroundNet, has_halves
from train import rate
from targets import CENTRE, EXTENT, SIZE
from views import Views, noise_like

SEED, BATCH, PICTURES = 1, 64, 5000
SCALE = SIZE / EXTENT


def examples(net, views, most, threshold=0.03):
    """(index of the picture, mark or None, x, y, direction) of everything that is found and counts"""
    net.eval()
    made = []
    with torch.no_grad():
        for i in range(min(most, len(views))):
            points, _ = net(picture_of(views, i))
            marks = views.label(i)["marks"]
            for _, x, y, direction, _ in found_points(points[0], threshold):
                distance, k = min(((math.hypot(x - m["x"], y - m["y"]), k) for k, m in enumerate(marks)), default=(9, -1))
                if abs(x - CENTRE) > EXTENT / 2 - 0.2 or abs(y) > EXTENT / 2 - 0.2:
                    continue
                mark = marks[k] if distance < 0.35 else None
                if mark is not None and not mark["counts"]:
                    continue
                if mark is not None:
                    if distance > 0.2:
                        continue
                    made.append((i, mark["shape"], mark["x"], mark["y"], mark["arms"][0], x, y, direction))
                else:
                    made.append((i, -1, x, y, direction, x, y, direction))
    return made


# half of the side of what is cut out of a picture before it is turned: more than half of the diagonal of a crop [px]
HALF = 26


def window_of(picture, row, column):
    """2 HALF x 2 HALF pixels from this row and column on, black beyond the picture"""
    out = np.zeros((2 * HALF, 2 * HALF, 3), np.float32)
    r0, r1, c0, c1 = max(row, 0), min(row + 2 * HALF, SIZE), max(column, 0), min(column + 2 * HALF, SIZE)
    if r0 < r1 and c0 < c1:
        out[r0 - row : r1 - row, c0 - column : c1 - column] = picture[r0:r1, c0:c1]
    return out


def crops(pictures, x, y, direction):
    """CROP x CROP samples around points, direction up; pictures is a list of SIZE x SIZE x 3"""
    row0, column0 = (CENTRE + EXTENT / 2 - x) * SCALE - 0.5, (EXTENT / 2 - y) * SCALE - 0.5
    r0, c0 = np.floor(row0).astype(int) - HALF, np.floor(column0).astype(int) - HALF
    windows = torch.from_numpy(np.stack([window_of(p, r, c) for p, r, c in zip(pictures, r0, c0)])).permute(0, 3, 1, 2)
    step = (CROP / 2 - 0.5 - np.arange(CROP)) * SPACING * SCALE
    along, left = np.meshgrid(step, step, indexing="ij")
    c, s = np.cos(direction)[:, None, None], np.sin(direction)[:, None, None]
    row = row0[:, None, None] - c * along + s * left
    column = column0[:, None, None] - s * along - c * left
    inside = (row >= 0) & (column >= 0) & (row < SIZE - 1) & (column < SIZE - 1)
    grid = np.stack([column - c0[:, None, None], row - r0[:, None, None]], -1) * (2 / (2 * HALF - 1)) - 1
    out = F.grid_sample(windows, torch.from_numpy(grid.astype(np.float32)), align_corners=True)
    return out.mul_(torch.from_numpy(inside.astype(np.float32))[:, None]) / 255


def batch_of(views, chosen, rng, spread=1.0):
    e = np.array([c[1:] for c in chosen], dtype=np.float64)
    n = len(chosen)
    # as at the first look, and as at later ones
    amount = spread * rng.choice([1.0, 0.25], n)
    x = e[:, 4] + amount * rng.uniform(-0.05, 0.05, n)
    y = e[:, 5] + amount * rng.uniform(-0.05, 0.05, n)
    is_later = amount < spread
    x, y = np.where(is_later, x + 0.75 * (e[:, 1] - e[:, 4]), x), np.where(is_later, y + 0.75 * (e[:, 2] - e[:, 5]), y)
    direction = e[:, 6] + amount * rng.uniform(-0.15, 0.15, n)
    # some directions are quite wrong
    direction += spread * (rng.random(n) < 0.2) * rng.uniform(-math.pi, math.pi, n)
    images = crops([views.picture(c[0]) for c in chosen], x, y, direction)
    dx, dy = e[:, 1] - x, e[:, 2] - y
    c, s = np.cos(direction), np.sin(direction)
    turn = (e[:, 3] - direction + math.pi) % (2 * math.pi) - math.pi
    truth = np.stack([(c * dx + s * dy) / 0.1, (c * dy - s * dx) / 0.1, np.cos(turn), np.sin(turn), e[:, 0] > 0.5, e[:, 0] >= 0], 1)
    return images, torch.from_numpy(truth.astype(np.float32))


def loss_of(out, truth):
    real = truth[:, 5]
    n = real.sum().clamp(min=1)
    place = (real[:, None] * F.smooth_l1_loss(out[:, :4], truth[:, :4], reduction="none", beta=0.05)).sum() / n
    shape = (real * F.binary_cross_entropy_with_logits(out[:, 4], truth[:, 4], reduction="none")).sum() / n
    return place + 0.3 * shape + 0.3 * F.binary_cross_entropy_with_logits(out[:, 5], real)


def report(net, views, made):
    net.eval()
    errors, turns, right, real = [], [], [], []
    rng = np.random.default_rng(2)
    with torch.no_grad():
        for k in range(0, len(made), BATCH):
            images, truth = batch_of(views, made[k : k + BATCH], rng, 0.0)
            out = net(images)
            here = truth[:, 5] > 0
            errors += (10 * (out - truth)[here][:, :2].norm(dim=1)).tolist()
            turns += (torch.atan2(out[:, 3], out[:, 2]) - torch.atan2(truth[:, 3], truth[:, 2]))[here].abs().tolist()
            right += ((out[:, 4] > 0) == (truth[:, 4] > 0))[here].tolist()
            real += ((out[:, 5] > 0) == here).tolist()
    e = np.array(errors)
    return (f"  corners: error mean {e.mean():.2f} median {np.median(e):.2f} p99 {np.percentile(e, 99):.2f} cm, within 6 cm {np.mean(e < 6):.4f}, "
            f"turn {np.degrees(np.mean(turns)):.2f} deg, shape {np.mean(right):.4f}, mark or none {np.mean(real):.4f} of {len(made)}")


def main(data, surround, weights, steps, seconds):
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    first = SurroundNet().to(memory_format=torch.channels_last)
    first.load_state_dict(torch.load(surround))
    views, held = Views(data, "train"), Views(data, "held")
    made, check = examples(first, views, PICTURES), examples(first, held, 200)
    marks, others = [m for m in made if m[1] >= 0], [m for m in made if m[1] < 0]
    print(f"{len(marks)} marks, {len(others)} others", flush=True)
    halves = has_halves()
    net = CornerNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    began, clock, total = time.process_time(), time.time(), 0.0
    for step in range(1, steps + 1):
        share = max(step / steps, (time.time() - clock) / seconds)
        for group in optimiser.param_groups:
            group["lr"] = rate(min(1, share), 2e-3)
        # some are no marks
        pick = [marks[i] for i in rng.integers(0, len(marks), 52)] + [others[i] for i in rng.integers(0, len(others), 12)]
        images, truth = batch_of(views, pick, rng)
        gain = torch.from_numpy(rng.uniform(0.7, 1.35, (BATCH, 1, 1, 1)).astype(np.float32))
        noise = torch.from_numpy(rng.uniform(0, 0.02, (BATCH, 1, 1, 1)).astype(np.float32))
        spoilt = (images * gain + noise * noise_like(images, rng)).clamp(0, 1).contiguous(memory_format=torch.channels_last)
        loss = loss_of(net(spoilt, halves), truth)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.item()
        if step % 200 == 0:
            print(f"{step}: loss {total / 200:.3f}, {time.process_time() - began:.0f} s", flush=True)
            total = 0.0
        if step % 1000 == 0 or share >= 1:
            torch.save(net.state_dict(), weights)
            print(report(net, held, check), flush=True)
            net.train()
        if share >= 1:
            break


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]))
