/* Uses the course's interface from C, and tells what every call gives. */
#include "praktikum.h"

#include <stdio.h>
#include <string.h>

/* Plays column after column from the left, and tells every move with its answer. */
static void match(int difficulty) {
    Start(difficulty);
    for (int game = 1; game <= SPIELE; ++game) {
        int discs[SPALTEN] = {0};
        int own = game % 2 == 1 ? 0 : -1;
        printf("game\n");
        for (;;) {
            if (own >= 0) ++discs[own];
            const int answer = NaechsterZug(own);
            printf("%d %d\n", own, answer);
            if (answer < 0) break;
            ++discs[answer];
            own = 0;
            while (discs[own] == ZEILEN) ++own;
        }
    }
}

/* Hears eight numbers and says one, whatever they are. */
Spielergebnis Netzwerkspiel(Farbe meine_farbe) {
    printf("\n%s\n", meine_farbe == GELB ? "GELB" : "ROT");
    for (int heard = 0; heard < 8; ++heard) printf("%d\n", EmpfangeZug());
    printf("%s\n", SendeZug(0) ? "true" : "false");
    return ABGEBROCHEN;
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "match") == 0) match(3);
    else if (strcmp(what, "network") == 0) return NetzwerkMain();
    else if (strcmp(what, "too early") == 0) NaechsterZug(0);
    else if (strcmp(what, "too difficult") == 0) Start(7);
    else {
        Start(1);
        NaechsterZug(strcmp(what, "no column") == 0 ? 9 : -1);
    }
    return 0;
}
