// Start and NaechsterZug: a match against the environment, which is `brett engine` on the other end of two pipes.

#include "praktikum.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include <sys/types.h>
#include <unistd.h>

namespace {

typedef std::chrono::steady_clock Uhr;

// How long the own programme may think about a move.
const std::chrono::seconds ZEIT(2);

// Says what is wrong, and ends the programme.
[[noreturn]] void beende(const std::string& problem) {
    std::cerr << "praktikum: " << problem << std::endl;
    std::exit(EXIT_FAILURE);
}

// A conversation with `brett engine connect4`: a line goes there, and the answer comes with an empty line behind it.
class Brettwerk {
public:
    explicit Brettwerk(int schwierigkeit) {
        const char* name = std::getenv("BRETT");
        const std::string programm = name != nullptr && *name != '\0' ? name : "brett";
        const std::string spieler = "praktikum-2018:level=" + std::to_string(schwierigkeit > 0 ? schwierigkeit : 1);
        // Among equal moves it chooses another one at every start.
        const std::string zufall = std::to_string(std::random_device()() & 0x7fffffff);
        int hin[2], zurueck[2];
        if (pipe(hin) != 0 || pipe(zurueck) != 0) beende("no pipe can be made");
        // Whoever writes to a programme that has ended is told so by the write itself.
        std::signal(SIGPIPE, SIG_IGN);
        const pid_t kind = fork();
        if (kind < 0) beende("no process can be started");
        if (kind == 0) {
            dup2(hin[0], STDIN_FILENO);
            dup2(zurueck[1], STDOUT_FILENO);
            for (int ende : {hin[0], hin[1], zurueck[0], zurueck[1]}) close(ende);
            std::signal(SIGPIPE, SIG_DFL);
            execlp(programm.c_str(), programm.c_str(), "engine", "connect4", "--player", spieler.c_str(), "--seed",
                   zufall.c_str(), "--time", "1500ms", static_cast<char*>(nullptr));
            std::fprintf(stderr, "praktikum: %s cannot be started; put it into the PATH or name it in the variable BRETT\n",
                         programm.c_str());
            _exit(127);
        }
        close(hin[0]);
        close(zurueck[1]);
        schreibt = fdopen(hin[1], "w");
        liest = fdopen(zurueck[0], "r");
        if (schreibt == nullptr || liest == nullptr) beende("no pipe can be opened");
    }

    // Asks something. The answer without its sign; an empty one with `ja` false says that it was refused.
    std::string frage(const std::string& befehl, bool& ja) {
        std::fprintf(schreibt, "%s\n", befehl.c_str());
        if (std::fflush(schreibt) != 0) beende("brett has ended");
        std::string antwort;
        for (std::string zeile = lies(); !zeile.empty(); zeile = lies()) antwort += zeile + "\n";
        ja = antwort[0] == '=';
        const std::size_t beginn = antwort.find_first_not_of("=? ", 0);
        return beginn == std::string::npos ? "" : antwort.substr(beginn, antwort.size() - beginn - 1);
    }

    // Asks something that is never refused.
    std::string frage(const std::string& befehl) {
        bool ja = false;
        const std::string antwort = frage(befehl, ja);
        if (!ja) beende("brett refuses " + befehl + ": " + antwort);
        return antwort;
    }

private:
    std::string lies() {
        std::string zeile;
        for (int zeichen = std::fgetc(liest); zeichen != '\n'; zeichen = std::fgetc(liest)) {
            if (zeichen == EOF) beende("brett has ended");
            zeile += static_cast<char>(zeichen);
        }
        return zeile;
    }

    FILE* schreibt;
    FILE* liest;
};

// A match: five games, in which the sides begin in turn.
class Wettkampf {
public:
    explicit Wettkampf(int schwierigkeit) : brettwerk(schwierigkeit), mit_tastatur(schwierigkeit == 0) {}

