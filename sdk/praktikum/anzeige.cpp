#include "anzeige.h"

#include "unit.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <sys/wait.h>
#include <unistd.h>

namespace {

const int CELL = 60;  // The width of a cell on the page, in pixels.

// Opens the page by a program of the user's choice, which need not end before we do.
void oeffne(const std::string& seite) {
    const char* programm = std::getenv("PRAKTIKUM_BROWSER");
    if (programm == nullptr || *programm == '\0') return;
    const pid_t kind = fork();
    if (kind == 0) {
        // The grandchild belongs to nobody, so that no process is left behind unwaited for.
        if (fork() == 0) {
            execlp(programm, programm, seite.c_str(), static_cast<char*>(nullptr));
            std::fprintf(stderr, "praktikum: %s lässt sich nicht starten (PRAKTIKUM_BROWSER)\n", programm);
            _exit(127);
        }
        _exit(0);
    }
    if (kind > 0) waitpid(kind, nullptr, 0);
}

}  // namespace

Anzeige::Anzeige() : spalten(AnzahlSpalten) {
    const char* ordner = std::getenv("TMPDIR");
    std::string muster = std::string(ordner != nullptr && *ordner != '\0' ? ordner : "/tmp") + "/praktikum-XXXXXX";
    if (mkdtemp(&muster[0]) == nullptr) return;
    seite = muster + "/brett.html";
    schreibe_seite();
    std::cerr << "praktikum: das Spielbrett im Browser: file://" << seite << std::endl;
    oeffne(seite);
}

void Anzeige::beginne(int spiel, bool ist_gelb) {
    titel = "Spiel " + std::to_string(spiel) + ", das Programm ist " + (ist_gelb ? "gelb" : "rot");
    spalten.assign(AnzahlSpalten, std::vector<int>());
    letzte_spalte = -1;
    schreibe_seite();
}

void Anzeige::setze(int farbe, int spalte) {
    spalten[spalte].push_back(farbe);
    letzte_spalte = spalte;
    zeige();
    schreibe_seite();
}

void Anzeige::melde(const std::string& text) {
    meldung = text;
    schreibe_seite();
}

void Anzeige::zeige() const {
    std::string bild = titel + "\n";
    for (int zeile = static_cast<int>(AnzahlZeilen) - 1; zeile >= 0; --zeile) {
        for (const std::vector<int>& spalte : spalten) {
            bild += zeile >= static_cast<int>(spalte.size()) ? " ." : spalte[zeile] == 0 ? " g" : " r";
        }
        bild += "\n";
    }
    for (unsigned int spalte = 0; spalte < AnzahlSpalten; ++spalte) bild += " " + std::to_string(spalte);
    std::cerr << bild << "\n" << std::endl;
}

void Anzeige::schreibe_seite() const {
    if (seite.empty()) return;
    const int breite = CELL * static_cast<int>(AnzahlSpalten), hoehe = CELL * static_cast<int>(AnzahlZeilen);
    const std::string neu = seite + ".neu";
    {
        std::ofstream html(neu.c_str());
        html << "<!doctype html><html lang=\"de\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"1\">"
             << "<title>Vier gewinnt</title><body style=\"font-family:sans-serif\"><h1>Vier gewinnt</h1><p>" << titel
             << "</p><svg width=\"" << breite << "\" height=\"" << hoehe + CELL / 2 << "\"><rect width=\"" << breite
             << "\" height=\"" << hoehe << "\" rx=\"10\" fill=\"#2457a7\"/>";
        for (int spalte = 0; spalte < static_cast<int>(AnzahlSpalten); ++spalte) {
            const int x = CELL * spalte + CELL / 2;
            for (int zeile = 0; zeile < static_cast<int>(AnzahlZeilen); ++zeile) {
                const int n_steine = static_cast<int>(spalten[spalte].size());
                const bool ist_leer = zeile >= n_steine;
                const bool ist_letzter = spalte == letzte_spalte && zeile == n_steine - 1;
                html << "<circle cx=\"" << x << "\" cy=\"" << hoehe - CELL * zeile - CELL / 2 << "\" r=\"" << CELL * 2 / 5
                     << "\" fill=\"" << (ist_leer ? "#fff" : spalten[spalte][zeile] == 0 ? "#ffd23f" : "#d7263d") << "\""
                     << (ist_letzter ? " stroke=\"#000\" stroke-width=\"4\"" : "") << "/>";
            }
            html << "<text x=\"" << x << "\" y=\"" << hoehe + CELL / 3 << "\" text-anchor=\"middle\">" << spalte
                 << "</text>";
        }
        html << "</svg><p>" << meldung << "</p></body></html>\n";
    }
    // A browser never sees half a page.
    std::rename(neu.c_str(), seite.c_str());
}
