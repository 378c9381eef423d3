"""The network that looks at the bird's-eye view: one trunk, a head for marking points and one for what stands around.

input   3 x 256 x 256, 10 m x 10 m, values 0 to 1, black where the own car is
points  16 x 6 channels on 16 x 16 cells, which are 6 on 64 x 64: confidence, shape (logits), offset down and right in cells, cos, sin
things  4 x 9 channels on 16 x 16 cells, which are 9 on 32 x 32: occupied (logit), offset of the centre in x and y / 2 m, length / 4 m,
        width / 2 m, cos and sin of twice the yaw, person, other (logits)
"""
import torch
from torch import nn
from torch.nn import functional as F

TRUNK = [("c1", 3, 16, 2), ("c2", 16, 32, 2), ("c3", 32, 64, 2), ("c4", 64, 64, 1), ("c5", 64, 128, 2), ("c6", 128, 128, 1)]
POINTS = [("c7", 128, 128, 1)]
THINGS = [("v1", 128, 96, 1), ("v2", 96, 96, 1)]
POINT_NUMBERS, POINT_SPLIT = 6, 4
THING_NUMBERS, THING_SPLIT = 9, 2


def stage(layers):
    parts = []
    for _, i, o, s in layers:
        parts += [nn.Conv2d(i, o, 3, s, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)]
    return nn.Sequential(*parts)


class SurroundNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = stage(TRUNK)
        self.points = stage(POINTS)
        self.things = stage(THINGS)
        self.say_points = nn.Conv2d(POINTS[-1][2], POINT_NUMBERS * POINT_SPLIT**2, 1)
        self.say_things = nn.Conv2d(THINGS[-1][2], THING_NUMBERS * THING_SPLIT**2, 1)
        with torch.no_grad():
            self.say_points.bias.view(POINT_NUMBERS, -1)[0] = -5
            self.say_things.bias.view(THING_NUMBERS, -1)[0] = -1

    def forward(self, x, halves=False):
        """halves: 16-bit floating point for all but the last layers"""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=halves):
            y = self.trunk(x)
            points, things = self.points(y), self.things(y)
        points, things = self.say_points(points.float()), self.say_things(things.float())
        return F.pixel_shuffle(points, POINT_SPLIT), F.pixel_shuffle(things, THING_SPLIT)


def has_halves():
    """Whether this processor multiplies 16-bit floating point numbers (bfloat16), which is three times as fast here."""
    try:
        return "avx512_bf16" in open("/proc/cpuinfo").read()
    except OSError:
        return False
