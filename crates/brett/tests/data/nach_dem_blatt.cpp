// A program written after the assignment sheet of the course alone: it includes unit.h and nothing else of ours, and has
// the definitions that the sheet expects in it (Feld, SpielStatus, NetzwerkMain). It plays the first column that is not
// full and, as a program of 2018 did, also sends SPIELENDE after its own winning column.

#include "unit.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

enum Feld { leer, gelb, rot };

enum class SpielStatus { Verbindungsfehler, Niederlage, Unentschieden, Sieg };

class Spielbrett {
public:
    Spielbrett() : felder(AnzahlSpalten, std::vector<Feld>(AnzahlZeilen, leer)), stand(AnzahlSpalten, 0) {}

    int NaechsteSpalte() const {
        for (size_t s = 0; s < AnzahlSpalten; s++)
            if (stand[s] < AnzahlZeilen) return int(s);
        return -1;
    }

    bool Gueltig(int spalte) const { return spalte >= 0 && spalte < int(AnzahlSpalten) && stand[spalte] < AnzahlZeilen; }

    void Setze(int spalte, Feld farbe) { felder[spalte][stand[spalte]++] = farbe; }

    bool Gewonnen(Feld farbe) const {
        const int wege[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (int s = 0; s < int(AnzahlSpalten); s++)
            for (int z = 0; z < int(AnzahlZeilen); z++)
                for (int w = 0; w < 4; w++) {
                    int n = 0;
                    while (n < 4 && Ist(s + n * wege[w][0], z + n * wege[w][1], farbe)) n++;
                    if (n == 4) return true;
                }
        return false;
    }

    bool Voll() const { return NaechsteSpalte() < 0; }

private:
    bool Ist(int s, int z, Feld farbe) const {
        return s >= 0 && s < int(AnzahlSpalten) && z >= 0 && z < int(AnzahlZeilen) && felder[s][z] == farbe;
    }

    std::vector<std::vector<Feld> > felder;
    std::vector<unsigned int> stand;
};

void NetzwerkMain();

void Match(unsigned int Schwierigkeitsgrad, bool istLangsam) {
    Start(Schwierigkeitsgrad);
    for (int Spiel = 1; Spiel <= int(AnzahlSpiele); Spiel++) {
        Spielbrett Brett;
        int Zug = -1;
        if (Spiel % 2 == 1) Zug = Brett.NaechsteSpalte();
        while (true) {
            if (Zug >= 0) Brett.Setze(Zug, gelb);
            if (istLangsam && Spiel == 3) std::this_thread::sleep_for(std::chrono::seconds(60));
            int Gegenzug = NaechsterZug(Zug);
            if (Gegenzug < 0) break;
            Brett.Setze(Gegenzug, rot);
            Zug = Brett.NaechsteSpalte();
        }
    }
}

int main(int argc, char** argv) {
    const std::string wunsch = argc > 1 ? argv[1] : "4";
    // How the program is called decides what is wrong with it, since an examiner gives no arguments.
    const std::string name = argv[0];
    if (wunsch == "netz") NetzwerkMain();
    else if (name.find("langsam") != std::string::npos) Match(4, true);
    else if (name.find("spalte9") != std::string::npos) {
        Start(4);
        NaechsterZug(9);
    } else if (name.find("abbruch") != std::string::npos) {
        Start(4);
        NaechsterZug(3);
        return 7;
    } else if (name.find("stumm") == std::string::npos) Match(unsigned(std::atoi(wunsch.c_str())), false);
    return 0;
}

SpielStatus Netzwerkspiel(Feld MeineFarbe) {
    Spielbrett Brett;
    const Feld GegnerFarbe = MeineFarbe == gelb ? rot : gelb;
    bool bin_dran = MeineFarbe == gelb;
    while (true) {
        if (bin_dran) {
            if (Brett.Gewonnen(GegnerFarbe) || Brett.Voll()) {
                SendeZug(SPIELENDE);
                return Brett.Gewonnen(GegnerFarbe) ? SpielStatus::Niederlage : SpielStatus::Unentschieden;
            }
            const int Zug = Brett.NaechsteSpalte();
            Brett.Setze(Zug, MeineFarbe);
            if (!SendeZug(Zug)) return SpielStatus::Verbindungsfehler;
            if (Brett.Gewonnen(MeineFarbe)) SendeZug(SPIELENDE);
        } else {
            const int Zug = EmpfangeZug();
            if (Zug == SPIELENDE) {
                if (Brett.Gewonnen(MeineFarbe)) return SpielStatus::Sieg;
                return Brett.Voll() ? SpielStatus::Unentschieden : SpielStatus::Verbindungsfehler;
            }
            if (!Brett.Gueltig(Zug)) return SpielStatus::Verbindungsfehler;
            Brett.Setze(Zug, GegnerFarbe);
        }
        bin_dran = !bin_dran;
    }
}

void NetzwerkMain() {
    int wahl = 0;
    unsigned short port = 0;
    std::string ip;
    std::cin >> wahl;
    Feld meine = gelb, andere = rot;
    if (wahl == 1) {
        std::cin >> ip >> port;
        if (!Verbinde(ip.c_str(), port)) return;
        std::swap(meine, andere);
    } else {
        std::cin >> port;
        if (!WarteAufVerbindung(port)) return;
    }
    char weiter = 'n';
    for (int spiel = 1;; spiel++) {
        const SpielStatus status = Netzwerkspiel(meine);
        const char* worte[4] = {"Verbindungsfehler", "verloren", "unentschieden", "gewonnen"};
        std::cout << "Spiel " << spiel << ": " << worte[static_cast<int>(status)] << std::endl;
        if (status == SpielStatus::Verbindungsfehler || !(std::cin >> weiter) || weiter != 'y') break;
        std::swap(meine, andere);
        NaechstesNetzwerkspiel();
    }
    SchliesseVerbindung();
}
