"""Trains the network: train.py DATA WEIGHTS STEPS SECONDS [START [PEAK]].

One thread. The rate falls with the steps that are done, or with the time that has passed where that is the larger share, so that training ends
well on a machine with other work too; how many steps it took is printed.
"""
import math
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from evaluate_float import evaluate
from surround_net import SurroundNet, has_halves
from views import Views, batch_of

SEED, BATCH = 1, 16
HARD = ("worn", "slanted")


def point_loss(points, p):
    weight, there = p[:, 0], p[:, 1]
    n = there.sum().clamp(min=1)
    confidence = (weight * F.binary_cross_entropy_with_logits(points[:, 0], there, reduction="none")).sum() / n
    shape = (there * F.binary_cross_entropy_with_logits(points[:, 1], p[:, 2], reduction="none")).sum() / n
    offset = (there[:, None] * F.smooth_l1_loss(points[:, 2:4], p[:, 3:5], reduction="none", beta=0.1)).sum() / n
    turn = (there[:, None] * (points[:, 4:6] - p[:, 5:7]).square()).sum() / n
    return 2 * confidence + shape + 2 * offset + 3 * turn


def edge_errors(things, t):
    """How far the four edges are from where they should be, along the true axes: ahead, behind, left, right [m]"""
    dx, dy = 2 * (things[:, 1] - t[:, 2]), 2 * (things[:, 2] - t[:, 3])
    length, width = 2 * (things[:, 3] - t[:, 4]), things[:, 4] - t[:, 5]
    c, s = t[:, 10], t[:, 11]
    along, left = c * dx + s * dy, c * dy - s * dx
    return torch.stack([along + length, along - length, left + width, left - width], 1)


def thing_loss(things, t):
    full = t[:, 1] * t[:, 0]
    m = full.sum().clamp(min=1)
    occupied = (t[:, 0] * F.binary_cross_entropy_with_logits(things[:, 0], t[:, 1], reduction="none")).sum() / m
    errors = edge_errors(things, t)
    edges = (full[:, None] * t[:, 12:16] * F.smooth_l1_loss(errors, torch.zeros_like(errors), reduction="none", beta=0.1)).sum() / m
    # which way small things are turned does not matter
    is_small = t[:, 8:10].amax(1)
    turn = ((full * (1 - 0.8 * is_small))[:, None] * F.smooth_l1_loss(things[:, 5:7], t[:, 6:8], reduction="none", beta=0.05)).sum() / m
    kind = (full[:, None] * F.binary_cross_entropy_with_logits(things[:, 7:9], t[:, 8:10], reduction="none")).sum() / m
    return occupied + 3 * edges + 2 * turn + 0.3 * kind


def order_of(views, rng):
    """All pictures by chance, half of the hard ones twice"""
    again = [i for i in range(len(views)) if views.condition(i) in HARD and rng.random() < 0.5]
    return list(rng.permutation([*range(len(views)), *again]))


def rate(share, peak):
    """Up for the first 4 %, then down along a cosine."""
    return peak * (share / 0.04 if share < 0.04 else 0.5 * (1 + math.cos(math.pi * (share - 0.04) / 0.96)) + 1e-3)


def main(data, weights, steps, seconds, start=None, peak=2e-3):
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    halves = has_halves()
    net = SurroundNet().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
    views, order, total = Views(data, "train"), [], np.zeros(2)
    began, clock = time.process_time(), time.time()
    for step in range(1, steps + 1):
        share = max(step / steps, (time.time() - clock) / seconds)
        for group in optimiser.param_groups:
            group["lr"] = rate(min(1, share), peak)
        if len(order) < BATCH:
            views = Views(data, "train")
            order = order_of(views, rng)
        x, p, t = batch_of(views, [order.pop() for _ in range(BATCH)], rng)
        points, things = net(x, halves)
        losses = point_loss(points, p), thing_loss(things, t)
        optimiser.zero_grad()
        sum(losses).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10)
        optimiser.step()
        total += [loss.item() for loss in losses]
        if step % 100 == 0:
            print(f"{step} of {steps}: losses {total[0] / 100:.3f} {total[1] / 100:.3f}, rate {rate(share, peak):.5f}, {len(views)} pictures, "
                  f"{time.process_time() - began:.0f} s", flush=True)
            total[:] = 0
        if step % 1000 == 0 or share >= 1:
            torch.save(net.state_dict(), weights)
            print(evaluate(net, Views(data, "held"), 160), flush=True)
            net.train()
        if share >= 1:
            break


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), *sys.argv[5:6], *map(float, sys.argv[6:7]))
