"""The bot, asked as Brettwerk asks."""
import pathlib
import subprocess
import sys
import unittest

BOT = pathlib.Path(__file__).with_name("bot.py")


class Bot(unittest.TestCase):
    def test_answers_with_a_legal_move(self):
        asked = "choose_move 1; a position; 4; 5\nnonsense\nquit\n"
        told = subprocess.run([sys.executable, BOT], input=asked, capture_output=True, text=True, check=True)
        self.assertRegex(told.stdout, r"\A= [45]\n\n\? ")


if __name__ == "__main__":
    unittest.main()