    int zug(int spalte) {
        const Uhr::duration gedacht = Uhr::now() - antwortete;
        if (!mit_tastatur && hat_geantwortet && gedacht > ZEIT) beende("more than two seconds for a move: the match is lost");
        if (!laeuft) beginne();
        const bool eroeffnet_gegner = spiel % 2 == 0 && n_zuege == 0;
        if ((spalte == -1) != eroeffnet_gegner) {
            beende(eroeffnet_gegner ? "the environment begins this game; call NaechsterZug(-1)"
                                    : "-1 is only for games that the environment begins; play a column");
        }
        int antwort = ENDE_DURCH_EIGENEN_ZUG;
        if (spalte == -1 || !setze(eigener_sitz(), spalte)) {
            const int erwiderung = mit_tastatur ? von_der_tastatur() : vom_gegner();
            antwort = laeuft ? erwiderung : -(erwiderung + 1);
        }
        antwortete = Uhr::now();
        hat_geantwortet = true;
        return antwort;
    }

private:
    int eigener_sitz() const { return spiel % 2 == 1 ? 1 : 2; }
    int anderer_sitz() const { return 3 - eigener_sitz(); }

    void beginne() {
        if (spiel == SPIELE) beende("all games have been played; begin a new match with Start");
        brettwerk.frage("clear_board");
        ++spiel;
        n_zuege = 0;
        laeuft = true;
    }

    // Plays a column; tells whether the game is over by it.
    bool setze(int sitz, int spalte) {
        bool ja = false;
        const std::string befehl = "play " + std::to_string(sitz) + " " + std::to_string(spalte + 1);
        const std::string antwort = brettwerk.frage(befehl, ja);
        if (!ja) beende("column " + std::to_string(spalte) + " cannot be played, and the match is lost: " + antwort);
        return gezogen(sitz);
    }

    int vom_gegner() {
        const int spalte = std::atoi(brettwerk.frage("genmove " + std::to_string(anderer_sitz())).c_str()) - 1;
        gezogen(anderer_sitz());
        return spalte;
    }

    int von_der_tastatur() {
        for (;;) {
            std::cerr << "Spalte (0 bis " << SPALTEN - 1 << "): " << std::flush;
            std::string zeile;
            if (!std::getline(std::cin, zeile)) beende("nobody plays any more");
            const std::string moegliche = "\n" + brettwerk.frage("legal_moves") + "\n";
            if (zeile.size() == 1 && zeile[0] >= '0' && zeile[0] < '0' + SPALTEN) {
                const int spalte = zeile[0] - '0';
                if (moegliche.find("\n" + std::to_string(spalte + 1) + "\n") != std::string::npos) {
                    setze(anderer_sitz(), spalte);
                    return spalte;
                }
            }
            std::cerr << "Diese Spalte ist nicht spielbar." << std::endl;
        }
    }

    // A side has moved: shows the board, and tells whether the game is over.
    bool gezogen(int sitz) {
        ++n_zuege;
        std::cerr << brettwerk.frage("showboard") << "\n" << std::endl;
        bool ist_vorbei = false;
        const std::string ausgang = brettwerk.frage("final_score", ist_vorbei);
        if (!ist_vorbei) return false;
        laeuft = false;
        // Whoever moved last has won, unless the board is full.
        const bool unentschieden = ausgang == "0";
        const char* wort = unentschieden ? "unentschieden" : sitz == eigener_sitz() ? "gewonnen" : "verloren";
        (unentschieden ? n_unentschieden : sitz == eigener_sitz() ? n_gewonnen : n_verloren) += 1;
        std::cout << "Spiel " << spiel << ": " << wort << "; Stand " << n_gewonnen << ":" << n_verloren << ", unentschieden "
                  << n_unentschieden << std::endl;
        return true;
    }

    Brettwerk brettwerk;
    bool mit_tastatur;
    int spiel = 0;
    int n_zuege = 0;
    bool laeuft = false;
    int n_gewonnen = 0, n_verloren = 0, n_unentschieden = 0;
    bool hat_geantwortet = false;
    Uhr::time_point antwortete;
};

Wettkampf* wettkampf = nullptr;

}  // namespace

extern "C" void Start(int schwierigkeit) {
    if (schwierigkeit < 0 || schwierigkeit > 6) beende("the difficulty is 0 to 6");
    delete wettkampf;
    wettkampf = new Wettkampf(schwierigkeit);
}

extern "C" int NaechsterZug(int spalte) {
    if (wettkampf == nullptr) beende("call Start before the first move");
    return wettkampf->zug(spalte);
}
