// The board as people see it: on standard error, and on a page that a browser loads again every second.
#ifndef ANZEIGE_H
#define ANZEIGE_H

#include <string>
#include <vector>

class Anzeige {
public:
    // Prepares the page and says where it is. PRAKTIKUM_BROWSER names a program that opens it, such as xdg-open.
    Anzeige();

    // Clears the board for a game.
    void beginne(int spiel, bool ist_gelb);

    // A disc falls; 0 is yellow, 1 is red.
    void setze(int farbe, int spalte);

    // What stands below the board, such as the score.
    void melde(const std::string& text);

private:
    void zeige() const;
    void schreibe_seite() const;

    std::string seite;
    std::string titel;
    std::string meldung;
    std::vector<std::vector<int> > spalten;
    int letzte_spalte = -1;
};

#endif
