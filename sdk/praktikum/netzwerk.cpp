// NetzwerkMain, SendeZug and EmpfangeZug: one game after the other on a TCP connection.

#include "praktikum.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

// The first port that the course used.
const char* const PORT = "31000";

// The connection; none is below 0.
int verbindung = -1;

// Reads a line from the console; the usual answer if it is empty.
std::string frage(const std::string& text, const std::string& ueblich) {
    std::cout << text << " [" << ueblich << "]: " << std::flush;
    std::string zeile;
    std::getline(std::cin, zeile);
    return zeile.empty() ? ueblich : zeile;
}

void trenne() {
    if (verbindung >= 0) close(verbindung);
    verbindung = -1;
}

// The addresses of a host and a port; nothing if there is none.
addrinfo* adressen(const char* rechner, const std::string& port) {
    addrinfo wunsch;
    std::memset(&wunsch, 0, sizeof wunsch);
    wunsch.ai_family = AF_UNSPEC;
    wunsch.ai_socktype = SOCK_STREAM;
    wunsch.ai_flags = rechner == nullptr ? AI_PASSIVE : 0;
    addrinfo* gefunden = nullptr;
    return getaddrinfo(rechner, port.c_str(), &wunsch, &gefunden) == 0 ? gefunden : nullptr;
}

int verbinde(const std::string& rechner, const std::string& port) {
    addrinfo* const liste = adressen(rechner.c_str(), port);
    int verbunden = -1;
    for (addrinfo* ort = liste; ort != nullptr && verbunden < 0; ort = ort->ai_next) {
        verbunden = socket(ort->ai_family, ort->ai_socktype, ort->ai_protocol);
        if (verbunden >= 0 && connect(verbunden, ort->ai_addr, ort->ai_addrlen) != 0) {
            close(verbunden);
            verbunden = -1;
        }
    }
    if (liste != nullptr) freeaddrinfo(liste);
    return verbunden;
}

int warte(const std::string& port) {
    sockaddr_in ort;
    std::memset(&ort, 0, sizeof ort);
    ort.sin_family = AF_INET;
    ort.sin_addr.s_addr = htonl(INADDR_ANY);
    ort.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port.c_str())));
    const int wartet = socket(AF_INET, SOCK_STREAM, 0);
    const int ja = 1;
    socklen_t laenge = sizeof ort;
    int verbunden = -1;
    if (wartet >= 0 && setsockopt(wartet, SOL_SOCKET, SO_REUSEADDR, &ja, sizeof ja) == 0 &&
        bind(wartet, reinterpret_cast<sockaddr*>(&ort), sizeof ort) == 0 && listen(wartet, 1) == 0 &&
        getsockname(wartet, reinterpret_cast<sockaddr*>(&ort), &laenge) == 0) {
        std::cout << "wartet an Port " << ntohs(ort.sin_port) << std::endl;
        verbunden = accept(wartet, nullptr, nullptr);
    }
    if (wartet >= 0) close(wartet);
    return verbunden;
}

}  // namespace

extern "C" bool SendeZug(int spalte) {
    // The lowest byte first, whatever the machine does.
    const std::uint32_t zahl = static_cast<std::uint32_t>(spalte);
    unsigned char bytes[4];
    for (int stelle = 0; stelle < 4; ++stelle) bytes[stelle] = static_cast<unsigned char>(zahl >> (8 * stelle));
    std::size_t gesendet = 0;
    while (verbindung >= 0 && gesendet < sizeof bytes) {
        const ssize_t n = send(verbindung, bytes + gesendet, sizeof bytes - gesendet, MSG_NOSIGNAL);
        if (n <= 0) {
            trenne();
            return false;
        }
        gesendet += static_cast<std::size_t>(n);
    }
    return verbindung >= 0;
}

extern "C" int EmpfangeZug(void) {
    unsigned char bytes[4];
    std::size_t empfangen = 0;
    while (verbindung >= 0 && empfangen < sizeof bytes) {
        const ssize_t n = recv(verbindung, bytes + empfangen, sizeof bytes - empfangen, 0);
        if (n <= 0) trenne();
        else empfangen += static_cast<std::size_t>(n);
    }
    if (verbindung < 0) return VERBINDUNGSFEHLER;
    std::uint32_t zahl = 0;
    for (int stelle = 0; stelle < 4; ++stelle) zahl |= static_cast<std::uint32_t>(bytes[stelle]) << (8 * stelle);
    if (zahl == static_cast<std::uint32_t>(SPIELENDE)) return SPIELENDE;
    return zahl < SPALTEN ? static_cast<int>(zahl) : VERBINDUNGSFEHLER;
}

extern "C" int NetzwerkMain(void) {
    const bool wartet = frage("warten (w) oder verbinden (v)", "w") == "w";
    const std::string rechner = wartet ? "" : frage("Rechner", "127.0.0.1");
    const std::string port = frage("Port", PORT);
    const int n_spiele = std::atoi(frage("Spiele", std::to_string(int(SPIELE))).c_str());
    verbindung = wartet ? warte(port) : verbinde(rechner, port);
    if (verbindung < 0) {
        std::cerr << "praktikum: keine Verbindung; ist der Port frei, und wartet die andere Seite?" << std::endl;
        return 1;
    }
    // Every move goes out at once.
    const int ja = 1;
    setsockopt(verbindung, IPPROTO_TCP, TCP_NODELAY, &ja, sizeof ja);
    static const char* const WORTE[] = {"gewonnen", "verloren", "unentschieden", "abgebrochen"};
    for (int spiel = 1; spiel <= n_spiele; ++spiel) {
        const bool bin_gelb = wartet == (spiel % 2 == 1);
        const Spielergebnis ergebnis = Netzwerkspiel(bin_gelb ? GELB : ROT);
        std::cout << "Spiel " << spiel << ": " << WORTE[ergebnis] << std::endl;
        if (ergebnis == ABGEBROCHEN) {
            trenne();
            return 1;
        }
    }
    trenne();
    return 0;
}
