/* Uses the course's interface from C, and tells what every call gives. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays column after column from the left, and tells every move with its answer. */
static void match(unsigned int difficulty) {
    Start(difficulty);
    for (unsigned int game = 1; game <= AnzahlSpiele; ++game) {
        unsigned int discs[16] = {0};
        int own = game % 2 == 1 ? 0 : -1;
        printf("game\n");
        for (;;) {
            if (own >= 0) ++discs[own];
            const int answer = NaechsterZug(own);
            printf("%d %d\n", own, answer);
            if (answer < 0) break;
            ++discs[answer];
            own = 0;
            while (discs[own] == AnzahlZeilen) ++own;
        }
    }
}

/* Receives eight numbers and sends one, whatever they are. */
static void network(const char* port) {
    if (!Verbinde("127.0.0.1", (unsigned short)atoi(port))) exit(3);
    for (int n = 0; n < 8; ++n) printf("%d\n", EmpfangeZug());
    printf("%s\n", SendeZug(0) ? "true" : "false");
    SchliesseVerbindung();
}

/* Receives two numbers in each of two games; an end before the first column of the second belongs to the first. */
static void two_games(const char* port) {
    if (!Verbinde("127.0.0.1", (unsigned short)atoi(port))) exit(3);
    for (int game = 1; game <= 2; ++game) {
        for (int n = 0; n < 2; ++n) printf("%d\n", EmpfangeZug());
        NaechstesNetzwerkspiel();
    }
    SchliesseVerbindung();
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "match") == 0) match(3);
    else if (strcmp(what, "network") == 0) network(argv[2]);
    else if (strcmp(what, "two games") == 0) two_games(argv[2]);
    else if (strcmp(what, "nobody") == 0) return Verbinde("127.0.0.1", 1) ? 3 : 0;
    else if (strcmp(what, "too early") == 0) NaechsterZug(0);
    else if (strcmp(what, "too difficult") == 0) Start(7);
    else {
        Start(1);
        NaechsterZug(strcmp(what, "no column") == 0 ? 9 : -1);
    }
    return 0;
}
