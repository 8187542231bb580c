#!/usr/bin/env python3
"""Teaches the fast network what the big one and the exact tables say of the plays of games against itself.

    python3 training/backgammon/distill.py --self-play target/release/examples/self_play \
        --teacher games/backgammon/data/big.bin --race games/backgammon/data/race.bin --out OUT --minutes 9

The games are those of `train.py`: one process per core lists plays, the teacher values all of them, and each of these
values is learned from, since the fast network is there to tell plays of the same roll apart. Everything is kept in OUT:
`checkpoint.pt`, `fast.bin` (the smoothed weights, as the engine reads them) and `log.tsv`.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import types

import torch
import torch.nn.functional as F

import fast_network
import network
import train


class Student:
    def __init__(self, arguments, device):
        self.arguments, self.device = arguments, device
        self.matrices, self.offsets = fast_network.fresh_weights(arguments.hidden, arguments.seed, device)
        self.parameters = [*self.matrices, *self.offsets]
        for parameter in self.parameters:
            parameter.requires_grad_(True)
        self.rate = torch.tensor(arguments.rate[0], device=device)
        is_card = device.type == "cuda"
        self.optimizer = torch.optim.Adam(self.parameters, lr=self.rate, fused=is_card, capturable=is_card)
        self.smooth = [parameter.detach().clone() for parameter in self.parameters]
        self.n_updates = self.n_positions = 0
        self.squares = torch.zeros(2, device=device, dtype=torch.float64)
        self.fresh = torch.zeros(2, device=device, dtype=torch.float64)
        if arguments.start:
            self.load(arguments.start)
        self.step = self._step
        if is_card:
            self.step = torch.compile(self._step, dynamic=False)

    def load(self, path):
        saved = torch.load(path, map_location=self.device, weights_only=True)
        with torch.no_grad():
            for parameter, value in zip(self.parameters, saved["parameters"], strict=True):
                parameter.copy_(value)
        self.optimizer.load_state_dict(saved["optimizer"])
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        self.smooth = [value.to(self.device) for value in saved["smooth"]]
        self.n_updates, self.n_positions = saved["n_updates"], saved["n_positions"]

    def save(self, out):
        saved = {
            "parameters": [parameter.detach().cpu() for parameter in self.parameters],
            "smooth": [value.cpu() for value in self.smooth],
            "optimizer": self.optimizer.state_dict(),
            "n_updates": self.n_updates,
            "n_positions": self.n_positions,
        }
        torch.save(saved, os.path.join(out, "checkpoint.tmp"))
        os.replace(os.path.join(out, "checkpoint.tmp"), os.path.join(out, "checkpoint.pt"))
        fast_network.write_weights(os.path.join(out, "fast.tmp"), self.smooth[:3], self.smooth[3:])
        os.replace(os.path.join(out, "fast.tmp"), os.path.join(out, "fast.bin"))

    def _step(self, boards, targets):
        inputs = fast_network.encode(boards, torch.float32)
        logits = fast_network.logits(inputs, self.matrices, self.offsets)
        is_possible = network.possible(boards)
        losses = F.binary_cross_entropy_with_logits(logits, targets, reduction="none") * is_possible
        error = network.equity(logits.sigmoid() * is_possible) - network.equity(targets)
        loss = losses.sum() / len(boards) + self.arguments.equity_weight * error.square().mean()
        self.optimizer.zero_grad(set_to_none=False)
        loss.backward()
        self.optimizer.step()
        fast_network.limit(self.matrices)
        with torch.no_grad():
            self.squares += torch.stack((error.square().sum(), torch.full((), float(len(boards)), device=self.device)))
            smoothing = min(self.arguments.smoothing, (1 + self.n_updates) / (10 + self.n_updates))
            torch._foreach_lerp_(self.smooth, [parameter.detach() for parameter in self.parameters], 1 - smoothing)

    def learn(self, boards, targets):
        self.step(boards, targets)
        self.n_updates += 1
        self.n_positions += len(boards)

    @torch.no_grad()
    def compare(self, boards, targets):
        """Adds up how far the smoothed network is from boards that nothing was learned from yet."""
        logits = fast_network.logits(fast_network.encode(boards, torch.float32), self.smooth[:3], self.smooth[3:])
        error = network.equity(logits.sigmoid() * network.possible(boards)) - network.equity(targets)
        self.fresh += torch.stack((error.square().sum(), torch.full((), float(len(boards)), device=self.device)))


def arguments_of(line):
    parser = argparse.ArgumentParser(description="Teaches the fast backgammon network what the big one says.")
    parser.add_argument("--self-play", required=True, help="the program that plays games: the example self_play")
    parser.add_argument("--teacher", required=True, help="weight file of the big network")
    parser.add_argument("--race", required=True, help="weight file of the race network")
    parser.add_argument("--out", required=True, help="folder for checkpoint, weights and log")
    parser.add_argument("--from", dest="start", help="a checkpoint of this program to go on from")
    parser.add_argument("--hidden", type=int, nargs=2, default=(512, 32), help="sizes of the hidden layers")
    parser.add_argument("--teacher-hidden", type=int, nargs="+", default=(1024, 512, 256, 128), help="those of the teacher")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--rate", type=float, nargs=2, default=(2e-3, 2e-5), help="learning rate at start and end")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--memory", type=int, default=4_000_000, help="how many of the latest boards are drawn from")
    parser.add_argument("--updates", type=float, default=1.0, help="how often each board is learned from on average")
    parser.add_argument("--equity-weight", type=float, default=1.0, help="how much the squared error of the equity counts")
    parser.add_argument("--smoothing", type=float, default=0.9995, help="how much of the smoothed weights is kept at each step")
    parser.add_argument("--actors", type=int, default=os.cpu_count())
    parser.add_argument("--games", type=int, default=8192, help="games of each actor")
    parser.add_argument("--chunk", type=int, default=65536, help="boards that are valued at once")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(line)


def teacher_of(arguments, device, tables):
    """The big network as the trainer of its games has it, which plays and never learns here."""
    line = ["--self-play", arguments.self_play, "--race", arguments.race, "--out", arguments.out]
    line += ["--from", arguments.teacher, "--chunk", str(arguments.chunk), "--seed", str(arguments.seed), "--hidden"]
    trainer = train.Trainer(train.arguments_of([*line, *map(str, arguments.teacher_hidden)]), device, tables)
    trainer.race = train.read_race(arguments, network.BearOff(tables, device), device)
    return trainer


def main():
    arguments = arguments_of(sys.argv[1:])
    torch.manual_seed(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    os.makedirs(arguments.out, exist_ok=True)
    stopped = []
    signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        games = types.SimpleNamespace(**{**vars(arguments), "targets": "sampled", "decay": (0.0, 0.0), "horizon": 1})
        actors = [train.Actor(games, folder, index) for index in range(arguments.actors)]
        half = (len(actors) + 1) // 2
        groups = [train.Group(part, games, device) for part in (actors[:half], actors[half:]) if part]
        tables = os.path.join(folder, "tables")
        subprocess.run([arguments.self_play, "tables", tables], check=True)
        teacher, student = teacher_of(arguments, device, tables), Student(arguments, device)
        with open(os.path.join(arguments.out, "log.tsv"), "a", buffering=1) as log:
            if log.tell() == 0:
                log.write("seconds\tpositions\tupdates\trate\tequity_error\tfresh_error\tpositions_per_s\n")
            run(arguments, teacher, student, groups, log, began, stopped)
        student.save(arguments.out)
        for actor in actors:
            actor.process.stdin.close()
        for actor in actors:
            actor.process.wait()


def run(arguments, teacher, student, groups, log, began, stopped):
    memory = train.Memory(arguments.memory, student.device)
    end = began + 60 * arguments.minutes
    started = reported = saved = time.monotonic()
    n_before, owed, step = student.n_positions, 0.0, 0
    while not stopped and time.monotonic() < end:
        progress = min(1.0, (time.monotonic() - started) / max(1e-9, end - started))
        rate = arguments.rate[0] * (arguments.rate[1] / arguments.rate[0]) ** progress
        student.rate.fill_(rate)
        group = groups[step % len(groups)]
        step += 1
        n_boards, _ = group.fetch()
        chances, equities = teacher.value(group.boards, n_boards)
        choices, _, _ = teacher.choose(group.counts, chances, equities, group.temperatures)
        copied = group.answer(choices)
        boards = group.boards[:n_boards]
        # A game that is over needs no estimate.
        is_open = network.outcome(boards) == 0
        boards, chances = boards[is_open], chances[is_open]
        student.compare(boards, chances)
        # One step of all games may be more than the memory holds.
        kept = torch.randperm(len(boards), device=boards.device)[: arguments.memory]
        memory.add(boards[kept], chances[kept])
        if copied is not None:
            copied.synchronize()
        group.go_on()
        owed += arguments.updates * len(kept) / arguments.batch
        while 1 <= owed and not stopped and time.monotonic() < end:
            student.learn(*memory.some(arguments.batch))
            owed -= 1
        now = time.monotonic()
        if now - reported >= 10:
            (seen, n_seen), (fresh, n_fresh) = student.squares.tolist(), student.fresh.tolist()
            student.squares.zero_()
            student.fresh.zero_()
            line = (
                f"{now - began:.0f}\t{student.n_positions}\t{student.n_updates}\t{rate:.2e}\t"
                f"{(seen / max(1, n_seen)) ** 0.5:.5f}\t{(fresh / max(1, n_fresh)) ** 0.5:.5f}\t"
                f"{(student.n_positions - n_before) / (now - reported):.3e}"
            )
            log.write(line + "\n")
            print(line, flush=True)
            reported, n_before = now, student.n_positions
        if now - saved >= 60:
            student.save(arguments.out)
            saved = now


if __name__ == "__main__":
    main()
