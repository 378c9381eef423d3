"""Quantises the trained networks into files that the loop reads: export.py DATA SURROUND_WEIGHTS CORNER_WEIGHTS FOLDER ABOUT.

Normalisation is folded into the convolutions. Weights are 8 bits with a scale per output channel; activations are 16 bits with one unit per layer,
chosen so that the largest value seen on pictures is half of what fits. See src/inference/network-file.ts for the format.
"""
import json
import struct
import sys
import zlib

import numpy as np
import torch

from corner_net import LAYERS, CornerNet
from evaluate_float import picture_of
from surround_net import POINTS, THINGS, TRUNK, SurroundNet
from train_corner import batch_of, examples
from views import Views

LARGEST = 16383


def folded(convolution, norm=None):
    """Weights (outputs, rows, columns, inputs) and biases without the normalisation"""
    weight = convolution.weight.detach().double()
    bias = convolution.bias.detach().double() if convolution.bias is not None else torch.zeros(weight.shape[0]).double()
    if norm is not None:
        gain = norm.weight.detach().double() / torch.sqrt(norm.running_var.double() + norm.eps)
        bias = (bias - norm.running_mean.double()) * gain + norm.bias.detach().double()
        weight = weight * gain[:, None, None, None]
    return weight.permute(0, 2, 3, 1).numpy(), bias.numpy()


def largest_of(modules, inputs):
    """Largest activation behind each of the modules"""
    most = {}
    hooks = [m.register_forward_hook(lambda m, _, y, k=k: most.__setitem__(k, max(most.get(k, 0), float(y.abs().max())))) for k, m in modules.items()]
    with torch.no_grad():
        for run in inputs:
            run()
    for hook in hooks:
        hook.remove()
    return most


def quantised(layers, most):
    """layers: (name, from, kernel, stride, relu, weight, bias); gives header entries and bytes"""
    units, header, body = {"input": 1 / 255}, [], b""
    for name, source, kernel, stride, relu, weight, bias in layers:
        unit = 2.0 * most[name] / LARGEST
        units[name] = unit
        scale = np.maximum(np.abs(weight).reshape(weight.shape[0], -1).max(1), 1e-9) / 127
        q = np.clip(np.rint(weight / scale[:, None, None, None]), -127, 127).astype(np.int8)
        sums = np.rint(bias / (scale * units[source])).astype(np.int64)
        body += q.tobytes() + (scale * units[source] / unit).astype("<f4").tobytes() + sums.astype("<i4").tobytes()
        header.append({"name": name, "from": source, "kernel": kernel, "stride": stride, "inputs": weight.shape[3],
                       "outputs": weight.shape[0], "relu": relu, "unit": unit})
    return header, body


def write(path, layers, most, about):
    header, body = quantised(layers, most)
    text = json.dumps({"width": 256, "height": 256, "about": about, "layers": header}).encode()
    with open(path, "wb") as out:
        out.write(b"SKIDNET1" + struct.pack("<III", len(text), len(body), zlib.crc32(text + body)) + text + body)
    print(f"{path}: {20 + len(text) + len(body)} bytes")


def chain(names, parts, source):
    """Layers of a sequence of convolution, normalisation and ReLU"""
    made = []
    for k, (name, _, _, stride) in enumerate(names):
        made.append((name, source, 3, stride, True, *folded(parts[3 * k], parts[3 * k + 1])))
        source = name
    return made


def sketch():
    """A picture that needs no renderer: lines of slots and a dark block on grey, as src/inference/float-answers.test.ts draws it"""
    picture = np.full((256, 256, 3), 90, np.uint8)
    picture[40:216, 150:154] = 230
    for row in (60, 124, 188):
        picture[row : row + 4, 150:250] = 230
    picture[70:116, 180:256] = (40, 50, 120)
    picture[78:171, 103:153] = 0
    return picture


def float_answers(path, net):
    """What the networks say of the sketch before quantisation, for the test of what it costs"""
    with torch.no_grad():
        x = torch.from_numpy(sketch()).permute(2, 0, 1)[None].float() / 255
        trunk = net.trunk(x)
        answers = {"points": net.say_points(net.points(trunk)), "things": net.say_things(net.things(trunk))}
    values = {name: [round(float(v), 2) for v in y[0].permute(1, 2, 0).flatten()] for name, y in answers.items()}
    with open(path, "w") as out:
        json.dump(values, out, separators=(",", ":"))


def main(data, surround, corner, folder, about):
    views = Views(data, "held")
    net = SurroundNet()
    net.load_state_dict(torch.load(surround))
    net.eval()
    layers = chain(TRUNK, net.trunk, "input") + chain(POINTS, net.points, TRUNK[-1][0])
    layers.append(("points", POINTS[-1][0], 1, 1, False, *folded(net.say_points)))
    layers += chain(THINGS, net.things, TRUNK[-1][0])
    layers.append(("things", THINGS[-1][0], 1, 1, False, *folded(net.say_things)))
    modules = {"points": net.say_points, "things": net.say_things}
    for names, parts in ((TRUNK, net.trunk), (POINTS, net.points), (THINGS, net.things)):
        modules.update({name: parts[3 * k + 2] for k, (name, *_) in enumerate(names)})
    most = largest_of(modules, [lambda i=i: net(picture_of(views, i)) for i in range(min(200, len(views)))])
    write(f"{folder}/surround.net", layers, most, about)
    float_answers(f"{folder}/float-answers.json", net)
    if corner == "-":
        return

    second = CornerNet()
    second.load_state_dict(torch.load(corner))
    second.eval()
    layers = chain(LAYERS, second.body, "input")
    layers.append(("corner", LAYERS[-1][0], 1, 1, False, *folded(second.head)))
    modules = {name: second.body[3 * k + 2] for k, (name, *_) in enumerate(LAYERS)}
    modules["corner"] = second.head
    made = examples(net, views, 60)
    rng = np.random.default_rng(1)
    runs = [lambda k=k: second(batch_of(views, made[k : k + 64], rng)[0]) for k in range(0, len(made), 64)]
    write(f"{folder}/corner.net", layers, largest_of(modules, runs), about)


if __name__ == "__main__":
    main(*sys.argv[1:6])
