#!/usr/bin/env python3
"""Checks of the trainer that need no card: python3 training/backgammon/test_network.py"""

import os
import tempfile
import types
import unittest

import numpy as np
import torch

import fast_network
import network
import train
import train_race
from network import Race
from returns import Returns, turned_difference


board, START = network.packed_board, network.START


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


    def test_who_has_borne_off_a_checker_loses_no_gammon(self):
        boards = torch.cat((board(START, START), board({0: 1, 6: 14}, START), board(START, {0: 1, 6: 14})))
        possible = network.possible(boards).tolist()
        self.assertEqual(possible[0], [True] * 5)
        self.assertEqual(possible[1], [True, True, True, False, False])
        self.assertEqual(possible[2], [True, False, False, True, True])

    def test_greater_wins_are_never_likelier_than_smaller_ones(self):
        chances = network.consistent(torch.tensor([[0.3, 0.4, 0.5, 0.9, 0.8]]))[0]
        self.assertTrue(torch.allclose(chances, torch.tensor([0.3, 0.3, 0.3, 0.7, 0.7])))


class FastNetwork(unittest.TestCase):
    def some_boards(self):
        places = ({24: 2, 13: 5, 8: 3, 6: 5}, {0: 3, 25: 1, 6: 7, 4: 4}, {1: 15}, {0: 14, 2: 1}, {20: 3, 6: 6, 5: 6})
        return torch.cat([board(mover, other) for mover in places for other in places])

    def test_inputs_count_checkers_up_to_six_and_all_that_are_off(self):
        inputs = fast_network.encode(board({1: 2, 24: 8, 0: 5}, {0: 3, 25: 1, 6: 11}), torch.float32)[0]
        steps = lambda place: inputs[6 * (place - 1) : 6 * place].tolist()
        self.assertEqual((steps(1), steps(24), steps(2)), ([1, 1, 0, 0, 0, 0], [1] * 6, [0] * 6))
        self.assertEqual(inputs[150:165].tolist(), [1] * 5 + [0] * 10)
        self.assertEqual(inputs[165 + 144 : 165 + 150].tolist(), [1, 0, 0, 0, 0, 0])
        self.assertEqual((inputs[330:].sum().item(), len(inputs)), (0, fast_network.PADDED_INPUTS))

    def test_whole_numbers_say_nearly_the_same(self):
        matrices, offsets = fast_network.fresh_weights((512, 32), 7, "cpu")
        boards = self.some_boards()
        expected = fast_network.logits(fast_network.encode(boards, torch.float32), matrices, offsets)
        found = fast_network.whole_logits(boards, *fast_network.quantized(matrices, offsets))
        self.assertLess((found - expected).abs().max().item(), 0.01)
        self.assertGreater(expected.std(dim=0).min().item(), 0.01)

    def test_weights_whose_sums_could_overflow_are_refused(self):
        matrices, offsets = fast_network.fresh_weights((512, 32), 7, "cpu")
        matrices[0][3] = 1.1
        with self.assertRaisesRegex(ValueError, "does not fit 16 bits"):
            fast_network.quantized(matrices, offsets)
        fast_network.limit(matrices)
        self.assertEqual(matrices[0].max().item(), 1.0)

    def test_weight_files_have_the_size_that_the_engine_expects(self):
        matrices, offsets = fast_network.fresh_weights((512, 32), 7, "cpu")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fast.bin")
            fast_network.write_weights(path, matrices, offsets)
            with open(path, "rb") as file:
                content = file.read()
        numbers = 330 * 512 + 512 + 32 * 512 + 5 * 32
        self.assertEqual((content[:4], len(content)), (b"BWFN", 12 + 2 * numbers + 4 * (32 + 5)))


class ExactChances(unittest.TestCase):
    def tables(self, folder):
        """A file of two home boards: seven checkers that need three or four rolls, and one that needs one."""
        records = np.zeros(network.BearOff.N_HOMES, dtype=[("home", "<u4"), ("rolls", "<f4", network.BearOff.N_ROLLS)])
        # What is never asked for must not take the place of what is.
        records["home"] = 0xF00000 + np.arange(len(records))
        records[1]["home"], records[1]["rolls"][1] = 1, 1.0
        records[1000]["home"], records[1000]["rolls"][3:5] = 7, (0.25, 0.75)
        two_sided = np.zeros((network.BearOff.N_SMALL,) * 2, dtype="<f4")
        two_sided[1, 1] = 0.875
        path = os.path.join(folder, "tables")
        with open(path, "wb") as file:
            file.write(records.tobytes() + two_sided.tobytes())
        return network.BearOff(path, "cpu")

    def test_chances_come_from_both_tables_once_both_sides_are_at_home(self):
        few, many, outside = {0: 14, 1: 1}, {0: 8, 1: 7}, {0: 14, 7: 1}
        cases = [(few, few, 0.875), (few, many, 1.0), (many, few, 0.0), (many, many, 0.25 + 0.75 * 0.75)]
        with tempfile.TemporaryDirectory() as folder:
            tables = self.tables(folder)
            for mover, other, expected in cases:
                is_known, win = tables.win_chance(board(mover, other))
                self.assertTrue(is_known.item())
                self.assertAlmostEqual(win.item(), expected, places=6)
            for mover, other in ((few, outside), (outside, few), (few, {0: 14, 25: 1})):
                self.assertFalse(tables.win_chance(board(mover, other))[0].item())


