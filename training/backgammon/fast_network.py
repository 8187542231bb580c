"""The fast network: what it sees, its layers in training, and its weight file of whole numbers.

Every input is 0 or 1, so that a play changes a few of them and the first layer is brought up to date by adding and
subtracting their weights. `games/backgammon/src/engine/fast_network.rs` reads the weight file and does the same with
whole numbers; the limits below keep them from overflowing there.
"""

import struct

import torch
import torch.nn.functional as F

import network

# Per side: six inputs for each of 24 points and the bar (at least one checker, at least two, ...), and one for each
# checker that is off.
STEPS = 6
OFF = 15
INPUTS_OF_SIDE = STEPS * 25 + OFF
INPUTS = 2 * INPUTS_OF_SIDE
# Tensor cores want multiples of 16; the inputs beyond INPUTS are always 0.
PADDED_INPUTS = 336
MAGIC = b"BWFN"

# How large the units of the hidden layers can become.
CEILINGS = (1.0, 2.0)
# How large the weights into each layer may become.
LIMITS = (1.0, 4.0, 8.0)
# What 1 is in whole numbers: units of the hidden layers, and weights into each layer.
UNIT_SCALES = (255, 4080)
WEIGHT_SCALES = (1020, 1024, 512)
# All checkers of both sides, each of which can turn on one input.
MAX_ACTIVE = 30


def encode(boards, dtype):
    """The inputs, [n, PADDED_INPUTS], from packed boards [n, 32]."""
    sides = network.counts(boards).reshape(-1, 2, 26)
    steps = torch.arange(1, STEPS + 1, device=boards.device)
    points = (sides[..., 1:, None] >= steps).flatten(-2)
    off = sides[..., :1] >= torch.arange(1, OFF + 1, device=boards.device)
    inputs = torch.cat((points, off), dim=-1).reshape(-1, INPUTS).to(dtype)
    return F.pad(inputs, (0, PADDED_INPUTS - INPUTS))


def fresh_weights(hidden, seed, device):
    """Random weights for two hidden layers of these sizes."""
    generator = torch.Generator().manual_seed(seed)
    sizes = (PADDED_INPUTS, *hidden, network.OUTPUTS)
    spreads = (0.15, 0.08, 0.02)
    matrices = [
        (torch.randn(n_out, n_in, generator=generator) * spread).to(device)
        for n_in, n_out, spread in zip(sizes, sizes[1:], spreads)
    ]
    offsets = [torch.full((n_out,), 0.1 if idx < 2 else 0.0, device=device) for idx, n_out in enumerate(sizes[1:])]
    offsets[-1] += torch.tensor([0.0, -1.5, -4.5, -1.5, -4.5], device=device)
    return matrices, offsets


def logits(inputs, matrices, offsets):
    """The network before the last sigmoid, in the order of `network.logits`."""
    for matrix, offset, ceiling in zip(matrices[:-1], offsets[:-1], CEILINGS):
        inputs = F.linear(inputs, matrix, offset).clamp(0, ceiling)
    return F.linear(inputs.float(), matrices[-1].float(), offsets[-1].float())


@torch.no_grad()
def limit(matrices):
    """Brings weights back to what whole numbers can hold."""
    for matrix, most in zip(matrices, LIMITS):
        matrix.clamp_(-most, most)


def quantized(matrices, offsets):
    """The weights and offsets as whole numbers, and what a whole 1 of each layer's sums stands for.

    Raises a ValueError if the first layer's sums could leave 16 bits.
    """
    scales = (WEIGHT_SCALES[0], UNIT_SCALES[0] * WEIGHT_SCALES[1], UNIT_SCALES[1] * WEIGHT_SCALES[2])
    weights = [(matrix.detach().double().cpu() * scale).round().long() for matrix, scale in zip(matrices, WEIGHT_SCALES)]
    starts = [(offset.detach().double().cpu() * scale).round().long() for offset, scale in zip(offsets, scales)]
    weights[0] = weights[0][:, :INPUTS]
    largest = weights[0].abs().topk(MAX_ACTIVE, dim=1).values.sum(dim=1) + starts[0].abs()
    if 32_767 - WEIGHT_SCALES[0] < largest.max().item():
        raise ValueError(f"a sum of the first layer could become {largest.max().item()}, which does not fit 16 bits")
    return weights, starts


def whole_logits(boards, weights, starts):
    """The logits as the engine computes them, from the results of `quantized`."""
    sums = encode(boards, torch.float64)[:, :INPUTS].long() @ weights[0].t() + starts[0]
    units = ((sums + 2) >> 2).clamp(0, 255)
    sums = units @ weights[1].t() + starts[1]
    units = ((sums + 32) >> 6).clamp(0, 8160)
    sums = units @ weights[2].t() + starts[2]
    return sums.float() / (UNIT_SCALES[1] * WEIGHT_SCALES[2])


def write_weights(path, matrices, offsets):
    """Writes a weight file.

    The word BWFN and the sizes of both hidden layers as 32-bit numbers; the weights of the first layer input by input
    and its offsets as 16-bit numbers; then for each later layer its weights output by output as 16-bit numbers and its
    offsets as 32-bit ones. All lowest byte first.
    """
    weights, starts = quantized(matrices, offsets)
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(struct.pack("<2I", *map(len, starts[:2])))
        file.write(weights[0].t().contiguous().short().numpy().tobytes())
        file.write(starts[0].short().numpy().tobytes())
        for matrix, start in zip(weights[1:], starts[1:]):
            file.write(matrix.short().numpy().tobytes())
            file.write(start.int().numpy().tobytes())
