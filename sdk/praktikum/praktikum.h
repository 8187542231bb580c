/* The interface of the practical course of 2018, on top of brett: for programmes in C++ (from C++11 on) and C.
 *
 * A programme that was written for the course's environment is compiled with this header and linked with
 * libpraktikum.a; the names and what they mean are the course's. The environment is the programme brett, which is
 * looked for in the PATH or under the name in the variable BRETT.
 */
#ifndef PRAKTIKUM_H
#define PRAKTIKUM_H

#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#endif

/* The board, and how many games a match has. */
enum { ZEILEN = 6, SPALTEN = 7, SPIELE = 5 };

/* What EmpfangeZug gives besides columns. */
enum { SPIELENDE = -1, VERBINDUNGSFEHLER = -2 };

/* What NaechsterZug gives when the own move has ended the game: as low as no answer in a column can be. */
enum { ENDE_DURCH_EIGENEN_ZUG = -(SPALTEN + 1) };

/* Yellow begins. */
typedef enum Farbe { GELB, ROT } Farbe;

/* How a game over the network has ended. */
typedef enum Spielergebnis { GEWONNEN, VERLOREN, UNENTSCHIEDEN, ABGEBROCHEN } Spielergebnis;

/* Begins a match of SPIELE games against the environment, which shows the board on standard error.
 *
 * The difficulty is 1 to 6. With 0 the environment is off: somebody plays at the keyboard against the programme.
 */
void Start(int schwierigkeit);

/* Hands over the own move in a column, 0 to SPALTEN - 1, and gives the column of the answer.
 *
 * In the games 1, 3 and 5 the own programme is yellow and begins. In 2 and 4 it is red, and its first call is
 * NaechsterZug(-1), which gives the first move of the environment. A negative answer is the end of the game: -(c + 1)
 * if the environment has ended it in column c, else ENDE_DURCH_EIGENEN_ZUG. The next call begins the next game.
 *
 * Whoever needs more than two seconds for a move has lost the match, and so has who plays a column that cannot be
 * played: the programme is ended.
 */
int NaechsterZug(int spalte);

/* Plays one game over the network. This function is written by who uses NetzwerkMain.
 *
 * The side to move looks first whether the game is over; if so, it sends SPIELENDE instead of a column.
 */
Spielergebnis Netzwerkspiel(Farbe meine_farbe);

/* Asks at the console with whom to play, connects, and calls Netzwerkspiel for every game with changing colours.
 *
 * Who waits is yellow in the first game, and who connects is red. Gives 0, or 1 if the connection was lost.
 */
int NetzwerkMain(void);

/* Sends a column or SPIELENDE to the other side; false if the connection is lost. */
bool SendeZug(int spalte);

/* Waits for the other side: a column, SPIELENDE, or VERBINDUNGSFEHLER if the connection is lost or anything else was
 * sent. Whether the column can be played is for the own programme to check.
 */
int EmpfangeZug(void);

#ifdef __cplusplus
}
#endif

#endif
