#!/usr/bin/env python3
"""Trains the big backgammon network by games against itself.

    python3 training/backgammon/train.py --self-play target/release/examples/self_play --out OUT \
        --targets sampled --minutes 9 --rate 1e-3 2e-4

One process per core plays games and lists plays (`self_play`); the card values all of them, chooses the best, and
learns: with `sampled` targets the value of the position after the roll that has fallen, with `exact` targets the mean
over all 21 rolls. `--updates N` learns from a memory of the latest positions, N batches for each step of a group.
`--decay` and `--horizon` let exact targets look several rolls ahead (see returns.py).
`--from OUT/checkpoint.pt` goes on from a checkpoint. Ctrl-C ends a run in good order. Everything is kept in OUT:
`checkpoint.pt`, `big.bin` (the smoothed weights, as the engine reads them) and `log.tsv`.
"""

import argparse
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
import torch.nn.functional as F

import network
from returns import Returns

N_ROLLS = {"sampled": 1, "exact": 21, "race": 21}
MAX_MEAN_PLAYS = 64
# The 21 rolls in the order of `Dice::ALL`: 11, 21, 22, 31, ...
ROLL_WEIGHTS = [1 if low == high else 2 for high in range(6) for low in range(high + 1)]
# How freely plays are chosen in every eighth of the games, in points: the chance of a play that is worse by this much
# than the best is smaller by a factor of e. So the network also sees what follows the second and third best plays.
TEMPERATURES = [0, 0, 0, 0, 0, 0.02, 0.02, 0.06]


