#!/usr/bin/env bash
# Tries what ./package has made as a new user would, each package in a root file system of its own that has nothing
# else of ours in it. It needs root and some programs of this machine, so it is run by hand and not by ./test.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'TEXT'
Usage: sudo deploy/try-packages.sh [OPTIONS] DIST [PART...]

Installs the packages of the folder DIST in empty roots, plays, opens page and
manual, plays over the network, and removes them. These parts, all of them
unless some are named:

  program  the program alone in a folder in which there is nothing else at all
  click    the program without arguments and terminal, as a double click does
  archive  the archive with its installer, in a root of busybox
  debian   the three Debian packages in Debian's smallest root
  source   cargo install from the sources, in a root without Node.js; it builds
           without optimizing, from crates that this machine has fetched
  windows  the program for Windows, by Wine

  --debian-root DIR  a root made by debootstrap, which is copied; otherwise one
                     is made, for which it takes the network
  --help             this text

It needs curl; busybox-static for "archive", debootstrap for "debian" and
"source", wine64 for "windows". A part that cannot be tried is a failure.
TEXT
}

refuse() {
    printf 'try-packages.sh: %s\n' "$1" >&2
    exit 2
}

dist=
debian_root=
parts=()
while (($#)); do
    case $1 in
        --debian-root)
            [[ -d ${2-} ]] || refuse '--debian-root needs a folder; see --help'
            debian_root=$(realpath -- "$2")
            shift
            ;;
        -h | --help) usage && exit 0 ;;
        program | click | archive | debian | source | windows) parts+=("$1") ;;
        *)
            [[ -z $dist && -d $1 ]] || refuse "unknown option, part or folder \"$1\"; see --help"
            dist=$(realpath -- "$1")
            ;;
    esac
    shift
