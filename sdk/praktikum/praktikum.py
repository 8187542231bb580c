"""The interface of the practical course of 2018, on top of brett: what unit.h is for C++ and C.

Names and values are the course's. The environment is the program brett, which is looked for in the PATH or under the
name in the variable BRETT. Run by itself, this file plays any column that is possible:

    python3 praktikum.py 4      five games against difficulty 4
    python3 praktikum.py netz   games over the network
"""

import enum
import os
import random
import socket
import subprocess
import sys
import tempfile
import time

AnzahlZeilen, AnzahlSpalten, AnzahlSpiele = 6, 7, 5
SPIELENDE, VERBINDUNGSFEHLER = -1, -2
ZEIT = 2.0


class Feld(enum.Enum):
    leer = 0
    gelb = 1
    rot = 2


class SpielStatus(enum.Enum):
    Verbindungsfehler = "Verbindungsfehler"
    Niederlage = "verloren"
    Unentschieden = "unentschieden"
    Sieg = "gewonnen"


def _beende(problem):
    sys.stdout.flush()
    sys.exit(f"praktikum: {problem}")


class _Anzeige:
    """The board as people see it: on standard error, and on a page that a browser loads again every second."""

    ZELLE = 60

    def __init__(self):
        self.spalten, self.letzte, self.titel, self.meldung = [[] for _ in range(AnzahlSpalten)], -1, "", ""
        try:
            self.seite = os.path.join(tempfile.mkdtemp(prefix="praktikum-"), "brett.html")
        except OSError:
            self.seite = None
            return
        self.schreibe_seite()
        print(f"praktikum: das Spielbrett im Browser: file://{self.seite}", file=sys.stderr, flush=True)
        if programm := os.environ.get("PRAKTIKUM_BROWSER"):
            try:
                subprocess.Popen([programm, self.seite], stdin=subprocess.DEVNULL, start_new_session=True)
            except OSError:
                print(f"praktikum: {programm} lässt sich nicht starten (PRAKTIKUM_BROWSER)", file=sys.stderr)

    def beginne(self, spiel, ist_gelb):
        self.titel = f"Spiel {spiel}, das Programm ist {'gelb' if ist_gelb else 'rot'}"
        self.spalten, self.letzte = [[] for _ in range(AnzahlSpalten)], -1
        self.schreibe_seite()

    def setze(self, farbe, spalte):
        self.spalten[spalte].append(farbe)
        self.letzte = spalte
        bild = [self.titel]
        for zeile in reversed(range(AnzahlZeilen)):
            bild.append("".join(f" {s[zeile] if zeile < len(s) else '.'}" for s in self.spalten))
        bild.append("".join(f" {spalte}" for spalte in range(AnzahlSpalten)))
        print("\n".join(bild), end="\n\n", file=sys.stderr, flush=True)
        self.schreibe_seite()

    def melde(self, text):
        self.meldung = text
        self.schreibe_seite()

    def schreibe_seite(self):
        if self.seite is None:
            return
        zelle, breite, hoehe = self.ZELLE, self.ZELLE * AnzahlSpalten, self.ZELLE * AnzahlZeilen
        bild = [f'<rect width="{breite}" height="{hoehe}" rx="10" fill="#2457a7"/>']
        for nummer, spalte in enumerate(self.spalten):
            x = zelle * nummer + zelle // 2
            for zeile in range(AnzahlZeilen):
                farbe = {"g": "#ffd23f", "r": "#d7263d"}[spalte[zeile]] if zeile < len(spalte) else "#fff"
                rand = ' stroke="#000" stroke-width="4"' if (nummer, zeile) == (self.letzte, len(spalte) - 1) else ""
                y = hoehe - zelle * zeile - zelle // 2
                bild.append(f'<circle cx="{x}" cy="{y}" r="{zelle * 2 // 5}" fill="{farbe}"{rand}/>')
            bild.append(f'<text x="{x}" y="{hoehe + zelle // 3}" text-anchor="middle">{nummer}</text>')
        html = (
            '<!doctype html><html lang="de"><meta charset="utf-8"><meta http-equiv="refresh" content="1">'
            '<title>Vier gewinnt</title><body style="font-family:sans-serif"><h1>Vier gewinnt</h1>'
            f'<p>{self.titel}</p><svg width="{breite}" height="{hoehe + zelle // 2}">{"".join(bild)}</svg>'
            f"<p>{self.meldung}</p></body></html>\n"
        )
        try:
            with open(self.seite + ".neu", "w", encoding="utf-8") as neu:
                neu.write(html)
            os.replace(self.seite + ".neu", self.seite)
        except OSError:
            # The game goes on without a page.
            self.seite = None


