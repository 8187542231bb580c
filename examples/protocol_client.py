#!/usr/bin/env python3
"""A second client for Brettwerk servers: plays, measures and breaks things, with nothing but Python itself.

It was written from the chapters "The server's protocol", "Accounts and bots" and "Limits" of the book alone and shares
no code with the server, so that it proves the book as well. Every check prints one JSON object, and ends with 0 if
what the book promises was kept and with 1 if it was not.

    brett serve &
    python3 examples/protocol_client.py play                                # opens a table and waits for an opponent
    python3 examples/protocol_client.py play --join TABLE                   # is the opponent
    python3 examples/protocol_client.py latency --pairs 500 --rate 500      # R-10; --pairs 5000 --rate 1000 is R-11
    python3 examples/protocol_client.py watch --watchers 1000               # R-13
    python3 examples/protocol_client.py flood                               # S-06, S-08, S-09
    python3 examples/protocol_client.py crash --brett target/release/brett --kills 1000      # R-01, R-02
    python3 examples/protocol_client.py stall --brett target/release/brett --seconds 7       # R-18

Thousands of sockets need as many open files; `ulimit -n 20000` allows them where the system does. A server counts
connections by address (`--per-address`), except those from its own machine.
"""
import argparse
import asyncio
import base64
import gc
import hashlib
import json
import logging
import os
import random
import re
import secrets
import signal
import ssl
import struct
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

# Nine columns, nine rows, nine in a row: a round lasts 80 plies or 81 if columns are played in turn.
LONG_BOARD, LONG_COLUMNS = "9x9x9", 9

# The loop keeps no hold of tasks that only wait, so somebody has to.
READING = set()


class Closed(Exception):
    """The connection is over."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}".rstrip())
        self.code, self.reason = code, reason


class Refused(Exception):
    """The server has refused a command."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('code')}: {problem.get('sentence')}")
        self.code = problem.get("code")


# --- HTTP and WebSocket -----------------------------------------------------------------------------------------


class Address:
    """Where a server is: `127.0.0.1:8731`, `http://127.0.0.1:8080` or `https://games.example`."""

    def __init__(self, text):
        parts = urlsplit(text if "//" in text else "http://" + text)
        self.is_tls = parts.scheme == "https"
        self.host = parts.hostname or "127.0.0.1"
        self.port = parts.port or (443 if self.is_tls else 80)

    def header(self):
        return f"{self.host}:{self.port}"

    def __str__(self):
        return f"http{'s' if self.is_tls else ''}://{self.header()}"

    async def open(self):
        context = ssl.create_default_context() if self.is_tls else None
        return await asyncio.open_connection(self.host, self.port, ssl=context)


def parse_head(raw):
    lines = raw.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), []).append(value.strip())
    return int(lines[0].split(" ")[1]), headers


async def http(address, method, path, body=None, headers=(), timeout=60):
    """One request on a connection of its own: the status, the headers and the body."""
    reader, writer = await address.open()
    try:
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {address.header()}", "Connection: close", "x-brett-request: 1"]
        if body is not None and not isinstance(body, bytes):
            head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        writer.write("\r\n".join([*head, *headers, "", ""]).encode() + data)
        await writer.drain()
        raw = await asyncio.wait_for(reader.read(-1), timeout)
    finally:
        writer.close()
    head, _, rest = raw.partition(b"\r\n\r\n")
    status, headers = parse_head(head)
    if headers.get("transfer-encoding") == ["chunked"]:
        rest = dechunked(rest)
    return status, headers, rest


def dechunked(raw):
    whole = b""
    while raw:
        size, _, raw = raw.partition(b"\r\n")
        length = int(size.split(b";")[0] or b"0", 16)
        whole, raw = whole + raw[:length], raw[length + 2 :]
    return whole


