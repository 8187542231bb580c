"""The big network and the race network: what they see of a board, their layers, and their weight files.

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


# The checkers on each place at the start of a standard game.
START = {24: 2, 13: 5, 8: 3, 6: 5}


def packed_board(mover, other):
    """A packed board, [1, 32], from two dictionaries: place → checkers."""
    sides = [sum(count << (4 * place) for place, count in side.items()) for side in (mover, other)]
    return torch.tensor([[*sides[0].to_bytes(16, "little"), *sides[1].to_bytes(16, "little")]], dtype=torch.uint8)


def counts(boards):
    """The checkers on each place, [n, 52], from packed boards [n, 32]."""
    pairs = torch.stack((boards & 15, boards >> 4), dim=2).reshape(-1, 2, 32)
    return pairs[:, :, :26].reshape(-1, 52)


def inputs_of_sides(sides, dtype):
    """What a network sees of each side, [..., INPUTS_OF_SIDE], from the checkers on its places [..., 26]."""
    places = sides[..., 1:].to(dtype)
    off = sides[..., :1].to(dtype)
    thermometer = torch.stack(
        ((places >= 1).to(dtype), (places >= 2).to(dtype), (places >= 3).to(dtype), F.relu(places - 3) * 0.5), dim=-1
    ).flatten(-2)
    return torch.cat((thermometer, off * (1 / 15), (off > 0).to(dtype)), dim=-1)


def encode(boards, dtype):
    """The inputs of the network, [n, PADDED_INPUTS]."""
    inputs = inputs_of_sides(counts(boards).reshape(-1, 2, 26), dtype).reshape(-1, INPUTS)
    return F.pad(inputs, (0, PADDED_INPUTS - INPUTS))


def is_race(boards):
    """Whether the sides have passed each other, [n]."""
    sides = counts(boards).reshape(-1, 2, 26)
    places = torch.arange(26, device=boards.device)
    hindmost = torch.where(sides != 0, places, 0).amax(dim=2)
    return hindmost.sum(dim=1) <= 25


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

    def rank_of(self, sides):
        """Whether sides [n, 16] are at home, and their numbers in the table (0 if not), both [n]."""
        is_home = (sides[:, 3] >> 4 == 0) & (sides[:, 4:13] == 0).all(dim=1)
        low = sides[:, :4].int()
        home = low[:, 0] >> 4 | low[:, 1] << 4 | low[:, 2] << 12 | (low[:, 3] & 15) << 20
        return is_home, self.rank[torch.where(is_home, home, 0).long()].long()

    def exact(self, boards):
        """Whether both sides have few checkers, all at home, and the chance of the side that is to roll, both [n]."""
        (is_home, mover), (is_other_home, other) = self.rank_of(boards[:, :16]), self.rank_of(boards[:, 16:])
        is_small = is_home & is_other_home & (mover < self.N_SMALL) & (other < self.N_SMALL)
        return is_small, self.two_sided[torch.where(is_small, mover * self.N_SMALL + other, 0)]

    def win_chance(self, boards):
        """Whether both sides are at home, and the chance of the side that is to roll if they are, both [n]."""
        (is_home, mover), (is_other_home, other) = self.rank_of(boards[:, :16]), self.rank_of(boards[:, 16:])
        # The mover rolls first, so it wins if it needs no more rolls than the other side.
        win = (self.rolls[mover] * self.needs_at_least[other]).sum(dim=1)
        is_small, exact = self.exact(boards)
        return is_home & is_other_home, torch.where(is_small, exact, win).clamp(0, 1)


class Race:
    """How many rolls a side needs in a race: to bear off its last checker, its first, and to leave the other home board.

    Nobody can hit or block any more, so the dice of each side decide alone. A small network sees one side and estimates
    how likely each number of rolls is; once the side is at home, the last checker is known from the exact tables.
    """

    # The last number of each stands for itself and all greater ones.
    FINISH, FIRST, LEAVE = 40, 24, 8
    OUTPUTS = FINISH + FIRST + LEAVE
    PADDED_INPUTS = 112
    MAGIC = b"BWRN"
    HIDDEN = (256, 128)

    def __init__(self, bear_off, matrices, offsets):
        self.bear_off, self.matrices, self.offsets = bear_off, matrices, offsets

    @classmethod
    def fresh_weights(cls, seed, device):
        return random_weights((cls.PADDED_INPUTS, *cls.HIDDEN, cls.OUTPUTS), 15, seed, device)

    @classmethod
    def encode(cls, sides, dtype):
        """The inputs, [n, PADDED_INPUTS], from packed sides [n, 16]."""
        places = torch.stack((sides & 15, sides >> 4), dim=2).reshape(-1, 32)[:, :26]
        return F.pad(inputs_of_sides(places, dtype), (0, cls.PADDED_INPUTS - INPUTS_OF_SIDE))

    @classmethod
    def parts(cls, outputs):
        return outputs.split((cls.FINISH, cls.FIRST, cls.LEAVE), dim=-1)

    @staticmethod
    def has_left(sides):
        """Whether sides [n, 16] have no checker in the home board of the other side, nor on the bar, [n]."""
        return (sides[:, 9] >> 4 | sides[:, 10] | sides[:, 11] | sides[:, 12]) == 0

    def rolls(self, sides, dtype=torch.float32):
        """How likely each number of rolls is, as three tensors [n, FINISH], [n, FIRST] and [n, LEAVE]."""
        matrices, offsets = ([value.to(dtype) for value in values] for values in (self.matrices, self.offsets))
        outputs = logits(self.encode(sides, dtype), matrices, offsets)
        finish, first, leave = (part.softmax(dim=1) for part in self.parts(outputs))
        is_home, rank = self.bear_off.rank_of(sides)
        exact = F.pad(self.bear_off.rolls[rank], (0, self.FINISH - BearOff.N_ROLLS))
        finish = torch.where(is_home[:, None], exact, finish)
        nothing = torch.arange(self.FINISH, device=sides.device) == 0
        first = torch.where(sides[:, :1] & 15 != 0, nothing[: self.FIRST].float(), first)
        leave = torch.where(self.has_left(sides)[:, None], nothing[: self.LEAVE].float(), leave)
        return finish, first, leave

    @classmethod
    def rough(cls, sides):
        """About how likely each number of rolls is, [n, OUTPUTS], by pips alone: where learning begins.

        A roll is worth 8.17 pips with a standard deviation of 4.3.
        """
        places = torch.arange(26, device=sides.device)
        checkers = torch.stack((sides & 15, sides >> 4), dim=2).reshape(-1, 32)[:, :26].float()
        parts = []
        for n, beyond, more in ((cls.FINISH, 0, 7.5), (cls.FIRST, 6, 5.0), (cls.LEAVE, 18, 3.0)):
            mean = ((checkers @ (places - beyond).clamp(min=0).float() + more) / 8.167)[:, None]
            numbers = torch.arange(n, device=sides.device)
            parts.append((-0.5 * (numbers - mean).square() / (0.28 * mean + 0.1)).softmax(dim=1))
        return torch.cat(parts, dim=1)

    def chances(self, boards, dtype=torch.float32):
        """The chances of the side that is to roll, [n, 5], on boards where the sides have passed each other."""
        of_mover, of_other = self.rolls(boards[:, :16], dtype), self.rolls(boards[:, 16:], dtype)
        return self.chances_by_rolls(boards, of_mover, of_other)

    def chances_by_rolls(self, boards, of_mover, of_other):
        def at_least(rolls):
            """How likely 0, 1, 2, … rolls or more are."""
            tail = rolls.flip(1).cumsum(1).flip(1)
            return F.pad(tail, (0, self.FINISH + 1 - tail.shape[1]))

        # The mover wins with its n-th roll, when the other side has had n - 1, and loses when it has had n itself.
        win, win_gammon, win_backgammon = ((of_mover[0] * at_least(rolls)[:, :-1]).sum(dim=1) for rolls in of_other)
        lose_gammon, lose_backgammon = ((of_other[0] * at_least(rolls)[:, 1:]).sum(dim=1) for rolls in of_mover[1:])
        is_small, exact = self.bear_off.exact(boards)
        win = torch.where(is_small, exact, win).clamp(0, 1)
        chances = torch.stack((win, win_gammon, win_backgammon, lose_gammon, lose_backgammon), dim=1)
        return consistent(torch.where(possible(boards), chances, 0.0))


def random_weights(sizes, n_active, seed, device):
    """Random weights for layers of these sizes, as lists of matrices [outputs, inputs] and offsets."""
    generator = torch.Generator().manual_seed(seed)
    matrices, offsets = [], []
    for idx, (n_in, n_out) in enumerate(zip(sizes, sizes[1:])):
        # Few of the inputs are on, so the first layer may start larger than the usual rule says.
        fan_in = n_active if idx == 0 else n_in
        scale = (2 / fan_in) ** 0.5 if idx < len(sizes) - 2 else 0.01
        matrices.append((torch.randn(n_out, n_in, generator=generator) * scale).to(device))
        offsets.append(torch.zeros(n_out, device=device))
    return matrices, offsets


def fresh_weights(hidden, seed, device):
    """Random weights of the big network for hidden layers of these sizes."""
    matrices, offsets = random_weights((PADDED_INPUTS, *hidden, OUTPUTS), 50, seed, device)
    # Half of the games are won, a quarter by a gammon, few by a backgammon.
    offsets[-1] += torch.tensor([0.0, -1.5, -4.5, -1.5, -4.5], device=device)
    return matrices, offsets


def widened(matrices, offsets, hidden, seed, noise=0.01):
    """The same network with wider hidden layers: units are copied, and what they add is shared between the copies.

    A little noise in the weights before the copies makes them part as they learn (Net2Net).
    """
    generator = torch.Generator().manual_seed(seed)
    device = matrices[0].device
    matrices, offsets = [matrix.cpu().clone() for matrix in matrices], [offset.cpu().clone() for offset in offsets]
    for idx, n_units in enumerate(hidden):
        n_old = len(offsets[idx])
        if n_units < n_old:
            raise SystemExit(f"layer {idx + 1} has {n_old} units already; ask for as many or more")
        n_new = n_units - n_old
        if n_new == 0:
            continue
        # Every unit is copied before any is copied twice.
        rounds = [torch.randperm(n_old, generator=generator) for _ in range(-(-n_new // n_old))]
        copied = torch.cat(rounds)[:n_new]
        before, after = matrices[idx], matrices[idx + 1]
        copies = before[copied]
        copies = copies + noise * copies.std() * torch.randn(copies.shape, generator=generator) * (copies != 0)
        share = torch.rand(n_new, generator=generator) * 0.4 + 0.3
        taken = after[:, copied] * share
        after = after.index_add(1, copied, -taken)
        matrices[idx], matrices[idx + 1] = torch.cat((before, copies)), torch.cat((after, taken), dim=1)
        offsets[idx] = torch.cat((offsets[idx], offsets[idx][copied]))
    return [matrix.contiguous().to(device) for matrix in matrices], [offset.to(device) for offset in offsets]


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


def write_weights(path, matrices, offsets, magic=MAGIC, n_inputs=INPUTS):
    """Writes a weight file.

    The word BWBG (BWRN for the race network), the number of layers and the number of outputs of each as 32-bit numbers;
    then per layer the matrix, input by input, and the offsets, as 16-bit floats.
    """
    with open(path, "wb") as file:
        file.write(magic)
        file.write(struct.pack(f"<{1 + len(offsets)}I", len(offsets), *map(len, offsets)))
        for idx, (matrix, offset) in enumerate(zip(matrices, offsets)):
            matrix = matrix[:, :n_inputs] if idx == 0 else matrix
            file.write(matrix.detach().t().contiguous().half().cpu().numpy().tobytes())
            file.write(offset.detach().half().cpu().numpy().tobytes())


def read_weights(path, device, magic=MAGIC, n_inputs=INPUTS, padded_inputs=PADDED_INPUTS):
    """Reads what `write_weights` has written, as lists of matrices [outputs, inputs] and offsets."""
    with open(path, "rb") as file:
        content = file.read()
    if content[: len(magic)] != magic:
        raise SystemExit(f"{path} is no such weight file: it does not begin with {magic.decode()}")
    (n_layers,) = struct.unpack_from("<I", content, len(magic))
    sizes = (n_inputs, *struct.unpack_from(f"<{n_layers}I", content, len(magic) + 4))
    numbers = torch.frombuffer(bytearray(content[len(magic) + 4 + 4 * n_layers :]), dtype=torch.float16).float()
    matrices, offsets = [], []
    for idx, (n_in, n_out) in enumerate(zip(sizes, sizes[1:])):
        matrix = numbers[: n_in * n_out].reshape(n_in, n_out).t()
        matrices.append(F.pad(matrix, (0, padded_inputs - n_in if idx == 0 else 0)).contiguous().to(device))
        offsets.append(numbers[n_in * n_out : (n_in + 1) * n_out].clone().to(device))
        numbers = numbers[(n_in + 1) * n_out :]
    return matrices, offsets
