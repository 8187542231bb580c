"""The big network: what it sees of a board, its layers, and its weight file.

A board is 32 bytes as `games/backgammon/examples/self_play.rs` writes them: 26 places of four bits for the side that
is to roll and 26 for the other side. `games/backgammon/src/engine/big_network.rs` reads the weight file and computes
the same.
"""

import struct

import numpy as np
import torch
import torch.nn.functional as F

# Per side: four inputs for each of 24 points and the bar, the checkers that are off, and whether there are any.
INPUTS_OF_SIDE = 4 * 25 + 2
INPUTS = 2 * INPUTS_OF_SIDE
# Tensor cores want multiples of 16; the inputs beyond INPUTS are always 0.
PADDED_INPUTS = 208
OUTPUTS = 5
MAGIC = b"BWBG"


def counts(boards):
    """The checkers on each place, [n, 52], from packed boards [n, 32]."""
    pairs = torch.stack((boards & 15, boards >> 4), dim=2).reshape(-1, 2, 32)
    return pairs[:, :, :26].reshape(-1, 52)


def encode(boards, dtype):
    """The inputs of the network, [n, PADDED_INPUTS]."""
    sides = counts(boards).reshape(-1, 2, 26)
    places = sides[:, :, 1:].to(dtype)
    off = sides[:, :, :1].to(dtype)
    thermometer = torch.stack(
        ((places >= 1).to(dtype), (places >= 2).to(dtype), (places >= 3).to(dtype), F.relu(places - 3) * 0.5), dim=3
    ).reshape(-1, 2, 100)
    inputs = torch.cat((thermometer, off * (1 / 15), (off > 0).to(dtype)), dim=2).reshape(-1, INPUTS)
    return F.pad(inputs, (0, PADDED_INPUTS - INPUTS))


def outcome(boards):
    """How much the side that is *not* to roll has just won, [n]: 0 if the game goes on, else 1, 2 or 3."""
    sides = counts(boards).reshape(-1, 2, 26)
    is_over = (sides[:, 1, 1:] == 0).all(dim=1)
    has_none_off = sides[:, 0, 0] == 0
    is_far_back = (sides[:, 0, 19:] != 0).any(dim=1)
    return is_over * (1 + has_none_off.int() * (1 + is_far_back.int()))


def possible(boards):
    """Which of the five results are possible, [n, 5]: who has borne off a checker loses no gammon."""
    is_mover_safe, is_other_safe = boards[:, :1] & 15 != 0, boards[:, 16:17] & 15 != 0
    return ~torch.cat((torch.zeros_like(is_mover_safe), *[is_other_safe] * 2, *[is_mover_safe] * 2), dim=1)