class WebSocket:
    """RFC 6455, as much of it as a client needs."""

    def __init__(self, reader, writer, cookie):
        self.reader, self.writer, self.cookie = reader, writer, cookie

    @classmethod
    async def open(cls, address, cookie=None, headers=()):
        reader, writer = await address.open()
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            "GET /ws HTTP/1.1",
            f"Host: {address.header()}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if cookie:
            head.append(f"Cookie: {cookie}")
        writer.write("\r\n".join([*head, *headers, "", ""]).encode())
        try:
            raw = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
            raise Closed(reason="before the answer") from None
        status, headers = parse_head(raw[:-4])
        if status != 101:
            writer.close()
            raise Closed(status, "instead of 101")
        expected = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
        if headers.get("sec-websocket-accept") != [expected]:
            raise Closed(reason="the server does not speak WebSocket")
        for value in headers.get("set-cookie", []):
            if value.startswith("brett="):
                cookie = value.split(";")[0]
        return cls(reader, writer, cookie)

    def send(self, opcode, payload=b""):
        mask = os.urandom(4)
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0xFE, length)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0xFF, length)
        mixed = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (length // 4 + 1))[:length], "big")
        self.writer.write(head + mask + mixed.to_bytes(length, "big"))

    async def receive(self):
        """The next text; pings are answered meanwhile."""
        whole = b""
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                length = second & 0x7F
                if length == 126:
                    (length,) = struct.unpack("!H", await self.reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
                payload = await self.reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError, OSError):
                raise Closed(reason="without a word") from None
            opcode = first & 0x0F
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                code = struct.unpack("!H", payload[:2])[0] if 2 <= len(payload) else None
                raise Closed(code, payload[2:].decode(errors="replace"))
            elif opcode in (0, TEXT, BINARY):
                whole += payload
                if first & 0x80:
                    return whole.decode()

    def close(self):
        self.writer.close()


# --- A guest -------------------------------------------------------------------------------------------------------


class Guest:
    """A guest with a connection: numbers commands, waits for answers, and hands messages on."""

    def __init__(self, address, headers=()):
        self.address, self.headers = address, headers
        self.word = secrets.token_hex(8)
        self.number = 0
        self.cookie = self.socket = self.reading = self.me = None
        self.waiting = {}
        self.handlers = []
        self.closed = None

    async def connect(self):
        self.socket = await WebSocket.open(self.address, self.cookie, self.headers)
        self.cookie, self.closed = self.socket.cookie, None
        self.number += 1
        self._send(self.number, {"type": "hello", "version": 1, "client": self.word})
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.receive(), 60))
            if message["type"] == "welcome":
                break
            if message["type"] == "refused":
                raise Refused(message["problem"])
        self.me = message["you"]
        self.reading = asyncio.create_task(self._read())
        READING.add(self.reading)
        self.reading.add_done_callback(READING.discard)
        return self

    async def _read(self):
        try:
            while True:
                message = json.loads(await self.socket.receive())
                number = message.get("number")
                if message["type"] in ("done", "refused") and number in self.waiting:
                    future = self.waiting.pop(number)
                    if not future.done():
                        future.set_result(message)
                else:
                    for handler in list(self.handlers):
                        handler(message)
        except Closed as closed:
            self._end(closed)
        except asyncio.CancelledError:
            self._end(Closed(reason="by us"))

    def _end(self, closed):
        self.closed = closed
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(closed)
        self.waiting.clear()
        for handler in list(self.handlers):
            handler({"type": "closed"})

    def _send(self, number, command):
        self.socket.send(TEXT, json.dumps({"number": number, "command": command}).encode())

    def next_number(self):
        self.number += 1
        return self.number

    async def request(self, command, number=None, timeout=60):
        """Sends a command and waits for its answer; who lost the answer sends it again with the same number."""
        if self.closed:
            raise self.closed
        number = number or self.next_number()
        future = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self._send(number, command)
        message = await asyncio.wait_for(future, timeout)
        if message["type"] == "refused":
            raise Refused(message["problem"])
        return message

    def close(self):
        if self.reading:
            self.reading.cancel()
        if self.socket:
            self.socket.close()


class Seat:
    """A guest on a chair of a table, who sees every event and knows when it is their turn."""

    def __init__(self, guest, table, chair):
        self.guest, self.table, self.chair = guest, table, chair
        self.moment, self.seq = None, 0
        self.arrived = {}
        self.known = {}
        self.lines = {}
        self.news = asyncio.Event()
        guest.handlers.append(self.handle)

    def handle(self, message):
        now = time.monotonic()
        kind = message["type"]
        if kind == "closed":
            pass
        elif kind == "chat":
            line = message["line"]
            if line["channel"] == {"table": self.table} and line["number"]:
                self.lines[line["number"]] = line["text"]
            return
        elif kind == "table" and message["snapshot"]["summary"]["id"] == self.table:
            self.seq = max(self.seq, message["snapshot"]["seq"])
            self.moment = message["snapshot"].get("moment", self.moment)
        elif kind == "events" and message["table"] == self.table:
            for event in message["events"]:
                self.arrived.setdefault(event["seq"], now)
                before = self.known.setdefault(event["seq"], event["what"])
                assert before == event["what"], f"event {event['seq']} was {before} and is {event['what']}"
                self.seq = max(self.seq, event["seq"])
            self.moment = message.get("moment", self.moment)
        else:
            return
        self.news.set()
        self.news = asyncio.Event()

    async def until(self, condition, timeout=60):
        """Waits for news until the condition holds."""
        deadline = time.monotonic() + timeout
        while not condition():
            if self.guest.closed:
                raise self.guest.closed
            await asyncio.wait_for(self.news.wait(), max(0.001, deadline - time.monotonic()))

    async def watch(self, since=None, detail="plain"):
        command = {"type": "watch", "table": self.table, "detail": detail}
        if since is not None:
            command["since"] = since
        return await self.guest.request(command)

    async def read_all(self):
        """Reads every event of the table from the first on, however many answers that takes."""
        read = 0
        while True:
            done = await self.watch(since=read)
            last = done.get("seq", 0)
            # Lines of chat follow; once this is answered they are here.
            await self.guest.request({"type": "ping"})
            while read + 1 in self.known:
                read += 1
            if last <= read:
                return read

    def is_to_move(self):
        moment = self.moment or {}
        to_move = moment.get("to_move")
        seat = to_move.get("seat") if isinstance(to_move, dict) else None
        return bool(seat) and moment["players"][seat - 1] == self.chair

    def is_round_over(self):
        return bool(self.moment) and self.moment["to_move"] == "nobody"

    async def act(self, action, number=None, timeout=60):
        command = {"type": "act", "table": self.table, "ply": self.moment["ply"], "action": action}
        return await self.guest.request(command, number, timeout)