class _Wettkampf:
    """Five games, in which the sides begin in turn."""

    def __init__(self, schwierigkeit):
        testat = os.environ.get("PRAKTIKUM_TESTAT")
        self.mit_tastatur = schwierigkeit == 0 and not testat
        self.spiel, self.n_zuege, self.laeuft = 0, 0, False
        self.stand = dict.fromkeys(("gewonnen", "verloren", "unentschieden"), 0)
        if testat:
            self.verbinde(testat)
        else:
            self.starte(schwierigkeit)
        # Nobody looks at a board while programs are tested.
        self.anzeige = None if testat else _Anzeige()
        # In a testat the referee keeps the time.
        self.mit_uhr = not testat and not self.mit_tastatur
        self.antwortete = time.monotonic()

    def verbinde(self, pfad):
        """Lets `brett testat` be the environment."""
        leitung = socket.socket(socket.AF_UNIX)
        try:
            leitung.connect(pfad)
        except OSError:
            _beende("brett testat ist nicht zu erreichen; in einem Testat gibt es genau einen Wettkampf")
        self.hin, self.zurueck = leitung.makefile("w"), leitung.makefile("r")

    def starte(self, schwierigkeit):
        programm = os.environ.get("BRETT") or "brett"
        spieler = f"praktikum-2018:level={schwierigkeit or 1}"
        befehl = [programm, "engine", "connect4", "--player", spieler, "--time", "1500ms"]
        befehl += ["--seed", str(random.SystemRandom().randrange(1 << 31))]
        try:
            brett = subprocess.Popen(befehl, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            _beende(
                f"{programm} lässt sich nicht starten; brett muss im PATH liegen oder in der Variablen BRETT stehen: {error}"
            )
        self.hin, self.zurueck = brett.stdin, brett.stdout

    def frage(self, befehl):
        """Whether brett agrees, and what it says."""
        try:
            self.hin.write(befehl + "\n")
            self.hin.flush()
        except OSError:
            _beende("brett ist beendet")
        zeilen = []
        while (zeile := self.zurueck.readline()) != "\n":
            if not zeile:
                _beende("brett ist beendet" if self.anzeige else "das Testat ist zu Ende")
            zeilen.append(zeile)
        antwort = "".join(zeilen)
        return antwort.startswith("="), antwort[1:].strip()

    def eigener_sitz(self):
        return 1 if self.spiel % 2 == 1 else 2

    def zug(self, spalte):
        if self.mit_uhr and time.monotonic() - self.antwortete > ZEIT:
            _beende("mehr als zwei Sekunden für einen Zug: der Wettkampf ist verloren")
        if not self.laeuft:
            if self.spiel == AnzahlSpiele:
                _beende("alle Spiele sind gespielt; ein neuer Wettkampf beginnt mit Start")
            self.frage("clear_board")
            self.spiel, self.n_zuege, self.laeuft = self.spiel + 1, 0, True
            if self.anzeige:
                self.anzeige.beginne(self.spiel, self.eigener_sitz() == 1)
        eroeffnet_gegner = self.spiel % 2 == 0 and self.n_zuege == 0
        if (spalte == -1) != eroeffnet_gegner:
            _beende("NaechsterZug(-1) gilt am Beginn eines Spiels, das die Umgebung beginnt, und nur dort")
        antwort = -1
        if spalte == -1 or not self.setze(self.eigener_sitz(), spalte):
            erwiderung = self.von_der_tastatur() if self.mit_tastatur else self.vom_gegner()
            antwort = erwiderung if self.laeuft else -(erwiderung + 2)
        self.antwortete = time.monotonic()
        return antwort

    def setze(self, sitz, spalte):
        if not self.frage(f"play {sitz} {spalte + 1}")[0]:
            gibt_es = spalte in range(AnzahlSpalten)
            grund = "ist voll" if gibt_es else f"gibt es nicht; die Spalten sind 0 bis {AnzahlSpalten - 1}"
            _beende(f"Spalte {spalte} {grund}: der Wettkampf ist verloren")
        return self.gezogen(sitz, spalte)

    def vom_gegner(self):
        sitz = 3 - self.eigener_sitz()
        spalte = int(self.frage(f"genmove {sitz}")[1]) - 1
        self.gezogen(sitz, spalte)
        return spalte

    def von_der_tastatur(self):
        while True:
            print(f"Spalte (0 bis {AnzahlSpalten - 1}): ", end="", file=sys.stderr, flush=True)
            zeile = sys.stdin.readline()
            if not zeile:
                _beende("es spielt niemand mehr")
            moegliche = [int(zug) - 1 for zug in self.frage("legal_moves")[1].split()]
            if zeile.strip().isdigit() and int(zeile) in moegliche:
                self.setze(3 - self.eigener_sitz(), int(zeile))
                return int(zeile)
            print("Diese Spalte ist nicht spielbar.", file=sys.stderr)

    def gezogen(self, sitz, spalte):
        """A side has moved: shows the board, and tells whether the game is over."""
        self.n_zuege += 1
        if self.anzeige:
            self.anzeige.setze("gr"[sitz - 1], spalte)
        ist_vorbei, ausgang = self.frage("final_score")
        if ist_vorbei:
            self.laeuft = False
            eigener = sitz == self.eigener_sitz()
            wort = "unentschieden" if ausgang == "0" else "gewonnen" if eigener else "verloren"
            self.stand[wort] += 1
            gewonnen, verloren, unentschieden = self.stand.values()
            stand = f"Spiel {self.spiel}: {wort}; Stand {gewonnen}:{verloren}, unentschieden {unentschieden}"
            print(stand, flush=True)
            if self.anzeige:
                self.anzeige.melde(stand)
            if self.spiel == AnzahlSpiele:
                gesamt = "gewonnen" if gewonnen > verloren else "verloren" if gewonnen < verloren else "unentschieden"
                print(f"Der Wettkampf ist {gesamt}.", flush=True)
        return ist_vorbei


_wettkampf = None
_verbindung = None
_ist_neues_spiel = False


def Start(Schwierigkeitsgrad):
    """Begins a match against the environment: difficulty 1 to 6, or 0 for somebody at the keyboard."""
    global _wettkampf
    if Schwierigkeitsgrad not in range(7):
        _beende("der Schwierigkeitsgrad ist 0 bis 6")
    _wettkampf = _Wettkampf(Schwierigkeitsgrad)


def NaechsterZug(Spalte):
    """Hands over the own column, or -1 if the environment begins, and gives the answer.

    Below 0 the game is over: -(c + 2) if the environment has ended it in column c, -1 if the own move has.
    """
    if _wettkampf is None:
        _beende("vor dem ersten Zug ist Start aufzurufen")
    return _wettkampf.zug(Spalte)


def WarteAufVerbindung(port):
    """Waits at a port until somebody connects; False if one cannot wait there."""
    try:
        with socket.create_server(("", port)) as tuer:
            print("wartet an Port", tuer.getsockname()[1], flush=True)
            return _beginne(tuer.accept()[0])
    except OSError:
        return False


def Verbinde(ip, port):
    """Connects to a program that waits; False if nobody is reached."""
    try:
        return _beginne(socket.create_connection((ip, port)))
    except OSError:
        return False


def _beginne(verbindung):
    global _verbindung, _ist_neues_spiel
    SchliesseVerbindung()
    verbindung.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _verbindung, _ist_neues_spiel = verbindung, False
    return True


def SchliesseVerbindung():
    """Ends the connection."""
    global _verbindung
    if _verbindung is not None:
        _verbindung.close()
    _verbindung = None


def NaechstesNetzwerkspiel():
    """Begins a further game on the same connection, with swapped colors."""
    global _ist_neues_spiel
    _ist_neues_spiel = True


def SendeZug(meinZug):
    """Sends a column or SPIELENDE; False if the connection is lost."""
    if _verbindung is None:
        return False
    try:
        _verbindung.sendall(meinZug.to_bytes(4, "little", signed=True))
        return True
    except OSError:
        return False


def EmpfangeZug():
    """Waits for a column or SPIELENDE; VERBINDUNGSFEHLER if the connection is lost or anything else was sent."""
    global _ist_neues_spiel
    zug = _empfange()
    # Some programs send SPIELENDE after their own last column too. No game is over before their first column, so it
    # belongs to the game before.
    if _ist_neues_spiel and zug == SPIELENDE:
        zug = _empfange()
    _ist_neues_spiel = False
    return zug


def _empfange():
    if _verbindung is None:
        return VERBINDUNGSFEHLER
    empfangen = b""
    while len(empfangen) < 4:
        try:
            mehr = _verbindung.recv(4 - len(empfangen))
        except OSError:
            mehr = b""
        if not mehr:
            SchliesseVerbindung()
            return VERBINDUNGSFEHLER
        empfangen += mehr
    zahl = int.from_bytes(empfangen, "little", signed=True)
    return zahl if zahl == SPIELENDE or zahl in range(AnzahlSpalten) else VERBINDUNGSFEHLER


def NetzwerkMain(Netzwerkspiel):
    """Asks at the console with whom to play, connects, and calls Netzwerkspiel(Feld) for every game.

    Who waits is yellow in the first game, and who connects is red; for every further game the colors are swapped.
    """

    def frage(text):
        print(text, flush=True)
        return sys.stdin.readline().strip()

    wahl = frage("1 = verbinden, 2 = warten, 0 = beenden:")
    if wahl not in ("1", "2"):
        return
    ip = frage("Adresse des Rechners, der wartet (zum Beispiel 127.0.0.1):") if wahl == "1" else ""
    port = frage("Port (31000 bis 31009):")
    port = int(port) if port.isdigit() else 31000
    if not (Verbinde(ip, port) if wahl == "1" else WarteAufVerbindung(port)):
        print("Keine Verbindung. Ist der Port frei, und wartet die andere Seite?", flush=True)
        return
    meine, andere = (Feld.rot, Feld.gelb) if wahl == "1" else (Feld.gelb, Feld.rot)
    spiel = 1
    while True:
        ergebnis = Netzwerkspiel(meine)
        print(f"Spiel {spiel}: {ergebnis.value}", flush=True)
        if ergebnis == SpielStatus.Verbindungsfehler or frage("Noch ein Spiel? (j/n)").lower() not in ("j", "y"):
            break
        meine, andere, spiel = andere, meine, spiel + 1
        NaechstesNetzwerkspiel()
    SchliesseVerbindung()


class _Brett:
    """A board for the example below."""

    def __init__(self):
        self.felder = [[] for _ in range(AnzahlSpalten)]

    def moegliche(self):
        return [spalte for spalte in range(AnzahlSpalten) if len(self.felder[spalte]) < AnzahlZeilen]

    def farbe(self, spalte, zeile):
        auf_dem_brett = 0 <= spalte < AnzahlSpalten and 0 <= zeile < len(self.felder[spalte])
        return self.felder[spalte][zeile] if auf_dem_brett else None

    def hat_vier(self):
        """Whether four of a color stand in a row anywhere."""
        for spalte in range(AnzahlSpalten):
            for zeile, farbe in enumerate(self.felder[spalte]):
                for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
                    if all(self.farbe(spalte + n * dx, zeile + n * dy) == farbe for n in range(4)):
                        return True
        return False


def _beispiel_netzwerkspiel(meine_farbe):
    brett, am_zug = _Brett(), Feld.gelb
    while True:
        hat_vier, ich = brett.hat_vier(), am_zug == meine_farbe
        ist_vorbei = hat_vier or not brett.moegliche()
        if ich:
            zug = SPIELENDE if ist_vorbei else random.choice(brett.moegliche())
            if not SendeZug(zug):
                return SpielStatus.Verbindungsfehler
        else:
            zug = EmpfangeZug()
        if zug == SPIELENDE and ist_vorbei:
            if not hat_vier:
                return SpielStatus.Unentschieden
            return SpielStatus.Niederlage if ich else SpielStatus.Sieg
        if ist_vorbei or zug not in brett.moegliche():
            return SpielStatus.Verbindungsfehler
        brett.felder[zug].append(am_zug)
        am_zug = Feld.rot if am_zug == Feld.gelb else Feld.gelb


def _beispiel_wettkampf(schwierigkeit):
    Start(schwierigkeit)
    for spiel in range(1, AnzahlSpiele + 1):
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
        NetzwerkMain(_beispiel_netzwerkspiel)
    else:
        _beispiel_wettkampf(int(wunsch))