def consistent(chances):
    """The same, but a greater win is never likelier than a smaller one."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances.unbind(dim=1)
    win_gammon = torch.minimum(win_gammon, win)
    lose_gammon = torch.minimum(lose_gammon, 1 - win)
    win_backgammon = torch.minimum(win_backgammon, win_gammon)
    lose_backgammon = torch.minimum(lose_backgammon, lose_gammon)
    return torch.stack((win, win_gammon, win_backgammon, lose_gammon, lose_backgammon), dim=1)


class BearOff:
    """Exact chances once both sides are at home, from the file that `self_play tables FILE` writes."""

    N_HOMES = 54_264
    N_SMALL = 924
    N_ROLLS = 32

    def __init__(self, path, device):
        record = np.dtype([("home", "<u4"), ("rolls", "<f4", self.N_ROLLS)])
        with open(path, "rb") as file:
            homes = np.frombuffer(file.read(self.N_HOMES * record.itemsize), dtype=record)
            two_sided = np.frombuffer(file.read(), dtype="<f4")
        if len(homes) != self.N_HOMES or len(two_sided) != self.N_SMALL**2:
            raise SystemExit(f"{path} is cut off: make it again by self_play tables {path}")
        rank = np.zeros(1 << 24, dtype=np.int32)
        rank[homes["home"]] = np.arange(self.N_HOMES)
        rolls = homes["rolls"].astype(np.float64)
        needs_at_least = 1 - np.cumsum(rolls, axis=1) + rolls
        self.rank = torch.from_numpy(rank).to(device)
        self.rolls = torch.from_numpy(rolls.astype(np.float32)).to(device)
        self.needs_at_least = torch.from_numpy(needs_at_least.astype(np.float32)).to(device)
        self.two_sided = torch.from_numpy(two_sided.copy()).to(device)

    def win_chance(self, boards):
        """Whether both sides are at home, and the chance of the side that is to roll if they are, both [n]."""
        sides = boards.reshape(-1, 2, 16)
        is_known = ((sides[:, :, 3] >> 4 == 0) & (sides[:, :, 4:13] == 0).all(dim=2)).all(dim=1)
        low = sides[:, :, :4].int()
        home = low[:, :, 0] >> 4 | low[:, :, 1] << 4 | low[:, :, 2] << 12 | (low[:, :, 3] & 15) << 20
        rank = self.rank[torch.where(is_known[:, None], home, 0).long()].long()
        mover, other = rank[:, 0], rank[:, 1]
        # The mover rolls first, so it wins if it needs no more rolls than the other side.
        win = (self.rolls[mover] * self.needs_at_least[other]).sum(dim=1)
        is_small = (mover < self.N_SMALL) & (other < self.N_SMALL)
        of_two = self.two_sided[torch.where(is_small, mover * self.N_SMALL + other, 0)]
        return is_known, torch.where(is_small, of_two, win).clamp(0, 1)


def fresh_weights(hidden, seed, device):
    """Random weights for hidden layers of these sizes, as lists of matrices [outputs, inputs] and offsets."""
    generator = torch.Generator().manual_seed(seed)
    matrices, offsets = [], []
    sizes = (PADDED_INPUTS, *hidden, OUTPUTS)
    for n_in, n_out in zip(sizes, sizes[1:]):
        # About 50 of the 204 inputs are on, so the first layer may start larger than the usual rule says.
        fan_in = 50 if n_in == PADDED_INPUTS else n_in
        scale = (2 / fan_in) ** 0.5 if n_out != OUTPUTS else 0.01
        matrices.append((torch.randn(n_out, n_in, generator=generator) * scale).to(device))
        offsets.append(torch.zeros(n_out, device=device))
    # Half of the games are won, a quarter by a gammon, few by a backgammon.
    offsets[-1] += torch.tensor([0.0, -1.5, -4.5, -1.5, -4.5], device=device)
    return matrices, offsets


def logits(inputs, matrices, offsets):
    """The network before the last sigmoid: win, win gammon, win backgammon, lose gammon, lose backgammon."""
    for matrix, offset in zip(matrices[:-1], offsets[:-1]):
        inputs = F.relu(F.linear(inputs, matrix, offset))
    # The last layer decides about differences of a thousandth of a point: it is not rounded to 16 bits.
    return F.linear(inputs.float(), matrices[-1].float(), offsets[-1].float())


def equity(chances):
    """Points a game without the cube, for the side that is to roll."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances.unbind(dim=-1)
    return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon


def turned(chances):
    """The same chances as the other side sees them."""
    return torch.cat((1 - chances[..., :1], chances[..., 3:5], chances[..., 1:3]), dim=-1)


def write_weights(path, matrices, offsets):
    """Writes a weight file.

    The word BWBG, the number of layers and the number of outputs of each as 32-bit numbers; then per layer the matrix,
    input by input, and the offsets, as 16-bit floats.
    """
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(struct.pack(f"<{1 + len(offsets)}I", len(offsets), *map(len, offsets)))
        for idx, (matrix, offset) in enumerate(zip(matrices, offsets)):
            matrix = matrix[:, :INPUTS] if idx == 0 else matrix
            file.write(matrix.detach().t().contiguous().half().cpu().numpy().tobytes())
            file.write(offset.detach().half().cpu().numpy().tobytes())


def read_weights(path, device):
    """Reads what `write_weights` has written, as lists of matrices [outputs, inputs] and offsets."""
    with open(path, "rb") as file:
        content = file.read()
    if content[: len(MAGIC)] != MAGIC:
        raise SystemExit(f"{path} is no weight file: it does not begin with {MAGIC.decode()}")
    (n_layers,) = struct.unpack_from("<I", content, len(MAGIC))
    sizes = (INPUTS, *struct.unpack_from(f"<{n_layers}I", content, len(MAGIC) + 4))
    numbers = torch.frombuffer(bytearray(content[len(MAGIC) + 4 + 4 * n_layers :]), dtype=torch.float16).float()
    matrices, offsets = [], []
    for n_in, n_out in zip(sizes, sizes[1:]):
        matrix = numbers[: n_in * n_out].reshape(n_in, n_out).t()
        matrices.append(F.pad(matrix, (0, PADDED_INPUTS - n_in if n_in == INPUTS else 0)).contiguous().to(device))
        offsets.append(numbers[n_in * n_out : (n_in + 1) * n_out].clone().to(device))
        numbers = numbers[(n_in + 1) * n_out :]
    return matrices, offsets
