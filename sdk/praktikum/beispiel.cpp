// A whole programme for the course: it looks a few moves ahead, and plays against the environment or over the network.
//
//   beispiel 4      five games against difficulty 4
//   beispiel 0      somebody at the keyboard plays against it
//   beispiel netz   games over the network

#include "praktikum.h"

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The board: discs fall on each other, and four in a row win.
class Brett {
public:
    Brett() : felder(SPALTEN) {}

    bool ist_moeglich(int spalte) const {
        return 0 <= spalte && spalte < SPALTEN && felder[spalte].size() < ZEILEN;
    }

    void setze(int spalte, Farbe farbe) { felder[spalte].push_back(farbe); }

    void nimm(int spalte) { felder[spalte].pop_back(); }

    bool ist_voll() const {
        for (int spalte = 0; spalte < SPALTEN; ++spalte) {
            if (ist_moeglich(spalte)) return false;
        }
        return true;
    }

    // Whether the last disc of a column has made four in a row.
    bool hat_vier(int spalte) const {
        const int zeile = static_cast<int>(felder[spalte].size()) - 1;
        const Farbe farbe = felder[spalte].back();
        static const int RICHTUNGEN[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (const int* richtung : RICHTUNGEN) {
            const int laenge = 1 + weit(spalte, zeile, richtung[0], richtung[1], farbe) +
                               weit(spalte, zeile, -richtung[0], -richtung[1], farbe);
            if (laenge >= 4) return true;
        }
        return false;
    }

private:
    // How many discs of a colour follow in a direction.
    int weit(int spalte, int zeile, int dx, int dy, Farbe farbe) const {
        int anzahl = 0;
        for (;;) {
            spalte += dx;
            zeile += dy;
            if (spalte < 0 || spalte >= SPALTEN || zeile < 0) return anzahl;
            if (zeile >= static_cast<int>(felder[spalte].size()) || felder[spalte][zeile] != farbe) return anzahl;
            ++anzahl;
        }
    }

    std::vector<std::vector<Farbe> > felder;
};

Farbe gegner(Farbe farbe) { return farbe == GELB ? ROT : GELB; }

// What a position is worth to yellow, from 1 to -1, if both sides play well for some moves; the side to move is a
// parameter, so that one function serves both.
double wert(Brett& brett, Farbe am_zug, int tiefe) {
    if (tiefe == 0 || brett.ist_voll()) return 0;
    const double vorzeichen = am_zug == GELB ? 1 : -1;
    double bester = -2;
    for (int spalte = 0; spalte < SPALTEN; ++spalte) {
        if (!brett.ist_moeglich(spalte)) continue;
        brett.setze(spalte, am_zug);
        // A later win counts less, so that none is put off for ever.
        const double folge = brett.hat_vier(spalte) ? 1 : vorzeichen * 0.99 * wert(brett, gegner(am_zug), tiefe - 1);
        brett.nimm(spalte);
        if (folge > bester) bester = folge;
    }
    return vorzeichen * bester;
}

// One of the best columns, by chance if there are several.
int bester_zug(Brett& brett, Farbe farbe) {
    static std::mt19937 zufall((std::random_device()()));
    std::vector<int> beste;
    double bester = -2;
    for (int spalte = 0; spalte < SPALTEN; ++spalte) {
        if (!brett.ist_moeglich(spalte)) continue;
        brett.setze(spalte, farbe);
        const double vorzeichen = farbe == GELB ? 1 : -1;
        const double folge = brett.hat_vier(spalte) ? 2 : vorzeichen * wert(brett, gegner(farbe), 5);
        brett.nimm(spalte);
        if (folge > bester) {
            bester = folge;
            beste.clear();
        }
        if (folge == bester) beste.push_back(spalte);
    }
    return beste[zufall() % beste.size()];
}

// A match against the environment.
void wettkampf(int schwierigkeit) {
    Start(schwierigkeit);
    for (int spiel = 1; spiel <= SPIELE; ++spiel) {
        Brett brett;
        const Farbe farbe = spiel % 2 == 1 ? GELB : ROT;
        int zug = farbe == GELB ? bester_zug(brett, farbe) : -1;
        for (;;) {
            if (zug >= 0) brett.setze(zug, farbe);
            const int antwort = NaechsterZug(zug);
            if (antwort < 0) break;
            brett.setze(antwort, gegner(farbe));
            zug = bester_zug(brett, farbe);
        }
    }
}

// One game over the network; see praktikum.h.
Spielergebnis Netzwerkspiel(Farbe meine_farbe) {
    Brett brett;
    Farbe am_zug = GELB;
    int letzter = -1;
    for (;;) {
        const bool ist_gewonnen = letzter >= 0 && brett.hat_vier(letzter);
        const bool ist_vorbei = ist_gewonnen || brett.ist_voll();
        const bool bin_ich_dran = am_zug == meine_farbe;
        int zug;
        if (bin_ich_dran) {
            zug = ist_vorbei ? int(SPIELENDE) : bester_zug(brett, meine_farbe);
            if (!SendeZug(zug)) return ABGEBROCHEN;
        } else {
            zug = EmpfangeZug();
        }
        if (zug == SPIELENDE && ist_vorbei) {
            if (!ist_gewonnen) return UNENTSCHIEDEN;
            // Whoever is to move after the last disc has lost.
            return bin_ich_dran ? VERLOREN : GEWONNEN;
        }
        if (ist_vorbei || !brett.ist_moeglich(zug)) return ABGEBROCHEN;
        brett.setze(zug, am_zug);
        letzter = zug;
        am_zug = gegner(am_zug);
    }
}

int main(int argc, char** argv) {
    const std::string wunsch = argc > 1 ? argv[1] : "4";
    if (wunsch == "netz") return NetzwerkMain();
    wettkampf(std::atoi(wunsch.c_str()));
    return 0;
}