class WeightFile(unittest.TestCase):
    def test_weights_survive_being_written_and_read(self):
        matrices, offsets = network.fresh_weights((32, 16), 1, "cpu")
        matrices[0][:, network.INPUTS :] = 0
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "big.bin")
            network.write_weights(path, matrices, offsets)
            for written, read in zip((*matrices, *offsets), sum(network.read_weights(path, "cpu"), [])):
                self.assertTrue(torch.equal(written.half().float(), read))


class Widening(unittest.TestCase):
    def test_a_wider_network_says_the_same(self):
        matrices, offsets = network.fresh_weights((24, 16), 1, "cpu")
        inputs = network.encode(torch.cat((board(START, START), board({0: 14, 25: 1}, START))), torch.float32)
        expected = network.logits(inputs, matrices, offsets)
        wide = network.widened(matrices, offsets, (60, 16), 2, noise=0)
        self.assertEqual([len(offset) for offset in wide[1]], [60, 16, 5])
        self.assertTrue(torch.allclose(network.logits(inputs, *wide), expected, atol=1e-5))
        noisy = network.widened(matrices, offsets, (60, 20), 2)
        self.assertTrue(torch.allclose(network.logits(inputs, *noisy), expected, atol=0.05))

    def test_layers_never_become_narrower(self):
        with self.assertRaises(SystemExit):
            network.widened(*network.fresh_weights((24, 16), 1, "cpu"), (20, 16), 1)


class Races(unittest.TestCase):
    def rolls(self, **numbers):
        """Certain numbers of rolls."""
        sizes = {"finish": Race.FINISH, "first": Race.FIRST, "leave": Race.LEAVE}
        return [torch.eye(size)[numbers.get(name, 0)][None] for name, size in sizes.items()]

    def chances(self, mover, other):
        tables = types.SimpleNamespace(exact=lambda boards: (torch.tensor([False]), torch.tensor([0.5])))
        race = Race(tables, [], [])
        return race.chances_by_rolls(board({20: 1, 6: 14}, {4: 15}), mover, other)[0].tolist()

    def test_who_rolls_first_wins_if_both_need_as_many_rolls(self):
        five, four = self.rolls(finish=5), self.rolls(finish=4)
        self.assertEqual(self.chances(five, five), [1, 0, 0, 0, 0])
        self.assertEqual(self.chances(five, four), [0, 0, 0, 0, 0])

    def test_a_gammon_is_lost_by_who_is_late_with_the_first_checker(self):
        for first, leave, lost in ((4, 0, [0, 0]), (5, 4, [1, 0]), (6, 5, [1, 1])):
            chances = self.chances(self.rolls(finish=9, first=first, leave=leave), self.rolls(finish=4))
            self.assertEqual(chances, [0, 0, 0, *lost])
        self.assertEqual(self.chances(self.rolls(finish=4), self.rolls(finish=9, first=4, leave=3)), [1, 1, 0, 0, 0])

    def test_sides_that_have_passed_each_other_race(self):
        boards = torch.cat((board({20: 1, 6: 14}, {4: 15}), board({20: 1, 6: 14}, {6: 15}), board({25: 1}, {1: 1})))
        self.assertEqual(network.is_race(boards).tolist(), [True, False, False])

    def test_a_roll_is_worth_eight_pips_in_the_rule_of_thumb(self):
        finish, first, leave = Race.parts(Race.rough(board(START, START)[:, :16]))
        self.assertAlmostEqual(train_race.mean_of(finish).item(), (167 + 7.5) / 8.167, places=1)
        self.assertLess(train_race.mean_of(first).item(), train_race.mean_of(finish).item())
        self.assertLess(train_race.mean_of(leave).item(), 3)

    def test_a_roll_later_every_number_is_one_more(self):
        rolls = torch.tensor([[0.25, 0.5, 0.25]])
        self.assertEqual(train_race.one_roll_later(rolls).tolist(), [[0, 0.25, 0.75]])

    def test_the_play_with_the_fewest_rolls_is_found_for_each_roll(self):
        best = train_race.least_of(torch.tensor([3.0, 2.0, 2.0, 5.0, 4.0]), torch.tensor([0, 0, 0, 1, 1]), 2)
        self.assertEqual(best.tolist(), [1, 4])