async def open_pair(address, options=LONG_BOARD, length="rounds=64", clock=None, headers=()):
    """Two guests at a new table of Connect Four, both of whom watch."""
    guests = [Guest(address, headers), Guest(address, headers)]
    await asyncio.gather(*(guest.connect() for guest in guests))
    table = {"game": "connect4", "options": options, "chairs": ["me", "open"], "length": length}
    if clock:
        table["clock"] = clock
    made = await guests[0].request({"type": "create-table", "table": table})
    seats = [Seat(guest, made["table"], chair) for chair, guest in enumerate(guests)]
    await guests[1].request({"type": "sit", "table": made["table"]})
    for seat in seats:
        await seat.watch()
    return seats


async def next_mover(seats, timeout=60):
    """Begins the next round if the last one is over, and tells who is to move and who is not."""
    if seats[0].is_round_over():
        rounds = seats[0].moment["round"]
        for seat in seats:
            await seat.act("ready")
        for seat in seats:
            await seat.until(lambda seat=seat: rounds < seat.moment["round"], timeout)
    await seats[0].until(lambda: seats[0].moment["to_move"] != "nobody", timeout)
    return seats if seats[0].is_to_move() else seats[::-1]


def column(moment, columns=LONG_COLUMNS):
    return str(moment["ply"] % columns + 1)


async def paced_moves(seats, times, errors, delays):
    """Makes a move at each of the given times, and tells when each event was due. The times do not wait for the server:
    a late move counts from its time."""
    due_of = {}
    try:
        for due in times:
            mover, other = await next_mover(seats)
            await asyncio.sleep(max(0, due - time.monotonic()))
            done = await mover.act({"move": column(mover.moment)})
            seq = done["seq"]
            await other.until(lambda: seq <= other.seq)
            await mover.until(lambda: seq <= mover.seq)
            delays.append(other.arrived[seq] - due)
            due_of[seq] = due
    except (Refused, Closed, asyncio.TimeoutError, OSError) as error:
        errors.append(str(error) or type(error).__name__)
    return due_of


def quantiles(delays):
    """The usual ones, in milliseconds."""
    if not delays:
        return {"n": 0}
    ordered = sorted(delays)
    at = lambda share: round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
    return {"n": len(ordered), "p50": at(0.5), "p99": at(0.99), "p99.9": at(0.999), "longest": at(1.0)}


async def in_groups(makers, at_once=50):
    """Runs many coroutines, some at a time, and gives what they return."""
    gate = asyncio.Semaphore(at_once)

    async def run(maker):
        async with gate:
            return await maker()

    return await asyncio.gather(*(run(maker) for maker in makers), return_exceptions=True)


def raise_file_limit():
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ImportError, ValueError, OSError):
        pass


# --- What can be asked for -----------------------------------------------------------------------------------------


