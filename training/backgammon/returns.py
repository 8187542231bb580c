"""Targets that look several rolls ahead, without the noise of the dice.

The exact target of a position is the mean over all 21 rolls of what the network says after the best play. It looks one
roll ahead, so a mistake of the network at the end of games comes back to their start one roll at a time.

By how much the exact target differs from what the network says itself is the *surprise* of a position. Where the game
went on by a best play, the surprise of the next position is a fair sample of how wrong the network is one roll further
on, so adding it to the target looks two rolls ahead; the surprise after that three, and so on. Each is multiplied by
a decay (lambda) once more. The dice still choose which positions are seen, but what they add is only the surprise, a fiftieth of
a point, and not the luck of a roll, which is ten times as much. A network without surprises stays as it is, so plays
that are not the best need no correction: the sum just ends there.
"""

import torch

import network


def turned_difference(chances):
    """A difference between chances, as the other side sees it."""
    return torch.cat((-chances[..., :1], chances[..., 3:5], chances[..., 1:3]), dim=-1)


class Returns:
    """The latest positions of games that are played side by side, whose targets still grow."""

    def __init__(self, n_games, horizon, device):
        self.horizon = horizon
        # The oldest position first; what was never written has weight 0 and is never handed out.
        self.states = torch.zeros(horizon, n_games, 32, dtype=torch.uint8, device=device)
        self.targets = torch.zeros(horizon, n_games, 5, device=device)
        self.weights = torch.zeros(horizon, n_games, device=device)
        self.best_boards = torch.full((n_games, 1, 32), 255, dtype=torch.uint8, device=device)
        self.n_steps = 0
        # The side to roll changes with every step.
        is_turned = (horizon - torch.arange(horizon, device=device)) % 2 == 1
        self.is_turned = is_turned[:, None, None]

    def add(self, states, values, targets, best_boards, decay):
        """Takes the positions of all games, and returns those whose targets are complete, with these targets.

        `values` is what the network says of the positions, `targets` their exact targets, and `best_boards` the boards
        after the best play of each roll, [games, rolls, 32], of which one comes next unless another play is chosen.
        `decay` is the weight of this surprise for the position before, from 0 to 1.
        """
        continues = (states[:, None] == self.best_boards).all(dim=2).any(dim=1)
        self.best_boards = best_boards
        surprise = targets - values
        seen_back = torch.where(self.is_turned, turned_difference(surprise), surprise)
        self.weights *= decay * continues
        self.targets += self.weights[:, :, None] * seen_back
        complete = self.states[0].clone(), network.consistent(self.targets[0].clamp(0, 1))
        self.states = torch.cat((self.states[1:], states[None]))
        self.targets = torch.cat((self.targets[1:], targets[None]))
        self.weights = torch.cat((self.weights[1:], torch.ones_like(self.weights[:1])))
        self.n_steps += 1
        if self.n_steps <= self.horizon:
            return states[:0], targets[:0]
        return complete
