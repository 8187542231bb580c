// The functions for the network: one game after the other on a TCP connection.

#include "unit.h"

#include <cstdint>
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

// The connection; none is below 0.
int verbindung = -1;

// Whether a further game has begun and the other side has not sent a column yet.
bool ist_neues_spiel = false;

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
    addrinfo* gefunden = nullptr;
    return getaddrinfo(rechner, port.c_str(), &wunsch, &gefunden) == 0 ? gefunden : nullptr;
}

int verbinde(const char* rechner, unsigned short port) {
    addrinfo* const liste = adressen(rechner, std::to_string(port));
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

int warte(unsigned short port) {
    sockaddr_in ort;
    std::memset(&ort, 0, sizeof ort);
    ort.sin_family = AF_INET;
    ort.sin_addr.s_addr = htonl(INADDR_ANY);
    ort.sin_port = htons(port);
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

// Keeps a connection, if there is one; every move goes out at once.
bool beginne(int neue) {
    trenne();
    verbindung = neue;
    ist_neues_spiel = false;
    const int ja = 1;
    if (verbindung >= 0) setsockopt(verbindung, IPPROTO_TCP, TCP_NODELAY, &ja, sizeof ja);
    return verbindung >= 0;
}

// The next number; VERBINDUNGSFEHLER if none comes, or one that is neither a column nor SPIELENDE.
int empfange() {
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
    return zahl < AnzahlSpalten ? static_cast<int>(zahl) : VERBINDUNGSFEHLER;
}

}  // namespace

extern "C" bool WarteAufVerbindung(unsigned short port) { return beginne(warte(port)); }

extern "C" bool Verbinde(const char* ip, unsigned short port) { return beginne(verbinde(ip, port)); }

extern "C" void SchliesseVerbindung() { trenne(); }

extern "C" void NaechstesNetzwerkspiel() { ist_neues_spiel = true; }

extern "C" bool SendeZug(int meinZug) {
    // The lowest byte first, whatever the machine does.
    const std::uint32_t zahl = static_cast<std::uint32_t>(meinZug);
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

extern "C" int EmpfangeZug() {
    int zug = empfange();
    // Some programs send SPIELENDE after their own last column too. No game is over before their first column, so it
    // belongs to the game before.
    if (ist_neues_spiel && zug == SPIELENDE) zug = empfange();
    ist_neues_spiel = false;
    return zug;
}
