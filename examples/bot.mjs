#!/usr/bin/env node
// A bot for every game of Brettwerk. It answers one question: which move?
//
//     brett connect4 7 6 4 h 'gtp:node examples/bot.mjs'

import { createInterface } from "node:readline";

/** Chooses one of the legal moves. Put your own ideas here. */
function choose(seat, position, moves) {
  return moves[Math.floor(Math.random() * moves.length)];
}

const commands = {
  name: () => "Random bot",
  list_commands: () => Object.keys(commands).join("\n"),
  choose_move(rest) {
    const [seat, position, ...moves] = rest.split("; ");
    return choose(Number(seat), position, moves);
  },
  quit: () => "",
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.trim().split(" ");
  const known = Object.hasOwn(commands, command);
  const answer = known ? commands[command](rest.join(" ")) : "unknown command";
  process.stdout.write(`${known ? "=" : "?"} ${answer}\n\n`);
  if (command === "quit") break;
}
