#!/usr/bin/env python3
"""Checks of the trainer that need no card: python3 training/backgammon/test_network.py"""

import os
import tempfile
import types
import unittest

import torch

import network
import train


def board(mover, other):
    """A packed board from two dictionaries: place → checkers."""
    packed = []
    for side in (mover, other):
        bits = sum(count << (4 * place) for place, count in side.items())
        packed += bits.to_bytes(16, "little")
    return torch.tensor([packed], dtype=torch.uint8)


START = {24: 2, 13: 5, 8: 3, 6: 5}


class Encoding(unittest.TestCase):
    def test_counts_are_the_checkers_on_each_place(self):
        counts = network.counts(board(START, {0: 14, 25: 1}))[0].tolist()
        self.assertEqual([counts[place] for place in (6, 8, 13, 24)], [5, 3, 5, 2])
        self.assertEqual((counts[26], counts[26 + 25], sum(counts)), (14, 1, 30))

    def test_inputs_of_a_point_are_a_thermometer_with_a_count_beyond_three(self):
        inputs = network.encode(board(START, START), torch.float32)[0]
        self.assertEqual(inputs[4 * 5 : 4 * 6].tolist(), [1, 1, 1, 1])
        self.assertEqual(inputs[4 * 23 : 4 * 24].tolist(), [1, 1, 0, 0])
        self.assertEqual(inputs[: network.INPUTS_OF_SIDE].tolist(), inputs[network.INPUTS_OF_SIDE : network.INPUTS].tolist())
        self.assertEqual(len(inputs), network.PADDED_INPUTS)

    def test_outcome_counts_single_games_gammons_and_backgammons(self):
        done = {0: 15}
        cases = [({1: 14, 0: 1}, 1), ({1: 15}, 2), ({1: 14, 25: 1}, 3), ({1: 14, 19: 1}, 3), ({1: 14, 18: 1}, 2)]
        for loser, points in cases:
            self.assertEqual(network.outcome(board(loser, done)).item(), points, loser)
        self.assertEqual(network.outcome(board(START, START)).item(), 0)


class WeightFile(unittest.TestCase):
    def test_weights_survive_being_written_and_read(self):
        matrices, offsets = network.fresh_weights((32, 16), 1, "cpu")
        matrices[0][:, network.INPUTS :] = 0
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "big.bin")
            network.write_weights(path, matrices, offsets)
            for written, read in zip((*matrices, *offsets), sum(network.read_weights(path, "cpu"), [])):
                self.assertTrue(torch.equal(written.half().float(), read))


class Choosing(unittest.TestCase):
    def test_the_play_that_leaves_least_to_the_other_side_is_chosen(self):
        torch.manual_seed(1)
        counts = torch.tensor([3, 1, 4], dtype=torch.int16)
        chances = torch.rand(8, 5)
        equities = network.equity(chances)
        choices, targets = train.Trainer.choose(types.SimpleNamespace(), counts, chances, equities)
        first = 0
        for roll, count in enumerate(counts.tolist()):
            best = min(range(count), key=lambda play: equities[first + play])
            self.assertEqual(choices[roll].item(), best)
            self.assertTrue(torch.allclose(network.equity(targets[roll]), -equities[first + best], atol=1e-6))
            first += count

    def test_weights_of_the_rolls_add_up_to_36(self):
        self.assertEqual((len(train.ROLL_WEIGHTS), sum(train.ROLL_WEIGHTS)), (21, 36))


if __name__ == "__main__":
    unittest.main()
