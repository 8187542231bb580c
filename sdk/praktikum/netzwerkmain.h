// What the course handed out besides unit.h, in the file that students completed: the colors, the results of a game
// over the network, and a function that connects two programs by questions at the console.
//
// A program includes this file or has these definitions itself, not both.
#ifndef NETZWERKMAIN_H
#define NETZWERKMAIN_H

#include "unit.h"

#include <iostream>
#include <limits>
#include <string>
#include <utility>

// A cell of the board. Yellow begins.
enum Feld { leer, gelb, rot };

// How a game over the network has ended.
enum class SpielStatus { Verbindungsfehler, Niederlage, Unentschieden, Sieg };

// Plays one game over the network. This function is written by the student.
//
// The side to move looks first whether the game is over; if so, it sends SPIELENDE instead of a column.
SpielStatus Netzwerkspiel(Feld MeineFarbe);

// Asks for a number until one is typed; `sonst` at the end of the input.
inline int FrageZahl(const std::string& frage, int sonst) {
    for (;;) {
        std::cout << frage << std::endl;
        int zahl = sonst;
        if (std::cin >> zahl) return zahl;
        if (std::cin.eof()) return sonst;
        std::cin.clear();
        std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
}

// Asks with whom to play, connects, and plays games with changing colors for as long as wanted.
//
// Who waits is yellow in the first game, and who connects is red.
inline void NetzwerkMain() {
    const int wahl = FrageZahl("1 = verbinden, 2 = warten, 0 = beenden:", 0);
    if (wahl != 1 && wahl != 2) return;
    std::string ip;
    if (wahl == 1) {
        std::cout << "Adresse des Rechners, der wartet (zum Beispiel 127.0.0.1):" << std::endl;
        std::cin >> ip;
    }
    const int port = FrageZahl("Port (31000 bis 31009):", 31000);
    const unsigned short kurz = static_cast<unsigned short>(port);
    const bool verbunden = wahl == 1 ? Verbinde(ip.c_str(), kurz) : WarteAufVerbindung(kurz);
    if (!verbunden) {
        std::cout << "Keine Verbindung. Ist der Port frei, und wartet die andere Seite?" << std::endl;
        return;
    }
    Feld meine = wahl == 1 ? rot : gelb, andere = wahl == 1 ? gelb : rot;
    for (int spiel = 1;; ++spiel) {
        const SpielStatus ergebnis = Netzwerkspiel(meine);
        std::cout << "Spiel " << spiel << ": "
                  << (ergebnis == SpielStatus::Sieg           ? "gewonnen"
                      : ergebnis == SpielStatus::Niederlage    ? "verloren"
                      : ergebnis == SpielStatus::Unentschieden ? "unentschieden"
                                                               : "Verbindungsfehler")
                  << std::endl;
        if (ergebnis == SpielStatus::Verbindungsfehler) break;
        std::cout << "Noch ein Spiel? (j/n)" << std::endl;
        char antwort = 'n';
        if (!(std::cin >> antwort) || (antwort != 'j' && antwort != 'J' && antwort != 'y' && antwort != 'Y')) break;
        std::swap(meine, andere);
        NaechstesNetzwerkspiel();
    }
    SchliesseVerbindung();
}

#endif
