"""The interface of the practical course of 2018, on top of brett: what praktikum.h is for C++ and C.

The names and what they mean are the course's. The environment is the programme brett, which is looked for in the PATH or
under the name in the variable BRETT. Run by itself, this file plays any column that is possible:

    python3 praktikum.py 4      five games against difficulty 4
    python3 praktikum.py netz   games over the network
"""

import enum
import os
import random
import socket
import subprocess
import sys
import time

ZEILEN, SPALTEN, SPIELE = 6, 7, 5
SPIELENDE, VERBINDUNGSFEHLER = -1, -2
ENDE_DURCH_EIGENEN_ZUG = -(SPALTEN + 1)
ZEIT = 2.0


class Farbe(enum.Enum):
    GELB = 0
    ROT = 1


class Spielergebnis(enum.Enum):
    GEWONNEN = "gewonnen"
    VERLOREN = "verloren"
    UNENTSCHIEDEN = "unentschieden"
    ABGEBROCHEN = "abgebrochen"


def _beende(problem):
    sys.exit(f"praktikum: {problem}")


class _Wettkampf:
    """Five games, in which the sides begin in turn."""

    def __init__(self, schwierigkeit):
        self.mit_tastatur = schwierigkeit == 0
        self.spiel, self.n_zuege, self.laeuft, self.antwortete = 0, 0, False, None
        self.stand = dict.fromkeys(("gewonnen", "verloren", "unentschieden"), 0)
        programm = os.environ.get("BRETT") or "brett"
        spieler = f"praktikum-2018:level={schwierigkeit or 1}"
        befehl = [programm, "engine", "connect4", "--player", spieler, "--time", "1500ms"]
        befehl += ["--seed", str(random.SystemRandom().randrange(1 << 31))]
        try:
            self.brett = subprocess.Popen(befehl, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            _beende(f"{programm} cannot be started; put it into the PATH or name it in the variable BRETT: {error}")

    def frage(self, befehl):
        """Whether brett agrees, and what it says."""
        try:
            self.brett.stdin.write(befehl + "\n")
            self.brett.stdin.flush()
        except OSError:
            _beende("brett has ended")
        zeilen = []
        while (zeile := self.brett.stdout.readline()) != "\n":
            if not zeile:
                _beende("brett has ended")
            zeilen.append(zeile)
        antwort = "".join(zeilen)
        return antwort.startswith("="), antwort[1:].strip()

    def eigener_sitz(self):
        return 1 if self.spiel % 2 == 1 else 2

    def zug(self, spalte):
        if not self.mit_tastatur and self.antwortete and time.monotonic() - self.antwortete > ZEIT:
            _beende("more than two seconds for a move: the match is lost")
        if not self.laeuft:
            if self.spiel == SPIELE:
                _beende("all games have been played; begin a new match with Start")
            self.frage("clear_board")
            self.spiel, self.n_zuege, self.laeuft = self.spiel + 1, 0, True
        eroeffnet_gegner = self.spiel % 2 == 0 and self.n_zuege == 0
        if (spalte == -1) != eroeffnet_gegner:
            _beende("call NaechsterZug(-1) when the environment begins the game, and only then")
        antwort = ENDE_DURCH_EIGENEN_ZUG
        if spalte == -1 or not self.setze(self.eigener_sitz(), spalte):
            erwiderung = self.von_der_tastatur() if self.mit_tastatur else self.vom_gegner()
            antwort = erwiderung if self.laeuft else -(erwiderung + 1)
        self.antwortete = time.monotonic()
        return antwort

    def setze(self, sitz, spalte):
        ja, antwort = self.frage(f"play {sitz} {spalte + 1}")
        if not ja:
            _beende(f"column {spalte} cannot be played, and the match is lost: {antwort}")
        return self.gezogen(sitz)

    def vom_gegner(self):
        sitz = 3 - self.eigener_sitz()
        spalte = int(self.frage(f"genmove {sitz}")[1]) - 1
        self.gezogen(sitz)
        return spalte

    def von_der_tastatur(self):
        while True:
            print(f"Spalte (0 bis {SPALTEN - 1}): ", end="", file=sys.stderr, flush=True)
            zeile = sys.stdin.readline()
            if not zeile:
                _beende("nobody plays any more")
            moegliche = [int(zug) - 1 for zug in self.frage("legal_moves")[1].split()]
            if zeile.strip().isdigit() and int(zeile) in moegliche:
                self.setze(3 - self.eigener_sitz(), int(zeile))
                return int(zeile)
            print("Diese Spalte ist nicht spielbar.", file=sys.stderr)

    def gezogen(self, sitz):
        """A side has moved: shows the board, and tells whether the game is over."""
        self.n_zuege += 1
        print(self.frage("showboard")[1], end="\n\n", file=sys.stderr, flush=True)
        ist_vorbei, ausgang = self.frage("final_score")
        if ist_vorbei:
            self.laeuft = False
            eigener = sitz == self.eigener_sitz()
            wort = "unentschieden" if ausgang == "0" else "gewonnen" if eigener else "verloren"
            self.stand[wort] += 1
            gewonnen, verloren, unentschieden = self.stand.values()
            stand = f"Stand {gewonnen}:{verloren}, unentschieden {unentschieden}"
            print(f"Spiel {self.spiel}: {wort}; {stand}", flush=True)
        return ist_vorbei


_wettkampf = None
_verbindung = None


def Start(schwierigkeit):
    """Begins a match against the environment: difficulty 1 to 6, or 0 for somebody at the keyboard."""
    global _wettkampf
    if schwierigkeit not in range(7):
        _beende("the difficulty is 0 to 6")
    _wettkampf = _Wettkampf(schwierigkeit)


def NaechsterZug(spalte):
    """Hands over the own column, or -1 if the environment begins, and gives the answer; below 0 the game is over."""
    if _wettkampf is None:
        _beende("call Start before the first move")
    return _wettkampf.zug(spalte)


def SendeZug(spalte):
    """Sends a column or SPIELENDE; False if the connection is lost."""
    try:
        _verbindung.sendall(spalte.to_bytes(4, "little", signed=True))
        return True
    except OSError:
        return False


def EmpfangeZug():
    """Waits for a column or SPIELENDE; VERBINDUNGSFEHLER if the connection is lost or anything else was sent."""
    empfangen = b""
    while len(empfangen) < 4:
        try:
            mehr = _verbindung.recv(4 - len(empfangen))
        except OSError:
            mehr = b""
        if not mehr:
            return VERBINDUNGSFEHLER
        empfangen += mehr
    zahl = int.from_bytes(empfangen, "little", signed=True)
    return zahl if zahl == SPIELENDE or zahl in range(SPALTEN) else VERBINDUNGSFEHLER


def NetzwerkMain(netzwerkspiel):
    """Asks at the console with whom to play, and calls netzwerkspiel(Farbe) for every game with changing colours."""
    global _verbindung

    def frage(text, ueblich):
        print(f"{text} [{ueblich}]: ", end="", flush=True)
        return sys.stdin.readline().strip() or ueblich

    wartet = frage("warten (w) oder verbinden (v)", "w") == "w"
    rechner = "" if wartet else frage("Rechner", "127.0.0.1")
    port, n_spiele = int(frage("Port", "31000")), int(frage("Spiele", str(SPIELE)))
    try:
        if wartet:
            with socket.create_server(("", port)) as tuer:
                print("wartet an Port", tuer.getsockname()[1], flush=True)
                _verbindung = tuer.accept()[0]
        else:
            _verbindung = socket.create_connection((rechner, port))
    except OSError as error:
        print(f"praktikum: keine Verbindung: {error}", file=sys.stderr)
        return 1
    _verbindung.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with _verbindung:
        for spiel in range(1, n_spiele + 1):
            ergebnis = netzwerkspiel(Farbe.GELB if wartet == (spiel % 2 == 1) else Farbe.ROT)
            print(f"Spiel {spiel}: {ergebnis.value}", flush=True)
            if ergebnis == Spielergebnis.ABGEBROCHEN:
                return 1
    return 0


class _Brett:
    """A board for the example below."""

    def __init__(self):
        self.felder = [[] for _ in range(SPALTEN)]

    def moegliche(self):
        return [spalte for spalte in range(SPALTEN) if len(self.felder[spalte]) < ZEILEN]

    def farbe(self, spalte, zeile):
        auf_dem_brett = 0 <= spalte < SPALTEN and 0 <= zeile < len(self.felder[spalte])
        return self.felder[spalte][zeile] if auf_dem_brett else None

    def hat_vier(self):
        """Whether four of a colour stand in a row anywhere."""
        for spalte in range(SPALTEN):
            for zeile, farbe in enumerate(self.felder[spalte]):
                for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
                    if all(self.farbe(spalte + n * dx, zeile + n * dy) == farbe for n in range(4)):
                        return True
        return False


def _beispiel_netzwerkspiel(meine_farbe):
    brett, am_zug = _Brett(), Farbe.GELB
    while True:
        hat_vier, ich = brett.hat_vier(), am_zug == meine_farbe
        ist_vorbei = hat_vier or not brett.moegliche()
        if ich:
            zug = SPIELENDE if ist_vorbei else random.choice(brett.moegliche())
            if not SendeZug(zug):
                return Spielergebnis.ABGEBROCHEN
        else:
            zug = EmpfangeZug()
        if zug == SPIELENDE and ist_vorbei:
            if not hat_vier:
                return Spielergebnis.UNENTSCHIEDEN
            return Spielergebnis.VERLOREN if ich else Spielergebnis.GEWONNEN
        if ist_vorbei or zug not in brett.moegliche():
            return Spielergebnis.ABGEBROCHEN
        brett.felder[zug].append(am_zug)
        am_zug = Farbe.ROT if am_zug == Farbe.GELB else Farbe.GELB


def _beispiel_wettkampf(schwierigkeit):
    Start(schwierigkeit)
    for spiel in range(1, SPIELE + 1):
        brett = _Brett()
        zug = random.choice(brett.moegliche()) if spiel % 2 == 1 else -1
        while True:
            if zug >= 0:
                brett.felder[zug].append("eigene")
            antwort = NaechsterZug(zug)
            if antwort < 0:
                break
            brett.felder[antwort].append("andere")
            zug = random.choice(brett.moegliche())


if __name__ == "__main__":
    wunsch = sys.argv[1] if len(sys.argv) > 1 else "4"
    if wunsch == "netz":
        sys.exit(NetzwerkMain(_beispiel_netzwerkspiel))
    _beispiel_wettkampf(int(wunsch))
