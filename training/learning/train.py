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
from surround_net import SurroundNet
from views import Views, batch_of

SEED, BATCH = 1, 8


def loss_of(points, things, p, t):
    weight, there = p[:, 0], p[:, 1]
    n = there.sum().clamp(min=1)
    confidence = (weight * F.binary_cross_entropy_with_logits(points[:, 0], there, reduction="none")).sum() / n
    shape = (there * F.binary_cross_entropy_with_logits(points[:, 1], p[:, 2], reduction="none")).sum() / n
    offset = (there[:, None] * F.smooth_l1_loss(points[:, 2:4], p[:, 3:5], reduction="none", beta=0.05)).sum() / n
    turn = (there[:, None] * (points[:, 4:6] - p[:, 5:7]).square()).sum() / n
    full = t[:, 1] * t[:, 0]
    m = full.sum().clamp(min=1)
    occupied = (t[:, 0] * F.binary_cross_entropy_with_logits(things[:, 0], t[:, 1], reduction="none")).sum() / m
    box = (full[:, None] * F.smooth_l1_loss(things[:, 1:7], t[:, 2:8], reduction="none", beta=0.05)).sum() / m
    kind = (full[:, None] * F.binary_cross_entropy_with_logits(things[:, 7:9], t[:, 8:10], reduction="none")).sum() / m
    return confidence + shape + 4 * offset + 3 * turn + occupied + 2 * box + 0.3 * kind


def rate(share, peak):
    """Up for the first 6 %, then down along a cosine."""
    return peak * (share / 0.06 if share < 0.06 else 0.5 * (1 + math.cos(math.pi * (share - 0.06) / 0.94)) + 1e-3)


def main(data, weights, steps, seconds, start=None, peak=1.5e-3):
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    net = SurroundNet().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    views, order, total = Views(data, "train"), [], 0.0
    began, clock = time.process_time(), time.time()
    for step in range(1, steps + 1):
        share = max(step / steps, (time.time() - clock) / seconds)
        for group in optimiser.param_groups:
            group["lr"] = rate(min(1, share), peak)
        if len(order) < BATCH:
            views = Views(data, "train")
            order = list(rng.permutation(len(views)))
        x, p, t = batch_of(views, [order.pop() for _ in range(BATCH)], rng)
        loss = loss_of(*net(x), p, t)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10)
        optimiser.step()
        total += loss.item()
        if step % 100 == 0:
            print(f"{step} of {steps}: loss {total / 100:.3f}, rate {rate(share, peak):.5f}, {len(views)} pictures, {time.process_time() - began:.0f} s", flush=True)
            total = 0.0
        if step % 500 == 0 or share >= 1:
            torch.save(net.state_dict(), weights)
            print(evaluate(net, Views(data, "held"), 160), flush=True)
            net.train()
        if share >= 1:
            break


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), *sys.argv[5:6], *map(float, sys.argv[6:7]))