class SeveralRollsAhead(unittest.TestCase):
    """A game of positions that are told apart by one checker, whose values are all wrong by the same surprise."""

    SURPRISE = torch.tensor([[0.04, 0.02, 0.01, -0.03, 0.0]])
    VALUE = torch.tensor([[0.5, 0.2, 0.02, 0.2, 0.02]])

    def positions(self, n):
        return [board({place: 15}, {}) for place in range(1, n + 1)]

    def completed(self, decay, horizon, is_best):
        """The targets of all positions but the last ones, where `is_best` tells whether each play was a best one."""
        returns = Returns(1, horizon, "cpu")
        positions = self.positions(len(is_best) + 1)
        completed = []
        for idx, position in enumerate(positions):
            follows = positions[idx + 1] if idx < len(is_best) and is_best[idx] else board({25: 15}, {})
            best_boards = torch.stack((board({0: 15}, {}), follows), dim=1)
            states, targets = returns.add(position, self.VALUE, self.VALUE + self.SURPRISE, best_boards, decay)
            completed += zip(states, targets)
        for (state, _), position in zip(completed, positions):
            self.assertTrue(torch.equal(state, position[0]))
        return [target - self.VALUE[0] for _, target in completed]

    def assert_close(self, one, other):
        self.assertTrue(torch.allclose(one, other, atol=1e-6), (one, other))

    def test_surprises_are_turned_around_with_every_roll_and_weighted(self):
        (surprise,), (turned,) = self.SURPRISE, turned_difference(self.SURPRISE)
        self.assert_close(turned, torch.tensor([-0.04, -0.03, 0.0, 0.02, 0.01]))
        first, second = self.completed(0.5, 3, [True] * 4)
        self.assert_close(first, surprise + 0.5 * turned + 0.25 * surprise + 0.125 * turned)
        self.assert_close(second, first)

    def test_nothing_is_added_beyond_a_play_that_is_not_the_best(self):
        (surprise,), (turned,) = self.SURPRISE, turned_difference(self.SURPRISE)
        first, second, third = self.completed(1.0, 2, [True, False, True, True])
        self.assert_close(first, surprise + turned)
        self.assert_close(second, surprise)
        self.assert_close(third, surprise + turned + surprise)

    def test_without_decay_targets_are_the_exact_ones(self):
        for target in self.completed(0.0, 1, [True] * 3):
            self.assert_close(target, self.SURPRISE[0])


class Choosing(unittest.TestCase):
    def test_the_play_that_leaves_least_to_the_other_side_is_chosen(self):
        torch.manual_seed(1)
        counts = torch.tensor([3, 1, 4], dtype=torch.int16)
        chances = torch.rand(8, 5)
        equities = network.equity(chances)
        choices, targets, _ = train.Trainer.choose(types.SimpleNamespace(), counts, chances, equities)
        first = 0
        for roll, count in enumerate(counts.tolist()):
            best = min(range(count), key=lambda play: equities[first + play])
            self.assertEqual(choices[roll].item(), best)
            self.assertTrue(torch.allclose(network.equity(targets[roll]), -equities[first + best], atol=1e-6))
            first += count

    def test_targets_are_those_of_the_best_play_whatever_is_played(self):
        torch.manual_seed(2)
        counts = torch.tensor([4] * 50, dtype=torch.int16)
        chances = torch.rand(200, 5)
        equities = network.equity(chances)
        nothing = types.SimpleNamespace()
        best, targets, _ = train.Trainer.choose(nothing, counts, chances, equities)
        played, same, _ = train.Trainer.choose(nothing, counts, chances, equities, torch.full((50,), 5.0))
        self.assertTrue(torch.equal(targets, same))
        self.assertFalse(torch.equal(best, played))
        self.assertTrue(((0 <= played) & (played < 4)).all())
        cold, _, _ = train.Trainer.choose(nothing, counts, chances, equities, torch.zeros(50))
        self.assertTrue(torch.equal(best, cold))

    def test_the_memory_keeps_the_latest_positions(self):
        memory = train.Memory(4, "cpu")
        for first in (0, 3):
            numbers = torch.arange(first, first + 3)
            memory.add(numbers[:, None].expand(3, 32).to(torch.uint8), numbers[:, None].expand(3, 5).float())
        states, targets = memory.some(100)
        self.assertEqual(set(states[:, 0].tolist()), {2, 3, 4, 5})
        self.assertTrue(torch.equal(states[:, 0].float(), targets[:, 0]))

    def test_weights_of_the_rolls_add_up_to_36(self):
        self.assertEqual((len(train.ROLL_WEIGHTS), sum(train.ROLL_WEIGHTS)), (21, 36))


if __name__ == "__main__":
    unittest.main()
