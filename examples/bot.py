#!/usr/bin/env python3
"""A bot for every game of Brettwerk. It answers one question: which move?

    brett connect4 7 6 4 h 'gtp:python3 examples/bot.py'
"""
import random
import sys


def choose(seat, position, moves):
    """Chooses one of the legal moves. Put your own ideas here."""
    return random.choice(moves)


def answer(command, rest):
    if command == "choose_move":
        seat, position, *moves = rest.split("; ")
        return choose(int(seat), position, moves)
    if command == "name":
        return "Random bot"
    if command == "list_commands":
        return "name\nlist_commands\nchoose_move\nquit"
    if command == "quit":
        return ""
    return None


for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    text = answer(command, rest)
    print("? unknown command\n" if text is None else f"= {text}\n", flush=True)
    if command == "quit":
        break
