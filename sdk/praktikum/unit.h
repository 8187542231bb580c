/* The interface of the practical course of 2018, on top of brett: for programs in C++ (from C++11 on) and C.
 *
 * Names, types and values are the course's, so that a program that was written for it compiles unchanged. Link it with
 * libpraktikum.a or unit.o. The environment is the program brett, which is looked for in the PATH or under the name
 * in the variable BRETT.
 *
 * The types Feld and SpielStatus and the function NetzwerkMain belong to the student's program in the course; whoever
 * does not have them includes netzwerkmain.h.
 */
#ifndef UNIT_H
#define UNIT_H

#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#endif

/* The board has 6 rows and 7 columns, and a match has 5 games. */
extern const unsigned int AnzahlZeilen;
extern const unsigned int AnzahlSpalten;
extern const unsigned int AnzahlSpiele;

/* What is sent instead of a column when the game is over, and what EmpfangeZug gives when the connection is lost. */
static const int SPIELENDE = -1;
static const int VERBINDUNGSFEHLER = -2;

/* The same constant under the name in which the assignment sheet spells it once. */
static const int SPIELEND = -1;

/* Begins a match of AnzahlSpiele games against the environment.
 *
 * The difficulty is 1 to 6. With 0 the environment is off: somebody plays at the keyboard against the program. The
 * board is drawn on standard error and, live, on a page for the browser, whose address is printed.
 */
void Start(unsigned int Schwierigkeitsgrad);

/* Hands over the own move in a column, 0 to AnzahlSpalten - 1, and gives the column of the answer.
 *
 * In games 1, 3 and 5 the own program is yellow and begins. In 2 and 4 it is red, and its first call is
 * NaechsterZug(-1), which gives the first move of the environment. A negative answer is the end of the game: -(c + 2)
 * if the environment has ended it in column c, -1 if the own move has. The next call begins the next game.
 *
 * More than two seconds for a move lose the match, and so does a column that cannot be played: the program is ended.
 */
int NaechsterZug(int Spalte);

/* Sends a column or SPIELENDE to the other side; false if the connection is lost. */
bool SendeZug(int meinZug);

/* Waits for the other side: a column, SPIELENDE, or VERBINDUNGSFEHLER if the connection is lost or anything else was
 * sent. Whether the column can be played is for the own program to check.
 */
#ifdef __cplusplus
int EmpfangeZug();
#else
int EmpfangeZug(void);
#endif

/* Waits at a port until somebody connects; false if one cannot wait there. The course used the ports 31000 to 31009. */
bool WarteAufVerbindung(unsigned short port);

/* Connects to a program that waits at an address and a port; false if nobody is reached. */
bool Verbinde(const char* ip, unsigned short port);

/* Ends the connection. */
#ifdef __cplusplus
void SchliesseVerbindung();
#else
void SchliesseVerbindung(void);
#endif

/* Begins a further game on the same connection, with swapped colors. */
#ifdef __cplusplus
void NaechstesNetzwerkspiel();
#else
void NaechstesNetzwerkspiel(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
