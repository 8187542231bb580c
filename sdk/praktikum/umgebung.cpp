// Start and NaechsterZug: a match against the environment, which is `brett engine` on the other end of two pipes, or
// `brett testat` on a socket.

#include "anzeige.h"
#include "unit.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <random>
#include <string>

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

extern const unsigned int AnzahlZeilen = 6;
extern const unsigned int AnzahlSpalten = 7;
extern const unsigned int AnzahlSpiele = 5;

namespace {

typedef std::chrono::steady_clock Uhr;

// How long the own program may think about a move.
const std::chrono::seconds ZEIT(2);

// Says what is wrong, and ends the program.
[[noreturn]] void beende(const std::string& problem) {
    std::cout.flush();
    std::cerr << "praktikum: " << problem << std::endl;
    std::exit(EXIT_FAILURE);
}

// The socket of the referee, if this match is one of `brett testat`.
const char* testat() {
    const char* pfad = std::getenv("PRAKTIKUM_TESTAT");
    return pfad != nullptr && *pfad != '\0' ? pfad : nullptr;
}

// A conversation in the protocol of `brett engine connect4`: a line goes there, and the answer comes with an empty line
// behind it.
class Brettwerk {
public:
    explicit Brettwerk(unsigned int schwierigkeit) {
        // Whoever writes to a program that has ended is told so by the write itself.
        std::signal(SIGPIPE, SIG_IGN);
        if (testat() != nullptr) verbinde(testat());
        else starte(schwierigkeit);
        if (schreibt == nullptr || liest == nullptr) beende("es lässt sich keine Verbindung zu brett öffnen");
    }

    ~Brettwerk() {
        std::fclose(schreibt);
        std::fclose(liest);
    }

    Brettwerk(const Brettwerk&) = delete;
    Brettwerk& operator=(const Brettwerk&) = delete;

    // Asks something. The answer without its sign; `ja` is false if it was refused.
    std::string frage(const std::string& befehl, bool& ja) {
        std::fprintf(schreibt, "%s\n", befehl.c_str());
        if (std::fflush(schreibt) != 0) beende("brett ist beendet");
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
        if (!ja) beende("brett lehnt \"" + befehl + "\" ab: " + antwort);
        return antwort;
    }

private:
    void verbinde(const char* pfad) {
        sockaddr_un ort;
        std::memset(&ort, 0, sizeof ort);
        ort.sun_family = AF_UNIX;
        std::strncpy(ort.sun_path, pfad, sizeof ort.sun_path - 1);
        const int leitung = socket(AF_UNIX, SOCK_STREAM, 0);
        if (leitung < 0 || connect(leitung, reinterpret_cast<sockaddr*>(&ort), sizeof ort) != 0) {
            beende("brett testat ist nicht zu erreichen; in einem Testat gibt es genau einen Wettkampf");
        }
        schreibt = fdopen(leitung, "w");
        liest = fdopen(dup(leitung), "r");
    }

    void starte(unsigned int schwierigkeit) {
        const char* name = std::getenv("BRETT");
        const std::string programm = name != nullptr && *name != '\0' ? name : "brett";
        const std::string spieler = "praktikum-2018:level=" + std::to_string(schwierigkeit > 0 ? schwierigkeit : 1);
        // Among equal moves it chooses another one at every start.
        const std::string zufall = std::to_string(std::random_device()() & 0x7fffffff);
        int hin[2], zurueck[2];
        if (pipe(hin) != 0 || pipe(zurueck) != 0) beende("es lässt sich keine Pipe öffnen");
        const pid_t kind = fork();
        if (kind < 0) beende("es lässt sich kein Prozess starten");
        if (kind == 0) {
            dup2(hin[0], STDIN_FILENO);
            dup2(zurueck[1], STDOUT_FILENO);
            for (int ende : {hin[0], hin[1], zurueck[0], zurueck[1]}) close(ende);
            std::signal(SIGPIPE, SIG_DFL);
            execlp(programm.c_str(), programm.c_str(), "engine", "connect4", "--player", spieler.c_str(), "--seed",
                   zufall.c_str(), "--time", "1500ms", static_cast<char*>(nullptr));
            std::fprintf(stderr,
                         "praktikum: %s lässt sich nicht starten; brett muss im PATH liegen oder in der Variablen BRETT "
                         "stehen\n",
                         programm.c_str());
            _exit(127);
        }
        close(hin[0]);
        close(zurueck[1]);
        schreibt = fdopen(hin[1], "w");
        liest = fdopen(zurueck[0], "r");
    }

    std::string lies() {
        std::string zeile;
        for (int zeichen = std::fgetc(liest); zeichen != '\n'; zeichen = std::fgetc(liest)) {
            if (zeichen == EOF) beende(testat() != nullptr ? "das Testat ist zu Ende" : "brett ist beendet");
            zeile += static_cast<char>(zeichen);
        }
        return zeile;
    }

    FILE* schreibt = nullptr;
    FILE* liest = nullptr;
};

// A match: five games, in which the sides begin in turn.
class Wettkampf {
public:
    explicit Wettkampf(unsigned int schwierigkeit)
        : brettwerk(schwierigkeit), mit_tastatur(schwierigkeit == 0 && testat() == nullptr) {
        // Nobody looks at a board while programs are tested.
        if (testat() == nullptr) anzeige.reset(new Anzeige);
        antwortete = Uhr::now();
    }

