"""The network that looks at the bird's-eye view: one trunk, a head for marking points and one for what stands around.

input   3 x 256 x 256, 10 m x 10 m, values 0 to 1, black where the own car is
points  4 x 6 channels on 16 x 16 cells, which are 6 on 32 x 32: confidence, shape (logits), offset down and right in cells, cos, sin
things  9 channels on 16 x 16 cells: occupied (logit), offset of the centre in x and y / 2 m, length / 4 m, width / 2 m,
        cos and sin of twice the yaw, person, other (logits)
"""
import torch
from torch import nn

TRUNK = [("c1", 3, 16, 2), ("c2", 16, 32, 2), ("c3", 32, 48, 2), ("c4", 48, 48, 1), ("c5", 48, 80, 2), ("c6", 80, 80, 1)]
POINTS = [("c7", 80, 80, 1)]
THINGS = [("v1", 80, 64, 1), ("v2", 64, 64, 1)]


def stage(layers):
    parts = []
    for _, i, o, s in layers:
        parts += [nn.Conv2d(i, o, 3, s, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)]
    return nn.Sequential(*parts)


class SurroundNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = stage(TRUNK)
        self.points = nn.Sequential(*stage(POINTS), nn.Conv2d(80, 24, 1))
        self.things = nn.Sequential(*stage(THINGS), nn.Conv2d(64, 9, 1))
        with torch.no_grad():
            self.points[-1].bias.view(6, 4)[0] = -4
            self.things[-1].bias[0] = -1

    def forward(self, x):
        y = self.trunk(x)
        return nn.functional.pixel_shuffle(self.points(y), 2), self.things(y)