class Actor:
    """A process that plays games, and its files."""

    def __init__(self, arguments, folder, index):
        self.n_games = arguments.games
        n_rolls = self.n_games * N_ROLLS[arguments.targets]
        command = [arguments.self_play, folder, str(index), str(self.n_games), str(arguments.seed), arguments.targets]
        # Ctrl-C is for the trainer alone: the actors end when their input does.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)
        )
        first_line = self.process.stdout.readline()
        self.boards = self._map(folder, "boards", index, np.uint8).reshape(n_rolls * MAX_MEAN_PLAYS, 32)
        self.states = self._map(folder, "states", index, np.uint8).reshape(self.n_games, 32)
        self.counts = self._map(folder, "counts", index, np.int16)
        self.choices = self._map(folder, "choices", index, np.int16)
        self.ready = first_line

    def _map(self, folder, name, index, dtype):
        with open(os.path.join(folder, f"{name}-{index}"), "r+b") as file:
            mapped = mmap.mmap(file.fileno(), 0)
        tensor = torch.from_numpy(np.frombuffer(mapped, dtype=dtype))
        if torch.cuda.is_available():
            # Pinned memory is copied to the card without another copy in between.
            status = torch.cuda.cudart().cudaHostRegister(tensor.data_ptr(), tensor.nbytes, 0)
            if int(status) != 0:
                print(f"cannot pin {name}: {status}", file=sys.stderr)
        return tensor

    def wait(self):
        """The number of boards that wait to be valued, and of games that have ended."""
        line, self.ready = self.ready or self.process.stdout.readline(), None
        n_boards, n_finished = map(int, line.split())
        return n_boards, n_finished

    def go_on(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()


class Group:
    """Actors that are valued together, while those of the other group list their plays."""

    def __init__(self, actors, arguments, device):
        self.actors = actors
        self.n_games = sum(actor.n_games for actor in actors)
        self.n_rolls = self.n_games * N_ROLLS[arguments.targets]
        n_boards = self.n_rolls * MAX_MEAN_PLAYS
        # The positions before the rolls are valued together with those after the plays.
        n_boards += self.n_games
        n_boards += -n_boards % arguments.chunk
        self.boards = torch.zeros(n_boards, 32, dtype=torch.uint8, device=device)
        self.states = torch.zeros(self.n_games, 32, dtype=torch.uint8, device=device)
        self.counts = torch.zeros(self.n_rolls, dtype=torch.int16, device=device)
        temperatures = torch.tensor(TEMPERATURES, device=device).repeat(self.n_games // len(TEMPERATURES) + 1)
        self.temperatures = temperatures[: self.n_games].repeat_interleave(N_ROLLS[arguments.targets])
        self.copies = torch.cuda.Stream() if device.type == "cuda" else None
        self.returns = Returns(self.n_games, arguments.horizon, device) if any(arguments.decay) else None

    def fetch(self):
        """Copies all boards to the card; returns how many there are, and how many games have ended."""
        if self.copies is None:
            return self._fetch()
        # The card may still be learning from the other group: copies need not wait for that.
        with torch.cuda.stream(self.copies):
            result = self._fetch()
        torch.cuda.current_stream().wait_stream(self.copies)
        return result

    def _fetch(self):
        n_boards = n_finished = first_game = first_roll = 0
        for actor in self.actors:
            of_actor, ended = actor.wait()
            self.boards[n_boards : n_boards + of_actor].copy_(actor.boards[:of_actor], non_blocking=True)
            self.states[first_game : first_game + actor.n_games].copy_(actor.states, non_blocking=True)
            self.counts[first_roll : first_roll + len(actor.counts)].copy_(actor.counts, non_blocking=True)
            n_boards += of_actor
            n_finished += ended
            first_game += actor.n_games
            first_roll += len(actor.counts)
        return n_boards, n_finished

    def answer(self, choices):
        """Copies choices back; returns what to wait for before `go_on`."""
        first_roll = 0
        for actor in self.actors:
            actor.choices.copy_(choices[first_roll : first_roll + len(actor.choices)], non_blocking=True)
            first_roll += len(actor.choices)
        if choices.is_cuda:
            copied = torch.cuda.Event()
            copied.record()
            return copied
        return None

    def go_on(self):
        for actor in self.actors:
            actor.go_on()


class Memory:
    """The latest positions and what they should be valued at."""

    def __init__(self, size, device):
        self.size, self.next, self.n_filled = size, 0, 0
        self.states = torch.zeros(size, 32, dtype=torch.uint8, device=device)
        self.targets = torch.zeros(size, 5, device=device)

    def add(self, states, targets):
        idx = (torch.arange(len(states), device=states.device) + self.next) % self.size
        self.states[idx], self.targets[idx] = states, targets
        self.next = (self.next + len(states)) % self.size
        self.n_filled = min(self.size, self.n_filled + len(states))

    def some(self, n):
        idx = torch.randint(self.n_filled, (n,), device=self.states.device)
        return self.states[idx], self.targets[idx]


class Trainer:
    def __init__(self, arguments, device, tables):
        self.arguments = arguments
        self.device = device
        self.race = None
        self.memory = Memory(arguments.memory, device) if arguments.updates else None
        self.half = torch.float16 if device.type == "cuda" else torch.float32
        self.matrices, self.offsets = network.fresh_weights(arguments.hidden, arguments.seed, device)
        self.parameters = [*self.matrices, *self.offsets]
        for parameter in self.parameters:
            parameter.requires_grad_(True)
        self.rate = torch.tensor(arguments.rate[0], device=device)
        is_card = device.type == "cuda"
        self.optimizer = torch.optim.Adam(self.parameters, lr=self.rate, fused=is_card, capturable=is_card)
        self.n_updates = 0
        self.n_positions = 0
        self.n_games = 0
        if arguments.start:
            self.load(arguments.start)
        self.smooth = getattr(self, "smooth", None) or [parameter.detach().clone() for parameter in self.parameters]
        self.play_weights = [parameter.detach().to(self.half) for parameter in self.parameters]
        self.losses = torch.zeros(2, device=device, dtype=torch.float64)
        self.fresh_error = torch.zeros(2, device=device, dtype=torch.float64)
        self.roll_weights = torch.tensor(ROLL_WEIGHTS, device=device, dtype=torch.float32) / 36
        self.value_chunk = self.compiled(self._value_chunk)
        self.learn_step = self._learn_step

    def compiled(self, function):
        if self.device.type != "cuda" or self.arguments.eager:
            return function
        return torch.compile(function, dynamic=False)

    def get_ready(self):
        """Records and compiles everything, so that no time is lost later."""
        if self.device.type == "cuda":
            self.capture()
            boards = torch.zeros(self.arguments.chunk, 32, dtype=torch.uint8, device=self.device)
            with torch.no_grad():
                self.value_chunk(boards, *self.play_weights)

    def load(self, path):
        if path.endswith(".bin"):
            matrices, offsets = network.read_weights(path, self.device)
            with torch.no_grad():
                matrices, offsets = network.widened(matrices, offsets, self.arguments.hidden, self.arguments.seed)
                for parameter, value in zip(self.parameters, (*matrices, *offsets), strict=True):
                    parameter.copy_(value)
            return
        saved = torch.load(path, map_location=self.device, weights_only=True)
        with torch.no_grad():
            for parameter, value in zip(self.parameters, saved["parameters"]):
                parameter.copy_(value)
        if not self.arguments.fresh_optimizer:
            self.optimizer.load_state_dict(saved["optimizer"])
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
        self.smooth = [value.to(self.device) for value in saved["smooth"]]
        if self.arguments.from_smooth:
            with torch.no_grad():
                for parameter, value in zip(self.parameters, self.smooth):
                    parameter.copy_(value)
        self.n_updates, self.n_positions, self.n_games = saved["n_updates"], saved["n_positions"], saved["n_games"]

    def save(self, out):
        saved = {
            "parameters": [parameter.detach().cpu() for parameter in self.parameters],
            "smooth": [value.cpu() for value in self.smooth],
            "optimizer": self.optimizer.state_dict(),
            "n_updates": self.n_updates,
            "n_positions": self.n_positions,
            "n_games": self.n_games,
        }
        torch.save(saved, os.path.join(out, "checkpoint.tmp"))
        os.replace(os.path.join(out, "checkpoint.tmp"), os.path.join(out, "checkpoint.pt"))
        n_layers = len(self.matrices)
        network.write_weights(os.path.join(out, "big.tmp"), self.smooth[:n_layers], self.smooth[n_layers:])
        os.replace(os.path.join(out, "big.tmp"), os.path.join(out, "big.bin"))

    def _value_chunk(self, boards, *weights):
        n_layers = len(weights) // 2
        chances = network.logits(network.encode(boards, self.half), weights[:n_layers], weights[n_layers:]).sigmoid()
        chances = torch.where(network.possible(boards), chances, 0.0)
        chances = network.consistent(chances)
        # Certain results replace the network: the other side has borne off its last checker.
        won = network.outcome(boards).unsqueeze(1)
        level = torch.tensor([0, 0, 0, 2, 3], device=boards.device)
        certain = torch.where(level == 0, 0.0, (won >= level).float())
        chances = torch.where(won > 0, certain, chances)
        return chances, network.equity(chances), network.is_race(boards) & (won.squeeze(1) == 0)

    @torch.no_grad()
    def value(self, boards, n_boards):
        """Chances and equities for the side that is to roll, of the first `n_boards`."""
        chunk = self.arguments.chunk
        parts = [self.value_chunk(boards[at : at + chunk], *self.play_weights) for at in range(0, n_boards, chunk)]
        chances = torch.cat([part[0] for part in parts])[:n_boards]
        equities = torch.cat([part[1] for part in parts])[:n_boards]
        # Once the sides have passed each other, tables and the race network replace the big network.
        races = torch.cat([part[2] for part in parts])[:n_boards].nonzero().squeeze(1)
        of_races = self.race.chances(boards[races], self.half)
        chances[races], equities[races] = of_races, network.equity(of_races)
        return chances, equities

    @torch.no_grad()
    def choose(self, counts, chances, equities, temperatures=None):
        """For each roll the number of the play to choose, and the chances and the index of the board after the best one.

        The best play leaves the least to the other side. With temperatures the chosen play may be a little worse.
        """
        n_rolls, n_boards = len(counts), len(equities)
        counts = counts.long() & 0xFFFF
        first = counts.cumsum(0) - counts
        roll_of_board = torch.repeat_interleave(torch.arange(n_rolls, device=counts.device), counts, output_size=n_boards)
        idx = torch.arange(n_boards, device=counts.device)

        def least(values):
            least = torch.full((n_rolls,), 99.0, device=counts.device).scatter_reduce_(0, roll_of_board, values, "amin")
            is_best = values <= least[roll_of_board]
            best = torch.full((n_rolls,), n_boards, device=counts.device)
            best.scatter_reduce_(0, roll_of_board, torch.where(is_best, idx, n_boards), "amin")
            return best.clamp(max=n_boards - 1)

        best = least(equities)
        played = best
        if temperatures is not None:
            noise = torch.empty_like(equities).exponential_().clamp(min=1e-9).log()
            played = least(equities + temperatures[roll_of_board] * noise)
        return (played - first).to(torch.int16), network.turned(chances[best]), best

    def _learn_step(self, states, targets):
        inputs = network.encode(states, torch.float32)
        logits = network.logits(inputs, self.matrices, self.offsets)
        is_possible = network.possible(states)
        losses = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        error = network.equity(logits.sigmoid() * is_possible) - network.equity(targets)
        loss = (losses * is_possible).sum() / len(states) + self.arguments.equity_weight * error.square().mean()
        loss.backward()
        self.optimizer.step()
        for parameter in self.parameters:
            parameter.grad.zero_()
        with torch.no_grad():
            self.losses[0] += error.detach().square().mean()
            self.losses[1] += loss.detach()
            torch._foreach_lerp_(self.smooth, [parameter.detach() for parameter in self.parameters], 1 - self.arguments.smoothing)

    def capture(self):
        """Records a learning step as a graph: hundreds of small kernels are then one launch."""
        size = self.arguments.batch
        states = torch.zeros(size, 32, dtype=torch.uint8, device=self.device)
        targets = torch.full((size, 5), 0.5, device=self.device)
        kept = [value.detach().clone() for value in (*self.parameters, *self.smooth)]
        had_state = {idx: {key: value.clone() for key, value in state.items()} for idx, state in enumerate(self.optimizer.state.values())}
        self.rate.fill_(0.0)
        for parameter in self.parameters:
            parameter.grad = torch.zeros_like(parameter)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self._learn_step(states, targets)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._learn_step(states, targets)
        # The trial steps must leave nothing behind.
        with torch.no_grad():
            for value, old in zip((*self.parameters, *self.smooth), kept):
                value.copy_(old)
            for idx, state in enumerate(self.optimizer.state.values()):
                for key, value in state.items():
                    value.copy_(had_state[idx][key]) if idx in had_state else value.zero_()
            self.losses.zero_()

        def replay(new_states, new_targets):
            states.copy_(new_states)
            targets.copy_(new_targets)
            graph.replay()

        self.learn_step = replay

    def learn(self, states, targets):
        size = self.arguments.batch
        if self.memory is None:
            # Neighbors in memory belong to one actor, not to one game: no need to shuffle.
            starts = range(0, len(states) - size + 1, size)
            batches = ((states[at : at + size], targets[at : at + size]) for at in starts)
        else:
            self.memory.add(states, targets)
            # The first few positions would be learned by heart.
            n_batches = self.arguments.updates if 32 * size <= self.memory.n_filled else 0
            batches = (self.memory.some(size) for _ in range(n_batches))
        for batch in batches:
            self.learn_step(*batch)
            self.n_updates += 1
        self.n_positions += len(states)
        teacher = self.smooth if self.arguments.smooth_teacher else self.parameters
        with torch.no_grad():
            torch._foreach_copy_(self.play_weights, teacher)

    @torch.no_grad()
    def start_gammons(self):
        """How many games end as a gammon for either side, by what the network that plays says at the start.

        It is the last number to become right, since the truth has to come back from the end of games.
        """
        start = network.packed_board(network.START, network.START).to(self.device)
        chances, _, _ = self._value_chunk(start, *self.play_weights)
        return (chances[0, 1] + chances[0, 3]).item()

    @torch.no_grad()
    def compare(self, states, targets):
        """Adds up how far the network that plays is from the targets of positions that it has not learned from."""
        _, equities, is_race = self._value_chunk(states, *self.play_weights)
        error = torch.where(is_race, 0.0, equities - network.equity(targets))
        self.fresh_error += torch.stack((error.square().sum(), (~is_race).sum().float()))


def read_race(arguments, bear_off, device):
    """The race network, as soon as it is there: it may still be learning, and is read again from time to time."""
    while not os.path.exists(arguments.race):
        time.sleep(1)
    weights = network.read_weights(
        arguments.race, device, network.Race.MAGIC, network.INPUTS_OF_SIDE, network.Race.PADDED_INPUTS
    )
    return network.Race(bear_off, *weights)


def arguments_of(line):
    parser = argparse.ArgumentParser(description="Trains the big backgammon network by games against itself.")
    parser.add_argument("--self-play", required=True, help="the program that plays games: the example self_play")
    parser.add_argument("--race", required=True, help="weight file of the race network (waits for it)")
    parser.add_argument("--out", required=True, help="folder for checkpoint, weights and log")
    parser.add_argument("--from", dest="start", help="a checkpoint, or a weight file (.bin), to go on from")
    parser.add_argument("--from-smooth", action="store_true", help="go on from its smoothed weights")
    parser.add_argument("--fresh-optimizer", action="store_true", help="forget the state of the optimizer")
    parser.add_argument("--hidden", type=int, nargs="+", default=(512, 512, 256, 128), help="sizes of the hidden layers")
    parser.add_argument("--targets", choices=("exact", "sampled"), default="sampled")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--rate", type=float, nargs=2, default=(1e-3, 1e-4), help="learning rate at start and end")
    parser.add_argument("--schedule", choices=("exponential", "linear"), default="exponential", help="how the rate falls")
    parser.add_argument("--deadline", help="a file with the Unix time at which to end instead, which may change meanwhile")
    parser.add_argument("--warm-up", type=float, default=0.0, help="seconds in which the rate grows to the first one")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--updates", type=int, default=0, help="batches from the memory for each step; 0: each position once")
    parser.add_argument("--memory", type=int, default=8_000_000, help="how many of the latest positions are kept for --updates")
    parser.add_argument("--equity-weight", type=float, default=0.0, help="how much the squared error of the equity counts")
    parser.add_argument("--smooth-teacher", action="store_true", help="play and make targets by the smoothed weights")
    parser.add_argument("--smoothing", type=float, default=0.9998, help="how much of the smoothed weights is kept at each step")
    parser.add_argument("--decay", type=float, nargs=2, default=(0.0, 0.0), help="how much exact targets look beyond one roll at start and end: 0 not, 1 all the way")
    parser.add_argument("--horizon", type=int, default=12, help="how many rolls such targets look ahead at most")
    parser.add_argument("--actors", type=int, default=os.cpu_count())
    parser.add_argument("--games", type=int, default=8192, help="games of each actor")
    parser.add_argument("--chunk", type=int, default=65536, help="boards that are valued at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="threads of torch; 0: its own choice")
    parser.add_argument("--eager", action="store_true", help="do not compile the network")
    arguments = parser.parse_args(line)
    if any(arguments.decay) and arguments.targets != "exact":
        parser.error("--decay needs --targets exact: other targets are full of the luck of a roll")
    if not all(0 <= decay <= 1 for decay in arguments.decay) or arguments.horizon < 1:
        parser.error("--decay takes two numbers between 0 and 1, and --horizon is at least 1")
    return arguments


def main():
    arguments = arguments_of(sys.argv[1:])
    began = time.monotonic()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    os.makedirs(arguments.out, exist_ok=True)
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    stopped = []
    signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        actors = [Actor(arguments, folder, index) for index in range(arguments.actors)]
        half = (len(actors) + 1) // 2
        groups = [Group(part, arguments, device) for part in (actors[:half], actors[half:]) if part]
        tables = os.path.join(folder, "tables")
        subprocess.run([arguments.self_play, "tables", tables], check=True)
        trainer = Trainer(arguments, device, tables)
        trainer.get_ready()
        trainer.race = read_race(arguments, network.BearOff(tables, device), device)
        log_path = os.path.join(arguments.out, "log.tsv")
        is_new = not os.path.exists(log_path)
        with open(log_path, "a", buffering=1) as log:
            if is_new:
                log.write("seconds\tgames\tpositions\tupdates\trate\tequity_error\tloss\tevaluations_per_s\tfresh_error\tstart_gammons\n")
            run(arguments, trainer, groups, log, began, stopped)
        trainer.save(arguments.out)
        for actor in actors:
            actor.process.stdin.close()
        for actor in actors:
            actor.process.wait()


def deadline(arguments, end):
    """When to end, on the monotonic clock."""
    if arguments.deadline and os.path.exists(arguments.deadline):
        with open(arguments.deadline) as file:
            text = file.read().strip()
        if text:
            return time.monotonic() + float(text) - time.time()
    return end


def run(arguments, trainer, groups, log, began, stopped):
    end = began + 60 * arguments.minutes
    started = time.monotonic()
    reported, saved = started, started
    end = deadline(arguments, end)
    n_evaluations, updates_before = 0, trainer.n_updates
    first_rate, last_rate = arguments.rate
    step = 0
    while not stopped and time.monotonic() < end:
        progress = min(1.0, (time.monotonic() - started) / max(1e-9, end - started))
        if arguments.schedule == "linear":
            rate = first_rate + (last_rate - first_rate) * progress
        else:
            rate = first_rate * (last_rate / first_rate) ** progress
        rate *= min(1.0, (time.monotonic() - started + 1) / (arguments.warm_up + 1))
        trainer.rate.fill_(rate)
        group = groups[step % len(groups)]
        n_boards, n_finished = group.fetch()
        trainer.n_games += n_finished
        n_evaluations += n_boards
        group.boards[n_boards : n_boards + group.n_games] = group.states
        chances, equities = trainer.value(group.boards, n_boards + group.n_games)
        values, chances, equities = chances[n_boards:], chances[:n_boards], equities[:n_boards]
        choices, targets, best = trainer.choose(group.counts, chances, equities, group.temperatures)
        copied = group.answer(choices)
        if arguments.targets == "exact":
            targets = (targets.reshape(-1, 21, 5) * trainer.roll_weights[None, :, None]).sum(dim=1)
        states = group.states
        if step % 8 == 0:
            trainer.compare(states, targets)
        if group.returns is not None:
            decay = arguments.decay[0] + (arguments.decay[1] - arguments.decay[0]) * progress
            best_boards = group.boards[best].reshape(group.n_games, -1, 32)
            states, targets = group.returns.add(states.clone(), values, targets, best_boards, decay)
        trainer.learn(states, targets.contiguous())
        if copied is not None:
            copied.synchronize()
        group.go_on()
        step += 1
        now = time.monotonic()
        if now - reported >= 10:
            error, loss = (trainer.losses / max(1, trainer.n_updates - updates_before)).tolist()
            squares, n_compared = trainer.fresh_error.tolist()
            trainer.losses.zero_()
            trainer.fresh_error.zero_()
            line = (
                f"{now - began:.0f}\t{trainer.n_games}\t{trainer.n_positions}\t{trainer.n_updates}\t{rate:.2e}\t"
                f"{error ** 0.5:.5f}\t{loss:.5f}\t{n_evaluations / (now - reported):.3e}\t"
                f"{(squares / max(1, n_compared)) ** 0.5:.5f}\t{trainer.start_gammons():.4f}"
            )
            log.write(line + "\n")
            print(line, flush=True)
            reported, n_evaluations, updates_before = now, 0, trainer.n_updates
            end = deadline(arguments, end)
            trainer.race = read_race(arguments, trainer.race.bear_off, trainer.device)
        if now - saved >= 60:
            trainer.save(arguments.out)
            saved = now
    # The next group is still listing plays or waits for an answer; closing its input ends it.


if __name__ == "__main__":
    main()