    int zug(int spalte) {
        // In a testat the referee keeps the time.
        if (!mit_tastatur && testat() == nullptr && Uhr::now() - antwortete > ZEIT) {
            beende("mehr als zwei Sekunden für einen Zug: der Wettkampf ist verloren");
        }
        if (!laeuft) beginne();
        const bool eroeffnet_gegner = spiel % 2 == 0 && n_zuege == 0;
        if ((spalte == -1) != eroeffnet_gegner) {
            beende(eroeffnet_gegner ? "dieses Spiel beginnt die Umgebung; der erste Aufruf ist NaechsterZug(-1)"
                                    : "-1 gilt nur in Spielen, die die Umgebung beginnt; hier ist eine Spalte zu wählen");
        }
        int antwort = -1;
        if (spalte == -1 || !setze(eigener_sitz(), spalte)) {
            const int erwiderung = mit_tastatur ? von_der_tastatur() : vom_gegner();
            antwort = laeuft ? erwiderung : -(erwiderung + 2);
        }
        antwortete = Uhr::now();
        return antwort;
    }

private:
    int eigener_sitz() const { return spiel % 2 == 1 ? 1 : 2; }
    int anderer_sitz() const { return 3 - eigener_sitz(); }

    void beginne() {
        if (spiel == static_cast<int>(AnzahlSpiele)) {
            beende("alle Spiele sind gespielt; ein neuer Wettkampf beginnt mit Start");
        }
        brettwerk.frage("clear_board");
        ++spiel;
        n_zuege = 0;
        laeuft = true;
        if (anzeige) anzeige->beginne(spiel, eigener_sitz() == 1);
    }

    bool ist_moeglich(int spalte) {
        const std::string moegliche = "\n" + brettwerk.frage("legal_moves") + "\n";
        return moegliche.find("\n" + std::to_string(spalte + 1) + "\n") != std::string::npos;
    }

    // Plays a column; tells whether the game is over by it.
    bool setze(int sitz, int spalte) {
        const std::string nummer = std::to_string(spalte);
        bool ja = false;
        brettwerk.frage("play " + std::to_string(sitz) + " " + std::to_string(spalte + 1), ja);
        if (!ja) {
            const bool gibt_es = 0 <= spalte && spalte < static_cast<int>(AnzahlSpalten);
            beende((gibt_es ? "Spalte " + nummer + " ist voll"
                            : "Spalte " + nummer + " gibt es nicht; die Spalten sind 0 bis " +
                                  std::to_string(AnzahlSpalten - 1)) +
                   ": der Wettkampf ist verloren");
        }
        return gezogen(sitz, spalte);
    }

    int vom_gegner() {
        const int spalte = std::atoi(brettwerk.frage("genmove " + std::to_string(anderer_sitz())).c_str()) - 1;
        gezogen(anderer_sitz(), spalte);
        return spalte;
    }

    int von_der_tastatur() {
        for (;;) {
            std::cerr << "Spalte (0 bis " << AnzahlSpalten - 1 << "): " << std::flush;
            std::string zeile;
            if (!std::getline(std::cin, zeile)) beende("es spielt niemand mehr");
            const bool ist_ziffer = zeile.size() == 1 && '0' <= zeile[0] && zeile[0] <= '9';
            if (ist_ziffer && ist_moeglich(zeile[0] - '0')) {
                setze(anderer_sitz(), zeile[0] - '0');
                return zeile[0] - '0';
            }
            std::cerr << "Diese Spalte ist nicht spielbar." << std::endl;
        }
    }

    // A side has moved: shows the board, and tells whether the game is over.
    bool gezogen(int sitz, int spalte) {
        ++n_zuege;
        if (anzeige) anzeige->setze(sitz - 1, spalte);
        bool ist_vorbei = false;
        const std::string ausgang = brettwerk.frage("final_score", ist_vorbei);
        if (!ist_vorbei) return false;
        laeuft = false;
        // Whoever moved last has won, unless the board is full.
        const bool unentschieden = ausgang == "0";
        const char* wort = unentschieden ? "unentschieden" : sitz == eigener_sitz() ? "gewonnen" : "verloren";
        (unentschieden ? n_unentschieden : sitz == eigener_sitz() ? n_gewonnen : n_verloren) += 1;
        const std::string stand = "Spiel " + std::to_string(spiel) + ": " + wort + "; Stand " +
                                  std::to_string(n_gewonnen) + ":" + std::to_string(n_verloren) + ", unentschieden " +
                                  std::to_string(n_unentschieden);
        std::cout << stand << std::endl;
        if (anzeige) anzeige->melde(stand);
        if (spiel == static_cast<int>(AnzahlSpiele)) {
            const char* gesamt = n_gewonnen > n_verloren   ? "gewonnen"
                                 : n_gewonnen < n_verloren ? "verloren"
                                                           : "unentschieden";
            std::cout << "Der Wettkampf ist " << gesamt << "." << std::endl;
        }
        return true;
    }

    Brettwerk brettwerk;
    bool mit_tastatur;
    std::unique_ptr<Anzeige> anzeige;
    int spiel = 0;
    int n_zuege = 0;
    bool laeuft = false;
    int n_gewonnen = 0, n_verloren = 0, n_unentschieden = 0;
    Uhr::time_point antwortete;
};

std::unique_ptr<Wettkampf> wettkampf;

}  // namespace

extern "C" void Start(unsigned int Schwierigkeitsgrad) {
    if (Schwierigkeitsgrad > 6) beende("der Schwierigkeitsgrad ist 0 bis 6");
    wettkampf.reset();
    wettkampf.reset(new Wettkampf(Schwierigkeitsgrad));
}

extern "C" int NaechsterZug(int Spalte) {
    if (!wettkampf) beende("vor dem ersten Zug ist Start aufzurufen");
    return wettkampf->zug(Spalte);
}
