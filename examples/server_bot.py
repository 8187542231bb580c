#!/usr/bin/env python3
"""A bot that plays every game on a Brettwerk server, with nothing but Python itself.

    brett admin create-user --bot 'Random Otter'                  # shows the token
    BRETT_TOKEN=... python3 examples/server_bot.py                # sits down wherever a chair is free
    BRETT_TOKEN=... python3 examples/server_bot.py --create othello --options 6x6
"""
import argparse
import base64
import hashlib
import json
import os
import random
import socket
import struct
import sys
import time
import uuid


def choose(game, position, moves):
    """Chooses one of the legal moves. Put your own ideas here."""
    return random.choice(moves)


class Refused(Exception):
    """The server does not want this connection, and trying again would not help."""


class WebSocket:
    """As much of RFC 6455 as a client needs that sends and hears text."""

    def __init__(self, address, token):
        host, _, port = address.rpartition(":")
        self.stream = socket.create_connection((host.strip("[]"), int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            (
                f"GET /ws HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )
        self.file = self.stream.makefile("rb")
        status = self.file.readline().decode()
        headers = {}
        while (line := self.file.readline().decode().strip()) != "":
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if " 101 " not in status:
            problem = self.file.read(int(headers.get("content-length", 0))).decode()
            raise (Refused if " 40" in status else ConnectionError)(f"{status.strip()}: {problem}")
        magic = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        if headers.get("sec-websocket-accept") != base64.b64encode(hashlib.sha1(magic.encode()).digest()).decode():
            raise Refused("whatever answers there is no WebSocket")

    def send(self, payload, opcode=1):
        mask, size = os.urandom(4), len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += struct.pack(">BH", 0x80 | 126, size)
        else:
            head += struct.pack(">BQ", 0x80 | 127, size)
        self.stream.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def read(self, size):
        data = self.file.read(size)
        if len(data) < size:
            raise ConnectionError("the connection was lost")
        return data

    def receive(self):
        """The next text. Pings are answered on the way."""
        text = b""
        while True:
            first, second = self.read(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.read(8))
            payload, opcode = self.read(size), first & 0x0F
            if opcode == 8:
                raise ConnectionError("the server has closed the connection")
            if opcode == 9:
                self.send(payload, opcode=10)
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    return text.decode()


class Bot:
    def __init__(self, args):
        self.args = args
        self.client = f"bot-{uuid.uuid4().hex}"
        self.number = 0
        # Commands without an answer, the last move at every table, and the games that are played there.
        self.sent, self.tables, self.games = {}, {}, {}
        self.has_created = False
        self.finished = 0

    def send(self, kind, **fields):
        self.number += 1
        self.sent[self.number] = (kind, fields)
        self.send_again(self.number)

    def send_again(self, number):
        kind, fields = self.sent[number]
        self.line.send(json.dumps({"number": number, "command": {"type": kind, **fields}}).encode())

    def connect(self):
        self.line = WebSocket(self.args.server, self.args.token)
        # What was under way may be lost; a move that came through is stale when it is sent again.
        self.sent, self.tables = {}, dict.fromkeys(self.tables)
        self.send("hello", version=1, client=self.client)
        self.you = None
        while self.finished < self.args.matches or self.args.matches == 0:
            message = json.loads(self.line.receive())
            answer = getattr(self, "on_" + message["type"].replace("-", "_"), None)
            if answer:
                answer(message)

    def on_welcome(self, message):
        self.you = message["you"]["id"]
        self.send("enter-lobby")
        for table in self.tables:
            self.send("watch", table=table, detail="drawn")
        if self.args.create and not self.has_created:
            chairs = ["me"] + ["open"] * (self.args.chairs - 1)
            table = {"game": self.args.create, "options": self.args.options, "chairs": chairs}
            self.send("create-table", table=table)
            self.has_created = True

    def on_done(self, message):
        kind, fields = self.sent.pop(message["number"], ("hello", {}))
        if kind in ("create-table", "sit"):
            table = message["table"]
            self.tables[table] = None
            self.send("prefer", table=table, auto_roll=True, confirm_blocked=False)
            self.send("watch", table=table, detail="drawn")

    def on_refused(self, message):
        number, code = message.get("number"), message["problem"]["code"]
        if number is None:
            raise Refused(message["problem"]["sentence"])
        if code in ("too-fast", "unavailable"):
            time.sleep(1)
            self.send_again(number)
            return
        # Somebody else took the chair, or the game went on meanwhile: the next news tell.
        self.sent.pop(number, None)

    def on_lobby(self, message):
        for summary in message["tables"]:
            self.look_at(summary)

    def on_lobby_change(self, message):
        change = message["change"]
        if "table" in change:
            self.look_at(change["table"])
        elif change.get("gone") in self.tables:
            self.tables.pop(change["gone"])
            self.finished += 1

    def look_at(self, summary):
        free = any("sitter" not in chair and "kept_for" not in chair for chair in summary["chairs"])
        is_open = summary["phase"] == "waiting" and free and not summary["locked"] and not summary["rated"]
        if is_open and not self.args.create and summary["id"] not in self.tables:
            self.tables[summary["id"]] = None
            self.send("sit", table=summary["id"])

    def on_table(self, message):
        summary = message["snapshot"]["summary"]
        self.games[summary["id"]] = summary["game"]
        self.play(summary["id"], message["snapshot"].get("moment"), message.get("drawing"))

    def on_events(self, message):
        self.play(message["table"], message.get("moment"), message.get("drawing"))

    def play(self, table, moment, drawing):
        if moment is None or (moment["round"], moment["ply"]) == self.tables.get(table):
            return
        if moment["to_move"] == "nobody":
            action = "ready"
        elif drawing and drawing["moves"]:
            action = {"move": choose(self.games.get(table), moment["position"], drawing["moves"])}
        else:
            return
        self.tables[table] = (moment["round"], moment["ply"])
        self.send("act", table=table, ply=moment["ply"], action=action)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="127.0.0.1:8731", help="HOST:PORT of the server")
    parser.add_argument("--token", default=os.environ.get("BRETT_TOKEN"), help="the token [env: BRETT_TOKEN]")
    parser.add_argument("--create", metavar="GAME", help="make a table of a game instead of looking for one")
    parser.add_argument("--options", default="", help="the options of that game")
    parser.add_argument("--chairs", type=int, default=2, help="how many chairs that game has")
    parser.add_argument("--matches", type=int, default=0, help="end after so many matches; 0 goes on for ever")
    args = parser.parse_args()
    if not args.token:
        sys.exit("a token is needed: --token or BRETT_TOKEN; brett admin create-user --bot NAME makes one")
    bot = Bot(args)
    while True:
        try:
            bot.connect()
            return
        except Refused as problem:
            sys.exit(f"the server refuses: {problem}")
        except (OSError, ConnectionError) as problem:
            print(f"{problem}; connecting again", file=sys.stderr)
            time.sleep(1.5)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