async def play(args):
    """A whole match against another instance: any legal move, by the list that the server draws along."""
    guest = await Guest(args.server).connect()
    if args.join:
        await guest.request({"type": "sit", "table": args.join})
        table, chair = args.join, 1
    else:
        wanted = {"game": args.game, "options": args.options, "chairs": ["me", "open"], "length": "rounds=1"}
        made = await guest.request({"type": "create-table", "table": wanted})
        table, chair = made["table"], 0
        args.announce(table)
    seat = Seat(guest, table, chair)
    drawings = {}

    def note_drawing(message):
        if message["type"] in ("table", "events") and "drawing" in message:
            drawings["moves"] = message["drawing"]["moves"]

    guest.handlers.insert(0, note_drawing)
    await seat.watch(detail="drawn")
    while True:
        await seat.until(lambda: seat.moment is not None and (seat.is_to_move() or seat.is_round_over()), args.timeout)
        if seat.is_round_over():
            break
        ply = seat.moment["ply"]
        await seat.act({"move": random.choice(drawings["moves"])})
        await seat.until(lambda: seat.moment["ply"] != ply or seat.is_round_over())
    score = seat.moment["scores"][chair]
    guest.close()
    return {"check": "play", "kept": True, "table": table, "chair": chair, "plies": seat.moment["ply"], "score": score}


async def latency(args):
    """Pairs who play at a fixed rate (R-10, R-11)."""
    pairs = await in_groups([lambda: open_pair(args.server)] * args.pairs)
    errors = [str(pair) for pair in pairs if isinstance(pair, BaseException)]
    pairs = [pair for pair in pairs if not isinstance(pair, BaseException)]
    # Looking through the objects of thousands of clients takes half a second, which would be charged to the server.
    gc.collect()
    gc.freeze()
    delays, begin, interval = [], time.monotonic() + 1, args.pairs / args.rate
    tasks = []
    for idx, seats in enumerate(pairs):
        first = begin + interval * idx / max(1, len(pairs))
        times = [first + interval * turn for turn in range(max(1, int(args.seconds / interval)))]
        tasks.append(paced_moves(seats, times, errors, delays))
    await asyncio.gather(*tasks)
    moves = quantiles(delays)
    for seats in pairs:
        for seat in seats:
            seat.guest.close()
    kept = not errors and bool(delays) and moves["p99"] <= args.max_p99 and moves["p99.9"] <= args.max_p999
    report = {"check": "latency", "kept": kept, "pairs": args.pairs, "rate": args.rate, "moves_ms": moves}
    return {**report, "n_errors": len(errors), "errors": errors[:5]}


class Watcher:
    """Somebody who watches one table and notes when news arrive."""

    def __init__(self, guest, table):
        self.guest, self.table, self.arrived = guest, table, {}
        guest.handlers.append(self.handle)

    def handle(self, message):
        if message["type"] == "events" and message["table"] == self.table:
            now = time.monotonic()
            for event in message["events"]:
                self.arrived.setdefault(event["seq"], now)


