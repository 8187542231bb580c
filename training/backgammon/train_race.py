#!/usr/bin/env python3
"""Trains the race network: how many rolls a side needs that nobody can hit or block any more.

    python3 training/backgammon/train_race.py --self-play target/release/examples/self_play --out OUT --minutes 3

The target of a side is the mean over all 21 rolls of what the network says after the play with the fewest rolls to
expect, one roll later; the ends are exact: the table of home boards, the first checker off, the last one out of the other
home board. Kept in OUT: `race.bin`, as the engine reads it, and `race.tsv`, the log.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import torch

import network
import train
from network import Race


def least_of(values, roll_of_board, n_rolls):
    """For each roll the first board with the least value."""
    n_boards = len(values)
    idx = torch.arange(n_boards, device=values.device)
    least = torch.full((n_rolls,), 99.0, device=values.device).scatter_reduce_(0, roll_of_board, values, "amin")
    best = torch.full((n_rolls,), n_boards, device=values.device)
    best.scatter_reduce_(0, roll_of_board, torch.where(values <= least[roll_of_board], idx, n_boards), "amin")
    return best.clamp(max=n_boards - 1)


def one_roll_later(rolls):
    """How likely each number is when one roll more is needed; the last number keeps what lies beyond."""
    later = torch.nn.functional.pad(rolls[:, :-1], (1, 0))
    later[:, -1] += rolls[:, -1]
    return later


def mean_of(rolls):
    return rolls @ torch.arange(rolls.shape[1], device=rolls.device, dtype=rolls.dtype)


class Trainer:
    def __init__(self, arguments, device, tables):
        self.arguments, self.device = arguments, device
        self.matrices, self.offsets = Race.fresh_weights(arguments.seed, device)
        self.parameters = [*self.matrices, *self.offsets]
        self.smooth = [parameter.clone() for parameter in self.parameters]
        for parameter in self.parameters:
            parameter.requires_grad_(True)
        n_layers = len(self.matrices)
        self.teacher = Race(network.BearOff(tables, device), self.smooth[:n_layers], self.smooth[n_layers:])
        self.rate = torch.tensor(arguments.rate[0], device=device)
        is_card = device.type == "cuda"
        self.half = torch.float16 if is_card else torch.float32
        self.optimizer = torch.optim.Adam(self.parameters, lr=self.rate, fused=is_card, capturable=is_card)
        self.roll_weights = torch.tensor(train.ROLL_WEIGHTS, device=device, dtype=torch.float32) / 36
        self.memory_states = torch.zeros(arguments.memory, 16, dtype=torch.uint8, device=device)
        self.memory_targets = torch.zeros(arguments.memory, Race.OUTPUTS, device=device)
        self.n_filled = self.next = self.n_updates = self.n_positions = 0
        self.errors = torch.zeros(4, device=device)
        self.rolls = self.compiled(self.teacher.rolls)

    def compiled(self, function):
        if self.device.type != "cuda" or self.arguments.eager:
            return function
        return torch.compile(function, dynamic=False)

    @torch.no_grad()
    def targets_of(self, group, n_boards):
        """The choices, and for each side the target of all outputs."""
        chunk = self.arguments.chunk
        sides = group.boards[:, :16]
        parts = [self.rolls(sides[at : at + chunk].contiguous(), self.half) for at in range(0, n_boards, chunk)]
        counts = group.counts.long() & 0xFFFF
        n_rolls = len(counts)
        first_board = counts.cumsum(0) - counts
        roll_of_board = torch.repeat_interleave(torch.arange(n_rolls, device=self.device), counts, output_size=n_boards)
        choices, targets = None, []
        for part in range(3):
            rolls = torch.cat([of_chunk[part] for of_chunk in parts])[:n_boards].float()
            best = least_of(mean_of(rolls), roll_of_board, n_rolls)
            choices = best - first_board if choices is None else choices
            later = one_roll_later(rolls[best]).reshape(-1, 21, rolls.shape[1])
            targets.append((later * self.roll_weights[None, :, None]).sum(dim=1))
        targets = list(Race.parts(Race.rough(group.states[:, :16]))) if self.n_updates < self.arguments.rough else targets
        # Who has left the other home board needs no roll for that.
        has_left = Race.has_left(group.states[:, :16])
        targets[2] = torch.where(has_left[:, None], torch.eye(1, Race.LEAVE, device=self.device), targets[2])
        return choices.to(torch.int16), torch.cat(targets, dim=1)

    def learn(self, states, targets):
        size = self.arguments.memory
        idx = (torch.arange(len(states), device=self.device) + self.next) % size
        self.memory_states[idx], self.memory_targets[idx] = states, targets
        self.next = (self.next + len(states)) % size
        self.n_filled = min(size, self.n_filled + len(states))
        self.n_positions += len(states)
        for _ in range(self.arguments.updates):
            idx = torch.randint(self.n_filled, (self.arguments.batch,), device=self.device)
            self.step(self.memory_states[idx], self.memory_targets[idx])
            self.n_updates += 1

    def step(self, states, targets):
        outputs = network.logits(Race.encode(states, torch.float32), self.matrices, self.offsets)
        loss = 0
        for of_network, target in zip(Race.parts(outputs), Race.parts(targets)):
            logarithms = of_network.log_softmax(dim=1)
            loss = loss - (target * logarithms).sum(dim=1).mean()
            # Plays are compared by the number of rolls to expect.
            error = mean_of(logarithms.exp()) - mean_of(target)
            loss = loss + self.arguments.mean_weight * error.square().mean()
        self.optimizer.zero_grad(set_to_none=False)
        loss.backward()
        self.optimizer.step()
        smoothing = min(self.arguments.smoothing, self.n_updates / (self.n_updates + 10))
        with torch.no_grad():
            torch._foreach_lerp_(self.smooth, [parameter.detach() for parameter in self.parameters], 1 - smoothing)

    @torch.no_grad()
    def compare(self, states, targets):
        parts = zip(self.teacher.rolls(states), Race.parts(targets))
        squares = [(mean_of(of_network) - mean_of(target)).square().mean() for of_network, target in parts]
        self.errors += torch.stack((*squares, torch.ones((), device=self.device)))

    def save(self, out):
        path = os.path.join(out, "race.tmp")
        teacher = self.teacher
        network.write_weights(path, teacher.matrices, teacher.offsets, Race.MAGIC, network.INPUTS_OF_SIDE)
        os.replace(path, os.path.join(out, "race.bin"))


def arguments_of(line):
    parser = argparse.ArgumentParser(description="Trains the race network of backgammon.")
    parser.add_argument("--self-play", required=True, help="the program that lists plays: the example self_play")
    parser.add_argument("--out", required=True, help="folder for weights and log")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--rate", type=float, nargs=2, default=(1e-3, 1e-5), help="learning rate at start and end")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--updates", type=int, default=8, help="batches from the memory for each step")
    parser.add_argument("--rough", type=int, default=2000, help="updates by a rule of thumb, before the network may teach itself")
    parser.add_argument("--save-after", type=float, default=1.0, help="minutes until the weights are saved for the first time")
    parser.add_argument("--memory", type=int, default=500_000, help="how many of the latest positions are kept")
    parser.add_argument("--mean-weight", type=float, default=0.5, help="how much the error of the expected rolls counts")
    parser.add_argument("--smoothing", type=float, default=0.998, help="how much of the smoothed weights is kept at each step")
    parser.add_argument("--actors", type=int, default=os.cpu_count())
    parser.add_argument("--games", type=int, default=256, help="sides of each actor")
    parser.add_argument("--chunk", type=int, default=131072, help="boards that are valued at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="threads of torch; 0: its own choice")
    parser.add_argument("--eager", action="store_true", help="do not compile the network")
    arguments = parser.parse_args(line)
    arguments.targets = "race"
    return arguments


def main():
    arguments = arguments_of(sys.argv[1:])
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    os.makedirs(arguments.out, exist_ok=True)
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        actors = [train.Actor(arguments, folder, index) for index in range(arguments.actors)]
        half = (len(actors) + 1) // 2
        groups = [train.Group(part, arguments, device) for part in (actors[:half], actors[half:]) if part]
        tables = os.path.join(folder, "tables")
        subprocess.run([arguments.self_play, "tables", tables], check=True)
        trainer = Trainer(arguments, device, tables)
        with open(os.path.join(arguments.out, "race.tsv"), "w", buffering=1) as log:
            log.write("seconds\tpositions\tupdates\trate\tfinish_error\tfirst_error\tleave_error\tevaluations_per_s\n")
            run(arguments, trainer, groups, log)
        trainer.save(arguments.out)
        for actor in actors:
            actor.process.stdin.close()
        for actor in actors:
            actor.process.wait()


def run(arguments, trainer, groups, log):
    """Learns until the time is over. The errors in the log are those of the expected rolls, on new positions."""
    started = reported = time.monotonic()
    first_rate, last_rate = arguments.rate
    n_evaluations = step = 0
    while (progress := (time.monotonic() - started) / (60 * arguments.minutes)) < 1:
        rate = first_rate + (last_rate - first_rate) * progress
        trainer.rate.fill_(rate)
        group = groups[step % len(groups)]
        n_boards, _ = group.fetch()
        n_evaluations += n_boards
        choices, targets = trainer.targets_of(group, n_boards)
        copied = group.answer(choices)
        states = group.states[:, :16].contiguous()
        if copied is not None:
            copied.synchronize()
        group.go_on()
        if step % 8 == 0:
            trainer.compare(states, targets)
        trainer.learn(states, targets)
        step += 1
        now = time.monotonic()
        if now - reported >= 5:
            errors = trainer.errors.tolist()
            trainer.errors.zero_()
            errors = "\t".join(f"{(square / max(1, errors[3])) ** 0.5:.5f}" for square in errors[:3])
            line = (
                f"{now - started:.0f}\t{trainer.n_positions}\t{trainer.n_updates}\t{rate:.2e}\t{errors}\t"
                f"{n_evaluations / (now - reported):.3e}"
            )
            log.write(line + "\n")
            print(line, flush=True)
            reported, n_evaluations = now, 0
            if 60 * arguments.save_after <= now - started:
                trainer.save(arguments.out)


if __name__ == "__main__":
    main()
