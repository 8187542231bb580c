// A whole program for the course: it looks ahead with alpha-beta, and plays against the environment or over the network.
//
//   beispiel 4      five games against difficulty 4
//   beispiel 0      somebody at the keyboard plays against it
//   beispiel netz   games over the network

#include "netzwerkmain.h"
#include "unit.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The board: discs fall on each other, and four in a row win.
class Spielbrett {
public:
    Spielbrett() : felder(AnzahlSpalten * AnzahlZeilen, leer), hoehen(AnzahlSpalten, 0) {}

    bool ist_moeglich(int spalte) const {
        return 0 <= spalte && spalte < int(AnzahlSpalten) && hoehen[spalte] < int(AnzahlZeilen);
    }

    void setze(int spalte, Feld farbe) { felder[ort(spalte, hoehen[spalte]++)] = farbe; }

    void nimm(int spalte) { felder[ort(spalte, --hoehen[spalte])] = leer; }

    bool ist_voll() const {
        return std::all_of(hoehen.begin(), hoehen.end(), [](int hoehe) { return hoehe == int(AnzahlZeilen); });
    }

    // Whether the last disc of a column has made four in a row.
    bool hat_vier(int spalte) const {
        const int zeile = hoehen[spalte] - 1;
        static const int RICHTUNGEN[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (const int* weg : RICHTUNGEN) {
            if (1 + folge(spalte, zeile, weg[0], weg[1]) + folge(spalte, zeile, -weg[0], -weg[1]) >= 4) return true;
        }
        return false;
    }

    Feld feld(int spalte, int zeile) const { return felder[ort(spalte, zeile)]; }

private:
    static int ort(int spalte, int zeile) { return spalte * int(AnzahlZeilen) + zeile; }

    // How many discs of the same color follow in a direction.
    int folge(int spalte, int zeile, int dx, int dy) const {
        const Feld farbe = feld(spalte, zeile);
        int anzahl = 0;
        for (;;) {
            spalte += dx;
            zeile += dy;
            if (spalte < 0 || spalte >= int(AnzahlSpalten) || zeile < 0 || zeile >= int(AnzahlZeilen)) return anzahl;
            if (feld(spalte, zeile) != farbe) return anzahl;
            ++anzahl;
        }
    }

    std::vector<Feld> felder;
    std::vector<int> hoehen;
};

Feld gegner(Feld farbe) { return farbe == gelb ? rot : gelb; }

// What a board is worth to yellow at first sight, by its windows of four cells: one in which only one side has discs
// counts for it, the more the more discs there are.
//
// At the end of a game the columns fill up, and yellow, who began, gets the lowest, third and fifth cell of the last one,
// red the others. So a cell that completes a line is worth most in a row that falls to its owner.
int schaetzung(const Spielbrett& brett) {
    static const int WERT[5] = {0, 1, 4, 16, 0};
    static const int EIGENE_REIHE = 48;
    static const int RICHTUNGEN[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int summe = 0;
    for (int spalte = 0; spalte < int(AnzahlSpalten); ++spalte) {
        for (int zeile = 0; zeile < int(AnzahlZeilen); ++zeile) {
            for (const int* weg : RICHTUNGEN) {
                const int ende_x = spalte + 3 * weg[0], ende_y = zeile + 3 * weg[1];
                if (ende_x >= int(AnzahlSpalten) || ende_y < 0 || ende_y >= int(AnzahlZeilen)) continue;
                int anzahl[3] = {0, 0, 0}, leere_zeile = 0;
                for (int n = 0; n < 4; ++n) {
                    const Feld hier = brett.feld(spalte + n * weg[0], zeile + n * weg[1]);
                    ++anzahl[hier];
                    if (hier == leer) leere_zeile = zeile + n * weg[1];
                }
                const bool faellt_an_gelb = leere_zeile % 2 == 0;
                if (anzahl[rot] == 0) {
                    summe += WERT[anzahl[gelb]] + (anzahl[gelb] == 3 && faellt_an_gelb ? EIGENE_REIHE : 0);
                } else if (anzahl[gelb] == 0) {
                    summe -= WERT[anzahl[rot]] + (anzahl[rot] == 3 && !faellt_an_gelb ? EIGENE_REIHE : 0);
                }
            }
        }
    }
    return summe;
}

// Looks for the best column, deeper and deeper until the time is over.
class Suche {
public:
    explicit Suche(std::chrono::milliseconds zeit) : ende(std::chrono::steady_clock::now() + zeit) {}

    int bester_zug(Spielbrett& brett, Feld farbe) {
        static std::mt19937 zufall(startwert() ? std::atoi(startwert()) : std::random_device()());
        // The middle first, since alpha-beta gains by good moves; equal columns on either side in any order.
        std::vector<int> spalten = {3, 2, 4, 1, 5, 0, 6};
        for (int n = 1; n < 7; n += 2) std::shuffle(&spalten[n], &spalten[n] + 2, zufall);
        int bester = *std::find_if(spalten.begin(), spalten.end(), [&](int s) { return brett.ist_moeglich(s); });
        for (int tiefe = 1; tiefe <= TIEFSTE && !ist_vorbei; ++tiefe) {
            int gefunden = -1, alpha = -2 * GEWONNEN;
            for (int spalte : spalten) {
                if (!brett.ist_moeglich(spalte)) continue;
                const int wert = nach(brett, spalte, farbe, tiefe, alpha, 2 * GEWONNEN);
                if (ist_vorbei) break;
                if (wert > alpha) {
                    alpha = wert;
                    gefunden = spalte;
                }
            }
            if (ist_vorbei || gefunden < 0) break;
            bester = gefunden;
            // What was best is tried first when one looks further.
            std::rotate(spalten.begin(), std::find(spalten.begin(), spalten.end(), bester),
                        std::find(spalten.begin(), spalten.end(), bester) + 1);
            if (alpha >= GEWONNEN - 42 || alpha <= 42 - GEWONNEN) break;
        }
        return bester;
    }

private:
    static const int GEWONNEN = 100000;
    // Eight plies take less than a tenth of a second and are enough against difficulty 4; the course allows more.
    static const int TIEFSTE = 8;

    // A number in the variable BEISPIEL_STARTWERT makes every run the same, on any machine: neither chance nor the clock
    // decide then.
    static const char* startwert() {
        static const char* const wert = std::getenv("BEISPIEL_STARTWERT");
        return wert;
    }

    // What a column is worth to the side that plays it.
    int nach(Spielbrett& brett, int spalte, Feld farbe, int tiefe, int alpha, int beta) {
        brett.setze(spalte, farbe);
        // A win that is nearer is better.
        const int wert = brett.hat_vier(spalte) ? GEWONNEN - 42 + tiefe : -negamax(brett, gegner(farbe), tiefe - 1, -beta, -alpha);
        brett.nimm(spalte);
        return wert;
    }

    // What a board is worth to the side to move, if both play well. The side is a parameter, so that one function
    // serves both: what is good for one is bad for the other.
    int negamax(Spielbrett& brett, Feld am_zug, int tiefe, int alpha, int beta) {
        static const int SPALTEN[7] = {3, 2, 4, 1, 5, 0, 6};
        if (brett.ist_voll()) return 0;
        if (tiefe == 0) return am_zug == gelb ? schaetzung(brett) : -schaetzung(brett);
        if (++n_stellungen % 1024 == 0 && !startwert() && std::chrono::steady_clock::now() > ende) ist_vorbei = true;
        for (int spalte : SPALTEN) {
            if (ist_vorbei) return 0;
            if (!brett.ist_moeglich(spalte)) continue;
            alpha = std::max(alpha, nach(brett, spalte, am_zug, tiefe, alpha, beta));
            // The other side will not let it come to this.
            if (alpha >= beta) break;
        }
        return alpha;
    }

    std::chrono::steady_clock::time_point ende;
    long n_stellungen = 0;
    bool ist_vorbei = false;
};

// Half of the two seconds that the course allows, since other programs need the processor as well.
int bester_zug(Spielbrett& brett, Feld farbe) {
    return Suche(std::chrono::milliseconds(1000)).bester_zug(brett, farbe);
}

// A match against the environment.
void wettkampf(unsigned int schwierigkeit) {
    Start(schwierigkeit);
    for (unsigned int spiel = 1; spiel <= AnzahlSpiele; ++spiel) {
        Spielbrett brett;
        const Feld farbe = spiel % 2 == 1 ? gelb : rot;
        int zug = farbe == gelb ? bester_zug(brett, farbe) : -1;
        for (;;) {
            if (zug >= 0) brett.setze(zug, farbe);
            const int antwort = NaechsterZug(zug);
            if (antwort < 0) break;
            brett.setze(antwort, gegner(farbe));
            zug = bester_zug(brett, farbe);
        }
    }
}

// One game over the network; see netzwerkmain.h.
SpielStatus Netzwerkspiel(Feld MeineFarbe) {
    Spielbrett brett;
    Feld am_zug = gelb;
    int letzter = -1;
    for (;;) {
        const bool ist_gewonnen = letzter >= 0 && brett.hat_vier(letzter);
        const bool ist_vorbei = ist_gewonnen || brett.ist_voll();
        const bool bin_ich_dran = am_zug == MeineFarbe;
        int zug;
        if (bin_ich_dran) {
            zug = ist_vorbei ? int(SPIELENDE) : bester_zug(brett, MeineFarbe);
            if (!SendeZug(zug)) return SpielStatus::Verbindungsfehler;
        } else {
            zug = EmpfangeZug();
        }
        if (zug == SPIELENDE && ist_vorbei) {
            if (!ist_gewonnen) return SpielStatus::Unentschieden;
            // Whoever is to move after the last disc has lost.
            return bin_ich_dran ? SpielStatus::Niederlage : SpielStatus::Sieg;
        }
        if (ist_vorbei || !brett.ist_moeglich(zug)) return SpielStatus::Verbindungsfehler;
        brett.setze(zug, am_zug);
        letzter = zug;
        am_zug = gegner(am_zug);
    }
}

int main(int argc, char** argv) {
    const std::string wunsch = argc > 1 ? argv[1] : "4";
    if (wunsch == "netz") NetzwerkMain();
    else wettkampf(static_cast<unsigned int>(std::atoi(wunsch.c_str())));
    return 0;
}