async def spectate(args):
    """Watch a table until standard input ends, and tell when each event arrived."""

    async def come():
        guest = await Guest(args.server).connect()
        watcher = Watcher(guest, args.table)
        await guest.request({"type": "watch", "table": args.table})
        return watcher

    watchers = await in_groups([come] * args.watchers)
    errors = [str(watcher) for watcher in watchers if isinstance(watcher, BaseException)]
    gc.freeze()
    print(json.dumps({"watchers": args.watchers - len(errors), "errors": errors[:5]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    arrived = [watcher.arrived for watcher in watchers if isinstance(watcher, Watcher)]
    return {"check": "spectate", "kept": not errors, "arrived": arrived}


class Spectators:
    """Many who watch one table, in a process of their own: else a player would wait until this process has read what
    everybody else was told."""

    @classmethod
    async def come(cls, address, table, count):
        self = cls()
        command = [sys.executable, __file__, "spectate", "--server", str(address), "--table", table, "--watchers", str(count)]
        # A line holds all arrivals.
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 30
        )
        began = json.loads(await self.process.stdout.readline() or '{"watchers": 0, "errors": ["they ended"]}')
        self.count, self.errors = began["watchers"], began["errors"]
        return self

    async def leave(self):
        """When each event arrived, for each of them. Both processes read the same clock."""
        output, _ = await self.process.communicate(b"")
        return json.loads(output or '{"arrived": []}')["arrived"]


async def watch(args):
    """One game before and after many come to watch (R-13)."""
    seats = await open_pair(args.server)
    times = lambda: [time.monotonic() + 0.5 + turn / args.rate for turn in range(int(args.seconds * args.rate))]
    errors, alone, watched = [], [], []
    await paced_moves(seats, times(), errors, alone)
    spectators = await Spectators.come(args.server, seats[0].table, args.watchers)
    errors += spectators.errors
    due = await paced_moves(seats, times(), errors, watched)
    await asyncio.sleep(1)
    arrived = await spectators.leave()
    delays = [seen[str(seq)] - due[seq] for seen in arrived for seq in due if str(seq) in seen]
    missed = len(due) * spectators.count - len(delays)
    players_alone, players, watchers = quantiles(alone), quantiles(watched), quantiles(delays)
    kept = not errors and not missed and players["p99"] <= players_alone["p99"] + args.max_slower
    kept = kept and watchers.get("p99", 0) <= args.max_watcher_p99
    report = {"check": "watch", "kept": kept, "watchers": spectators.count, "players_alone_ms": players_alone}
    report |= {"players_ms": players, "watchers_ms": watchers, "missed": missed}
    return {**report, "n_errors": len(errors), "errors": errors[:5]}


# --- Floods: each tells what the server did, and whether that is what the book says ----------------------------------


async def until_closed(guest, send, n_frames):
    """Sends frames until the connection ends: after how many, and how."""
    refused = []
    guest.handlers.append(lambda message: refused.append(message) if message["type"] == "refused" else None)
    sent = 0
    while sent < n_frames and not guest.closed:
        try:
            for _ in range(20):
                send(sent)
                sent += 1
            await guest.socket.writer.drain()
        except (ConnectionError, OSError):
            break
        await asyncio.sleep(0)
    for _ in range(100):
        if guest.closed:
            break
        await asyncio.sleep(0.05)
    closed = guest.closed
    return {"sent": sent, "too_fast": len(refused), "closed": str(closed) if closed else None, "kept": bool(closed)}


async def flood_frames(args):
    guest = await Guest(args.server).connect()
    return await until_closed(guest, lambda _: guest._send(guest.next_number(), {"type": "ping"}), args.frames)


async def flood_opcode(args, opcode):
    guest = await Guest(args.server).connect()
    return await until_closed(guest, lambda _: guest.socket.send(opcode, b"flood"), args.frames)


async def flood_tables(args):
    """One guest opens tables until refused; waits where only the pace was too fast."""
    guest, n_tables, refusal = await Guest(args.server).connect(), 0, None
    table = {"game": "connect4", "chairs": ["me", "open"], "clock": "9000m+0s", "length": "rounds=1"}
    while n_tables <= args.max_tables and refusal is None:
        try:
            await guest.request({"type": "create-table", "table": table})
            n_tables += 1
        except Refused as refused:
            refusal = refused.code
        except Closed as closed:
            refusal = str(closed)
    guest.close()
    return {"tables": n_tables, "refusal": refusal, "kept": refusal is not None}


def long_record(key):
    """A record of many rounds on a large board: little to send, much to answer."""
    rounds = []
    for number in range(1, 65):
        moves = "\n".join(f"{ply % 2 + 1} {ply % 30 + 1}" for ply in range(300))
        rounds.append(f"round {number} players 1 2\n{moves}\nresult draw-agreed 0 0\nhash {key}\n")
    head = "brettwerk record 1\ngame connect4 30x30x30\nplayer 1 A\nplayer 2 B\nlength rounds=64\nclock none\n"
    return (head + "\n" + "\n".join(rounds) + "\nend\n").encode()


async def flood_replay(args):
    """Many ask at once for a long record to be played again; no answer may be large, and none may be without end."""

    def send(body):
        headers = ["Content-Type: text/plain", f"Content-Length: {len(body)}"]
        return http(args.server, "POST", "/api/replay", body, headers)

    # A wrong key of the last position is refused with the right one, since all rounds are the same.
    _, _, refusal = await send(long_record("0" * 16))
    key = re.search(rb"position has ([0-9a-f]{16})", refusal)
    body = long_record(key[1].decode() if key else "0" * 16)

    async def ask():
        try:
            status, _, answer = await send(body)
            return status, len(answer)
        except asyncio.TimeoutError:
            return "never", 0
        except (OSError, ValueError, IndexError):
            return "closed", 0

    answers = await in_groups([ask] * args.replays, args.replays)
    statuses = {}
    for status, _ in answers:
        statuses[status] = statuses.get(status, 0) + 1
    largest = max(size for _, size in answers)
    kept = largest <= args.max_answer and all(status in ("closed", 200, 400, 429, 503) for status in statuses)
    return {"statuses": statuses, "largest_bytes": largest, "kept": kept}


async def flood_slow(args):
    """Requests that are never finished are ended by the server."""
    beginnings = {
        "head": b"GET /api/me HTTP/1.1\r\nHost: x\r\nx: ",
        "body": b"POST /api/session HTTP/1.1\r\nHost: x\r\nx-brett-request: 1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n",
        "hello": b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    }

    async def hang(beginning, drip):
        reader, writer = await args.server.open()
        begin = time.monotonic()
        writer.write(beginning)
        ended = asyncio.create_task(reader.read(-1))
        while not ended.done() and time.monotonic() - begin < args.patience:
            if drip:
                writer.write(b"a")
            await asyncio.wait([ended], timeout=1)
        took = time.monotonic() - begin
        is_over = ended.done()
        ended.cancel()
        writer.close()
        return round(took, 1) if is_over else None

    kinds = list(beginnings)
    ends = await asyncio.gather(*(hang(beginnings[kind], kind != "hello") for kind in kinds))
    return {"seconds": dict(zip(kinds, ends)), "kept": None not in ends}


async def flood(args):
    """One who means no good, while a pair plays that must not notice (S-06, S-08, S-09)."""
    floods = {
        "frames": lambda: flood_frames(args),
        "pings": lambda: flood_opcode(args, PING),
        "pongs": lambda: flood_opcode(args, PONG),
        "binary": lambda: flood_opcode(args, BINARY),
        "tables": lambda: flood_tables(args),
        "replay": lambda: flood_replay(args),
        "slow": lambda: flood_slow(args),
    }
    report, kept = {}, True
    for kind in args.kinds.split(","):
        seats = await open_pair(args.server)
        errors, delays = [], []
        endless = (time.monotonic() + turn / 5 for turn in range(10**6))
        playing = asyncio.create_task(paced_moves(seats, endless, errors, delays))
        found = await floods[kind]()
        await asyncio.sleep(1)
        playing.cancel()
        for seat in seats:
            seat.guest.close()
        found["others_ms"] = quantiles(delays)
        found["kept"] = found["kept"] and not errors and bool(delays) and found["others_ms"]["p99"] <= args.max_p99
        kept = kept and found["kept"]
        report[kind] = found | ({"errors": errors[:5]} if errors else {})
    return {"check": "flood", "kept": kept, **report}


# --- A server of one's own: kill it, stop it -------------------------------------------------------------------------


class Server:
    """A server as a process of its own, in a folder that stays from start to start."""

    def __init__(self, brett, folder, extra=()):
        self.brett, self.folder, self.extra = brett, folder, list(extra)
        self.address = self.process = None

    def start(self):
        """Starts it, and tells how long it took until it said where it listens."""
        listen = f"127.0.0.1:{self.address.port if self.address else 0}"
        command = [self.brett, "serve", "--listen", listen, "--data", self.folder, "--log", "error", *self.extra]
        begin = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if "listening on" not in line:
            raise SystemExit(f"the server does not start: {line!r}")
        self.address = Address(line.split()[-1])
        return time.monotonic() - begin

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Remembering:
    """A pair that plays and talks, and remembers what was acknowledged."""

    def __init__(self, seats):
        self.seats = seats
        self.moves, self.lines = {}, set()
        self.unanswered = None
        self.n_again = 0

    async def go_on(self):
        """Plays until the connection is lost."""
        try:
            while True:
                # Also after coming back: an answer may be here before the event that it is about.
                for seat in self.seats:
                    await seat.until(lambda seat=seat: max(self.moves, default=0) <= seat.seq)
                mover, _ = await next_mover(self.seats)
                await self.send(mover, {"move": column(mover.moment)})
                if random.random() < 0.2:
                    text = f"line {secrets.token_hex(6)}"
                    chat = {"type": "chat", "channel": {"table": mover.table}, "text": text}
                    await mover.guest.request(chat)
                    self.lines.add(text)
                await asyncio.sleep(0.02)
        except (Closed, OSError, asyncio.TimeoutError):
            pass

    async def send(self, mover, action):
        number = mover.guest.next_number()
        command = {"type": "act", "table": mover.table, "ply": mover.moment["ply"], "action": action}
        self.unanswered = (mover, number, command)
        done = await mover.guest.request(command, number)
        self.acknowledged(done, command)

    def acknowledged(self, done, command):
        assert done["seq"] not in self.moves, f"two commands were acknowledged as event {done['seq']}"
        self.moves[done["seq"]] = command["action"]["move"]
        self.unanswered = None

    async def come_back(self):
        """Connects again, sends what was not answered with the same number, and looks what is there."""
        for seat in self.seats:
            await seat.guest.connect()
            await seat.watch(since=seat.seq)
            await seat.watch()
        if self.unanswered:
            mover, number, command = self.unanswered
            self.n_again += 1
            try:
                self.acknowledged(await mover.guest.request(command, number), command)
            except Refused as refused:
                raise AssertionError(f"what was not answered is refused when it is sent again: {refused}") from None

    async def audit(self):
        """Reads everything anew, and compares it with what was acknowledged."""
        fresh = Seat(await Guest(self.seats[0].guest.address).connect(), self.seats[0].table, None)
        n_events = await fresh.read_all()
        problems = []
        for seq, text in self.moves.items():
            # The number is that of the last event of the command: a move may end a round.
            whats = [fresh.known.get(number, {}) for number in (seq, seq - 1)]
            match = [what.get("match", {}) for what in whats if isinstance(what, dict)]
            if isinstance(match[0], dict) and "round-ended" in match[0]:
                match = match[1:]
            if not match or match[0].get("moved", {}).get("text") != text:
                problems.append(f"event {seq} was acknowledged as move {text} and is {whats[0]}")
        for seat in self.seats:
            for seq, what in seat.known.items():
                if fresh.known.get(seq) != what:
                    problems.append(f"event {seq} was seen as {what} and is {fresh.known.get(seq)}")
        shown = list(fresh.lines.values())
        recent = {text for seat in self.seats for text in list(seat.lines.values())[-10:]} & self.lines
        problems += [f"{text} is there {shown.count(text)} times" for text in recent if shown.count(text) != 1]
        fresh.guest.close()
        return n_events, problems


async def crash(args):
    """Kills a server at random moments; nothing acknowledged may be lost or happen twice (R-01, R-02)."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(args.brett, folder)
        starts, answers, problems, n_events = [server.start()], [], [], 0
        try:
            # As many rounds as a match may have: a thousand kills take more than a hundred of them.
            games = [Remembering(await open_pair(server.address, length="rounds=1000")) for _ in range(args.games)]
            for kill in range(args.kills):
                playing = [asyncio.create_task(game.go_on()) for game in games]
                await asyncio.sleep(random.uniform(0.05, args.longest))
                server.kill()
                await asyncio.gather(*playing)
                starts.append(server.start())
                begin = time.monotonic()
                for game in games:
                    await game.come_back()
                answers.append((time.monotonic() - begin) / len(games))
                if kill % args.audit_every == 0 or kill + 1 == args.kills:
                    audits = [await game.audit() for game in games]
                    n_events = sum(count for count, _ in audits)
                    problems += [problem for _, found in audits for problem in found]
                if problems:
                    break
        except AssertionError as problem:
            problems.append(str(problem))
        finally:
            server.kill()
    n_moves, n_lines = sum(len(game.moves) for game in games), sum(len(game.lines) for game in games)
    kept = not problems and max(starts) <= args.max_start
    report = {"check": "crash", "kept": kept, "kills": len(starts) - 1, "acknowledged_moves": n_moves}
    report |= {"acknowledged_lines": n_lines, "sent_again": sum(game.n_again for game in games), "events": n_events}
    return report | {"listening_ms": quantiles(starts), "back_per_game_ms": quantiles(answers), "problems": problems[:5]}


async def stall(args):
    """Stops the process for a while: the time is charged to nobody (R-18)."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(args.brett, folder)
        server.start()
        report, kept = {}, True
        try:
            for kind in ("thinking", "move under way"):
                seats = await open_pair(server.address, clock=args.clock)
                for _ in range(2):
                    mover, other = await next_mover(seats)
                    done = await mover.act({"move": column(mover.moment)})
                    for seat in seats:
                        await seat.until(lambda seat=seat: done["seq"] <= seat.seq)
                mover, other = await next_mover(seats)
                await asyncio.sleep(args.think)
                os.kill(server.process.pid, signal.SIGSTOP)
                acting = None
                if kind == "move under way":
                    move = {"move": column(mover.moment)}
                    acting = asyncio.create_task(mover.act(move, timeout=args.seconds + 60))
                await asyncio.sleep(args.seconds)
                os.kill(server.process.pid, signal.SIGCONT)
                try:
                    done = await (acting or mover.act({"move": column(mover.moment)}))
                    await other.until(lambda: done["seq"] <= other.seq)
                    spent = other.known[done["seq"]]["match"]["moved"]["spent"] / 1000
                    is_kept = spent <= args.think + args.tolerance
                    report[kind] = {"charged_s": spent, "kept": is_kept}
                except Refused as refused:
                    is_kept = False
                    report[kind] = {"refused": str(refused), "kept": False}
                kept = kept and is_kept
        finally:
            server.kill()
    return {"check": "stall", "kept": kept, "stopped_s": args.seconds, "clock": args.clock, **report}


async def brief(args):
    """Every check in small on a server of its own, for tests: what happens is checked, and how long it takes is not."""
    never = float("inf")
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(args.brett, folder)
        server.start()
        try:
            opened = asyncio.get_running_loop().create_future()
            usual = {"server": server.address, "game": "connect4", "options": "", "timeout": 120}
            host = asyncio.create_task(play(argparse.Namespace(**usual, join=None, announce=opened.set_result)))
            reports.append(await play(argparse.Namespace(**usual, join=await opened)))
            reports.append(await host)
            limits = {"server": server.address, "rate": 10, "seconds": 1, "max_p99": never, "max_p999": never}
            reports.append(await latency(argparse.Namespace(**limits, pairs=3)))
            slower = {"max_slower": never, "max_watcher_p99": never}
            reports.append(await watch(argparse.Namespace(**limits, **slower, watchers=5)))
            floods = {"kinds": "frames,pings,pongs,binary,tables,replay", "frames": 20_000, "max_tables": 60, "replays": 4}
            reports.append(await flood(argparse.Namespace(**limits, **floods, max_answer=4 << 20)))
        finally:
            server.kill()
    crashes = {"kills": 3, "games": 2, "longest": 0.5, "audit_every": 1, "max_start": never}
    reports.append(await crash(argparse.Namespace(brett=args.brett, **crashes)))
    return {"check": "brief", "kept": all(report["kept"] for report in reports), "reports": reports}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    checks = parser.add_subparsers(dest="check", required=True)

    def check(name, run, needs_server=True):
        sub = checks.add_parser(name, help=run.__doc__)
        sub.set_defaults(run=run)
        if needs_server:
            sub.add_argument("--server", type=Address, default=Address("127.0.0.1:8731"), help="where it is")
        else:
            sub.add_argument("--brett", required=True, help="the program to start")
        return sub

    one = check("play", play)
    one.set_defaults(announce=lambda table: print(table, flush=True))
    one.add_argument("--join", metavar="TABLE", help="sit down there instead of opening a table")
    one.add_argument("--game", default="connect4")
    one.add_argument("--options", default="")
    one.add_argument("--timeout", type=float, default=600, help="seconds until an opponent has come or moved")
    one = check("latency", latency)
    one.add_argument("--pairs", type=int, default=50)
    one.add_argument("--rate", type=float, default=50, help="moves a second of all pairs together")
    one.add_argument("--seconds", type=float, default=10)
    one.add_argument("--max-p99", type=float, default=50, metavar="MS")
    one.add_argument("--max-p999", type=float, default=150, metavar="MS")
    one = check("watch", watch)
    one.add_argument("--watchers", type=int, default=100)
    one.add_argument("--rate", type=float, default=5, help="moves a second")
    one.add_argument("--seconds", type=float, default=10)
    one.add_argument("--max-slower", type=float, default=10, metavar="MS", help="what watchers may cost players")
    one.add_argument("--max-watcher-p99", type=float, default=500, metavar="MS")
    one = check("spectate", spectate)
    one.add_argument("--table", required=True)
    one.add_argument("--watchers", type=int, default=100)
    one = check("flood", flood)
    one.add_argument("--kinds", default="frames,pings,pongs,binary,tables,replay,slow")
    one.add_argument("--frames", type=int, default=20_000, help="how many are sent before the server counts as patient")
    one.add_argument("--max-tables", type=int, default=60, help="how many tables one guest may open")
    one.add_argument("--replays", type=int, default=40, help="how many ask at once")
    one.add_argument("--max-answer", type=int, default=4 << 20, metavar="BYTES")
    one.add_argument("--patience", type=float, default=60, help="seconds after which a request must be ended")
    one.add_argument("--max-p99", type=float, default=500, metavar="MS", help="moves of others meanwhile")
    one = check("crash", crash, needs_server=False)
    one.add_argument("--kills", type=int, default=20)
    one.add_argument("--games", type=int, default=4)
    one.add_argument("--longest", type=float, default=1.0, help="seconds between two kills at most")
    one.add_argument("--audit-every", type=int, default=10)
    one.add_argument("--max-start", type=float, default=2.0, help="seconds until it listens again")
    one = check("stall", stall, needs_server=False)
    one.add_argument("--seconds", type=float, default=7)
    one.add_argument("--clock", default="5s+0s")
    one.add_argument("--think", type=float, default=0.5, help="seconds of thinking before the stop")
    one.add_argument("--tolerance", type=float, default=1.0, help="seconds that may be charged too much")
    check("brief", brief, needs_server=False)
    return parser.parse_args()


def main():
    args = arguments()
    raise_file_limit()
    # Sending to a server that has hung up is what floods are about.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    try:
        report = asyncio.run(args.run(args))
    except (Refused, Closed, OSError, asyncio.TimeoutError) as error:
        sys.exit(f"{args.check}: {type(error).__name__}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    print(json.dumps(report))
    sys.exit(0 if report["kept"] else 1)


if __name__ == "__main__":
    main()
