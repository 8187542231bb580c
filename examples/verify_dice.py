"""Checks the dice of a record of Brettwerk with nothing but Python: python3 verify_dice.py RECORD"""
import hashlib, hmac, re, sys

text = open(sys.argv[1], encoding="utf-8", newline="").read()
problems = []
section = re.search(r"\ndice 1 ([A-Za-z0-9-]{1,40})\ncommitment ([0-9a-f]{64})\n((?:roll [^\n]*\n)*)"
                    r"secret ([0-9a-f]{64})\nseal ([0-9a-f]{64})\n\nend\n\Z", text)
if not section:
    sys.exit("not proved: the file holds no complete proof of its dice")
table, commitment, lines, secret, seal = section.groups()
table, secret = table.encode(), bytes.fromhex(secret)

def expect(holds, problem):
    if not holds:
        problems.append(problem)

def keyed(word, *parts):
    return hmac.new(secret, b"\0".join([word, table, b"".join(parts)]), hashlib.sha256).digest()

def stream(roll, nonces):
    block = keyed(b"roll/1", roll, *nonces)
    while True:
        yield from block
        block = keyed(b"more/1", block)

def below(stream, end):
    width = next(width for width in range(1, 9) if end <= 256 ** width or width == 8)
    while True:
        drawn = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        if drawn < 256 ** width // end * end:
            return drawn % end

def drawn(kind, value, stream):
    if kind == "weights":
        weights = [int(weight) for weight in value.split("=")[0].split(",")]
        rest = below(stream, sum(weights))
        return value.split("=")[0] + f"={next(n for n in range(len(weights) + 1) if rest < sum(weights[:n]))}"
    tries = []
    while not tries or (kind == "unequal" and tries[-1][0] == tries[-1][1]):
        tries.append(f"{below(stream, 6) + 1}{below(stream, 6) + 1}")
    return ",".join(tries)

rolls, substituted = {}, 0
for line in lines.splitlines():
    round_, number, kind, value, *shares = line.split(" ")[1:]
    roll, nonces = int(round_).to_bytes(4, "big") + int(number).to_bytes(4, "big"), []
    for place, share in enumerate(shares):
        known = hashlib.sha256(b"\0".join([b"dice-substitute/1", table, roll + bytes([place])])).digest()[:16]
        nonces.append(known if share in ("none", "late", "engine") else bytes.fromhex(share))
        substituted += share in ("none", "late")
    expect(drawn(kind, value, stream(roll, nonces)) == value, f"roll {number} of round {round_} was not drawn")
    rolls[round_, number] = (kind, "".join(sorted(value, reverse=True)) if kind == "dice" else value.split(",")[-1])
for round_, body in re.findall(r"\nround (\d+) (.*?)\nresult ", text, re.DOTALL):
    for number, fell in enumerate(re.findall(r"\n\* (.*)", body), 1):
        kind, value = rolls.get((round_, str(number)), ("", "nothing"))
        expect(kind == "weights" or fell == value, f"roll {number} of round {round_}: {fell}, drawn was {value}")
expect(hashlib.sha256(b"\0".join([b"dice-commit/1", table, secret])).hexdigest() == commitment, "another secret")
expect(keyed(b"seal/1", text.replace(f"seal {seal}\n", "").encode()).hex() == seal, "the record was changed")
print(*problems or [f"proved: {len(rolls)} rolls, {substituted} nonces substituted"], sep="\n")
sys.exit(1 if problems else 0)