done
[[ -n $dist ]] || refuse 'name the folder that ./package has made; see --help'
((EUID == 0)) || refuse 'only root may change the root of a process; run it by sudo'
((${#parts[@]})) || parts=(program click archive debian source windows)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$(dirname -- "$(realpath -- "$0")")/../Cargo.toml")

# Users who are not root do not have it on their path.
chroot=$(command -v chroot)
work=$(mktemp -d /tmp/try-packages.XXXXXX)
server=
mounts=()
end() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    ((${#mounts[@]} == 0)) || umount -- "${mounts[@]}"
    rm -rf -- "$work"
}
trap end EXIT

fail() {
    printf 'try-packages.sh: %s\n' "$1" >&2
    exit 1
}

require() {
    command -v "$1" >/dev/null || refuse "$1 is missing; install it (apt install $2)"
}

# The one file in DIST whose name fits: package PATTERN
package() {
    local found
    found=$(compgen -G "$dist/$1") || fail "there is no $1 in $dist"
    printf '%s\n' "$found"
}

# What runs a command with a new user's environment and no other; not a function, for which a job would be a shell that
# does not hand on signals.
clean=(env --ignore-environment HOME=/home/new PATH=/usr/local/bin:/usr/bin:/bin LANG=C)

# What a new user tries: plays COMMAND..., where COMMAND starts the program.
plays() {
    local said
    [[ $("$@" --version) == "brett $version"* ]] || fail "it does not say its version"
    "$@" --help >/dev/null
    said=$("$@" play connect4 --seats level1,level2 --time 100ms --plain)
    [[ $said =~ (Red|Yellow)\ wins|draw ]] || fail "no game was played: $said"
    # Whoever knows the game sees that a fourth disc wins.
    said=$("$@" hint connect4 --moves 112233 --time 1s)
    [[ $said == *'1. 4  won in 1'* ]] || fail "the hint is wrong: $said"
    said=$("$@" solve connect4 --moves 112233)
    [[ $said == '+18 (wins in 1'* ]] || fail "the solution is wrong: $said"
    said=$("$@" hint backgammon --moves 31 --depth 1)
    [[ $said == *'1. 8/5 6/5'* ]] || fail "the hint is wrong: $said"
    "$@" hint othello --depth 4 >/dev/null
    "$@" hint blokus --variant duo --nodes 200 >/dev/null
    printf '  plays, gives hints and solves\n'
}

# Starts a server and reads where it is from the line that ends in an address: start NAME COMMAND...
start() {
    local name=$1
    shift
    "$@" >"$work/$name.out" 2>&1 &
    server=$!
    for _ in $(seq 600); do
        address=$(sed -n 's|.*http://\([^/ ]*\).*|\1|p' "$work/$name.out" | head -n 1)
        [[ -z $address ]] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    fail "it does not say where it is: $(cat -- "$work/$name.out")"
}

# Ends it as Ctrl-C does.
stop() {
    local code=0
    kill -INT "$server"
    wait "$server" || code=$?
    server=
    ((code == 0)) || fail "Ctrl-C ended it with $code"
}

# Page, manual in both languages and the account of a guest.
shows() {
    local path
    for path in / /manual/ /manual/de/ /api/me; do
        curl --silent --show-error --fail --header 'Accept: text/html, application/json' --output "$work/page" "http://$address$path"
        [[ -s $work/page ]] || fail "$path is empty"
    done
    printf '  shows its page and its manual\n'
}

# Two clients of ours meet on a server of ours; the second one calls it by NAME: meets NAME COMMAND...
meets() {
    local name=$1 port said
    shift
    start hosting "$@" serve --listen 127.0.0.1:0 --data /home/new/hosting --welfenlab 127.0.0.1:0
    port=$(sed -n 's|.*welfenlab://[^ ]*:\([0-9]*\).*|\1|p' "$work/hosting.out" | head -n 1)
    timeout 120 "$@" connect "welfenlab://anna@127.0.0.1:$port" --as random --create --join 1 >"$work/anna.out" 2>&1 &
    local anna=$!
    sleep 2
    said=$(timeout 120 "$@" connect "welfenlab://bert@$name:$port" --as random --join 1 2>&1) || fail "no game over the network: $said"
    wait "$anna" || fail "the other side: $(cat -- "$work/anna.out")"
    stop
    printf '  plays over the network\n'
}

# The names of all files below a folder, without those of the user and what the package manager writes down.
list() {
    (cd "$1" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./var/lib/dpkg -o -path ./var/log -o -path ./var/cache -o -path ./home/new/.local -o -path ./home/new/hosting \) -prune -o -print | grep -vE '^\./etc/(passwd|group|shadow|gshadow|subuid|subgid)-$' | LC_ALL=C sort)
}

same() {
    diff "$1" "$2" >"$work/difference" || fail "$3: $(cat -- "$work/difference")"
}

try_program() {
    local root=$work/program
    mkdir -p -- "$root/home/new"
    install -m 0755 -- "$(package "brett-$version-x86_64-linux")" "$root/brett"
    ! ldd "$root/brett" >/dev/null 2>&1 || fail 'the program needs libraries'
    plays "${clean[@]}" "$chroot" "$root" /brett
    start program "${clean[@]}" "$chroot" "$root" /brett --no-open --port 0
    shows
    stop
    # There is no list of names in an empty root.
    meets 127.0.0.1 "${clean[@]}" "$chroot" "$root" /brett
    [[ $(ls -A -- "$root") == $'brett\nhome' ]] || fail "it has made something: $(ls -A -- "$root")"
}

# Nobody reads what it says, and the desktop's command for addresses is called.
try_click() {
    local home=$work/click tries
    mkdir -p -- "$home/bin"
    install -m 0755 -- "$(package "brett-$version-x86_64-linux")" "$home/brett"
    printf '#!/bin/sh\nprintf "%%s\\n" "$1" >>"%s"\n' "$home/opened" >"$home/bin/xdg-open"
    chmod 0755 "$home/bin/xdg-open"
    local click=(setsid env --ignore-environment "HOME=$home" "PATH=$home/bin:/usr/bin:/bin" LANG=de_DE.UTF-8 "$home/brett")
    "${click[@]}" <&- >&- 2>&- &
    server=$!
    for tries in $(seq 600); do
        [[ ! -s $home/opened ]] || break
        sleep 0.1
    done
    address=$(sed -n '1s|^http://||p' "$home/opened")
    [[ $address == 127.0.0.1:* ]] || fail "no address was opened after $tries tries"
    address=${address%%/*}
    shows
    # A second click shows the one that runs, and ends.
    "${click[@]}" <&- >&- 2>&-
    for tries in $(seq 600); do
        (($(wc -l <"$home/opened") < 2)) || break
        sleep 0.1
    done
    [[ $(sort -u -- "$home/opened" | wc -l) == 1 ]] || fail "the second click opened another one: $(cat -- "$home/opened")"
    kill -TERM "$server"
    wait "$server"
    server=
    printf '  opens its page without a terminal, and the same page when it runs already\n'
}

try_archive() {
    require busybox busybox-static
    local root=$work/archive name=brettwerk-$version-x86_64-linux
    mkdir -p -- "$root"/{bin,etc,usr/bin,usr/local/bin,tmp,dev,home/new}
    printf '127.0.0.1 localhost\n' >"$root/etc/hosts"
    cp -- "$(command -v busybox)" "$root/bin/busybox"
    chroot "$root" /bin/busybox --install -s /bin
    mknod -m 0666 "$root/dev/null" c 1 3
    list "$root" >"$work/before"
    cp -- "$(package "$name.tar.gz")" "$root/tmp/"
    "${clean[@]}" "$chroot" "$root" /bin/tar -xzf "/tmp/$name.tar.gz" -C /tmp
    "${clean[@]}" "$chroot" "$root" "/tmp/$name/install" --components game,manual,server >"$work/said"
    [[ $(head -n 1 -- "$work/said") == 'Brettwerk is installed: /usr/local/bin/brett' ]] || fail "$(cat -- "$work/said")"
    plays "${clean[@]}" "$chroot" "$root" brett
    start archive "${clean[@]}" "$chroot" "$root" brett --no-open --port 0
    shows
    stop
    meets localhost "${clean[@]}" "$chroot" "$root" brett
    # An update over what runs, then the removal.
    start archive "${clean[@]}" "$chroot" "$root" brett --no-open --port 0
    "${clean[@]}" "$chroot" "$root" "/tmp/$name/install" --prefix /usr/local --lang de >"$work/said"
    [[ $(head -n 1 -- "$work/said") == 'Brettwerk ist installiert: /usr/local/bin/brett' ]] || fail "$(cat -- "$work/said")"
    stop
    "${clean[@]}" "$chroot" "$root" /usr/local/share/brettwerk/uninstall >/dev/null
    rm -rf -- "$root/tmp/$name" "$root/tmp/$name.tar.gz"
    list "$root" >"$work/after"
    same "$work/before" "$work/after" 'the removal leaves files'
    [[ -s $root/home/new/.local/share/brett/brett.db ]] || fail 'the games are gone'
    printf '  is installed, updated while it runs, and removed; the games stay\n'
}

# A copy of Debian's smallest root: debian NAME
debian() {
    if [[ -z $debian_root ]]; then
        require debootstrap debootstrap
        debian_root=$work/debian-root
        debootstrap --variant=minbase bookworm "$debian_root" >"$work/debootstrap.out" || fail "$(tail -n 5 "$work/debootstrap.out")"
    fi
    cp -a -- "$debian_root" "$work/$1"
    mkdir -p -- "$work/$1/home/new"
    printf '127.0.0.1 localhost\n' >"$work/$1/etc/hosts"
}

try_debian() {
    local root=$work/debian name
    debian debian
    list "$root" >"$work/before"
    cp -- "$root/etc/passwd" "$work/passwd"
    for name in brettwerk_${version}_amd64 brettwerk-doc_${version}_all brettwerk-server_${version}_all; do
        cp -- "$(package "$name.deb")" "$root/home/"
    done
    "${clean[@]}" "$chroot" "$root" /bin/sh -c 'PATH=$PATH:/sbin:/usr/sbin dpkg --install /home/*.deb' >"$work/said" 2>&1 || fail "$(cat -- "$work/said")"
    rm -- "$root"/home/*.deb
    "${clean[@]}" "$chroot" "$root" /bin/sh -c 'test -z "$(dpkg --audit)" && dpkg --verify' >"$work/said" || fail "dpkg complains: $(cat -- "$work/said")"
    # Debian's smallest root leaves manuals and locales out by no rule of its own, so that the files are there.
    for name in usr/share/man/man1/brett.1.gz usr/share/applications/brettwerk.desktop usr/lib/systemd/system/brett.service \
        usr/share/doc/brettwerk-doc/manual/index.html usr/share/doc/brettwerk-doc/manual/de/index.html etc/brett/brett.toml; do
        [[ -s $root/$name ]] || fail "$name is not there"
    done
    plays "${clean[@]}" "$chroot" "$root" brett
    start debian "${clean[@]}" "$chroot" "$root" brett --no-open --port 0
    shows
    stop
    meets localhost "${clean[@]}" "$chroot" "$root" brett
    # The server as its unit starts it: as its own user, with the settings of the package.
    grep -q '^brett:.*:/var/lib/brett:/usr/sbin/nologin$' "$root/etc/passwd" || fail 'there is no user brett'
    install -d -o "$(chroot "$root" id -u brett)" -g "$(chroot "$root" id -g brett)" "$root/var/lib/brett"
    start unit "${clean[@]}" "$chroot" --userspec brett:brett "$root" brett serve --config /etc/brett/brett.toml --data /var/lib/brett --listen 127.0.0.1:0
    shows
    stop
    "${clean[@]}" "$chroot" "$root" /bin/sh -c 'PATH=$PATH:/sbin:/usr/sbin dpkg --remove brettwerk-server brettwerk-doc brettwerk' >/dev/null 2>&1
    [[ -s $root/var/lib/brett/brett.db && -s $root/etc/brett/brett.toml ]] || fail 'the removal took data or settings'
    "${clean[@]}" "$chroot" "$root" /bin/sh -c 'PATH=$PATH:/sbin:/usr/sbin dpkg --purge brettwerk-server brettwerk-doc brettwerk' >"$work/said" 2>&1 || fail "$(cat -- "$work/said")"
    list "$root" >"$work/after"
    same "$work/before" "$work/after" 'the purge leaves files'
    cmp -s -- "$root/etc/passwd" "$work/passwd" || fail 'the purge leaves a user'
    [[ -s $root/home/new/.local/share/brett/brett.db ]] || fail 'the games of the user are gone'
    printf '  are installed, removed and purged; the games stay\n'
}

try_source() {
    local root=$work/source name=brettwerk-$version-source toolchain
    toolchain=$(rustc --print sysroot)
    debian source
    cp -- "$(package "$name.tar.gz")" "$root/home/"
    cp -- /etc/resolv.conf "$root/etc/resolv.conf"
    "${clean[@]}" "$chroot" "$root" /bin/sh -c 'PATH=$PATH:/sbin:/usr/sbin; apt-get update -qq && apt-get install -qq --no-install-recommends gcc libc6-dev' >"$work/said" 2>&1 || fail "$(tail -n 5 "$work/said")"
    ! chroot "$root" sh -c 'command -v node' >/dev/null || fail 'there is Node.js'
    mkdir -p -- "$root/opt/rust" "$root/home/new/.cargo/registry"
    # The compiler finds its libraries by asking where it was started from.
    mount -t proc proc "$root/proc"
    mounts+=("$root/proc")
    mount --bind -o ro -- "$toolchain" "$root/opt/rust"
    mounts+=("$root/opt/rust")
    mount --bind -- "${CARGO_HOME:-$HOME/.cargo}/registry" "$root/home/new/.cargo/registry"
    mounts+=("$root/home/new/.cargo/registry")
    tar --extract --file "$root/home/$name.tar.gz" --directory "$root/home"
    "${clean[@]}" "$chroot" "$root" /usr/bin/env PATH=/opt/rust/bin:/usr/bin:/bin CARGO_PROFILE_DEV_DEBUG=false \
        cargo install --debug --locked --offline --quiet --path "/home/$name/crates/brett" >"$work/said" 2>&1 || fail "$(tail -n 20 "$work/said")"
    plays "${clean[@]}" "$chroot" "$root" /home/new/.cargo/bin/brett
    start source "${clean[@]}" "$chroot" "$root" /home/new/.cargo/bin/brett --no-open --port 0
    shows
    stop
    "${clean[@]}" "$chroot" "$root" /opt/rust/bin/cargo uninstall brett 2>/dev/null
    [[ ! -e $root/home/new/.cargo/bin/brett ]] || fail 'cargo uninstall leaves the program'
    printf '  are built without Node.js and installed by cargo\n'
}

try_windows() {
    local folder=$work/windows name=brettwerk-$version-x86_64-windows wine
    wine=$(command -v wine64 || command -v wine || compgen -G '/usr/lib/wine/wine64') || refuse 'Wine is missing; install it (apt install wine64)'
    mkdir -p -- "$folder/home"
    python3 -m zipfile -e "$(package "$name.zip")" "$folder"
    cd -- "$folder/$name"
    local run=(env --ignore-environment "HOME=$folder/home" "PATH=$PATH" LANG=C WINEDEBUG=-all "WINEPREFIX=$folder/home/wine" "$wine" brett.exe)
    "${run[@]}" --version >/dev/null 2>&1 || true
    plays "${run[@]}"
    start windows "${run[@]}" --no-open --port 0
    shows
    # Wine has no signal for Ctrl-C from outside.
    kill "$server"
    wait "$server" || true
    server=
    printf '  plays and shows its page by %s\n' "$("$wine" --version)"
}

require curl curl
for part in "${parts[@]}"; do
    printf '== %s\n' "$part"
    "try_$part"
done
printf 'Everything was tried: %s.\n' "${parts[*]}"
