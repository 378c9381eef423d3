"""The network that looks at one marking point closely, turned so that its direction is up, and says where exactly it is.

input   3 x 64 x 64, 1.28 m x 1.28 m around the point as it was found, its direction up
output  how far along the direction and to its left the point really is / 0.1 m, cos and sin of how far it
        is turned, shape, whether it is a mark (logits)

All layers halve the size, and what the one cell in the middle sees ends at the crop: many crops side by side on one sheet do not see each other.
"""
import torch
from torch import nn

LAYERS = [("r1", 3, 16, 2), ("r2", 16, 24, 2), ("r3", 24, 64, 2), ("r4", 64, 96, 2), ("r5", 96, 128, 2)]
CROP, SPACING = 64, 0.02


class CornerNet(nn.Module):
    def __init__(self):
        super().__init__()
        parts = []
        for _, i, o, s in LAYERS:
            parts += [nn.Conv2d(i, o, 3, s, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)]
        self.body = nn.Sequential(*parts)
        self.head = nn.Conv2d(LAYERS[-1][2], 6, 1)

    def forward(self, x, halves=False):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=halves):
            y = self.body(x)
        return self.head(y.float())[:, :, 1, 1]
