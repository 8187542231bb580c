#!/usr/bin/env bash
# Plays over the network between machines that share nothing but a cable: three hosts, each a network of its own, on
# one bridge. It needs root and `ip` (iproute2), so it is run by hand and not by ./test:
#
#   cargo build --release && sudo crates/brett/tests/two-hosts.sh target/release/brett
set -euo pipefail

brett=$(realpath -- "${1:?name the program, as in two-hosts.sh target/release/brett}")
hosts=(server anna bert)
folder=$(mktemp -d)
jobs=()

end() {
    ((${#jobs[@]} == 0)) || kill "${jobs[@]}" 2>/dev/null || true
    wait
    for host in "${hosts[@]}" cable; do
        ip netns del "brett-$host" 2>/dev/null || true
    done
    rm -rf -- "$folder"
}
trap end EXIT

# Becomes a command on a host, so that a job has the id of the command: (on HOST COMMAND...)
on() {
    exec ip netns exec "brett-$1" env HOME="$folder/$1" "${@:2}"
}

fail() {
    printf 'two-hosts.sh: %s\n' "$1" >&2
    tail -n +1 -- "$folder"/*.out >&2
    exit 1
}

# Waits until a file holds a text: await FILE TEXT
await() {
    for _ in $(seq 100); do
        ! grep -qF -- "$2" "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "\"$2\" was never said in $1"
}

ip netns add brett-cable
ip -n brett-cable link add bridge type bridge
ip -n brett-cable link set bridge up
for idx in "${!hosts[@]}"; do
    host=${hosts[idx]}
    mkdir -- "$folder/$host"
    ip netns add "brett-$host"
    ip link add cable netns "brett-$host" type veth peer name "to-$host" netns brett-cable
    ip -n brett-cable link set "to-$host" master bridge up
    ip -n "brett-$host" addr add "10.99.0.$((idx + 1))/24" dev cable
    ip -n "brett-$host" link set cable up
    ip -n "brett-$host" link set lo up
done

printf '== Backgammon: a server on one host, two clients on two others\n'
on server "$brett" serve --listen 10.99.0.1:8731 --welfenlab 10.99.0.1:30167 --data "$folder/data" >"$folder/server.out" 2>&1 &
jobs+=($!)
await "$folder/server.out" 'listening on welfenlab://10.99.0.1:30167'
on anna "$brett" connect welfenlab://anna@10.99.0.1 --as level2 --create >"$folder/anna.out" 2>&1 &
anna=$!
await "$folder/anna.out" 'you sit in game 1'
(on bert "$brett" connect welfenlab://bert@10.99.0.1 --as level1 --join 1 >"$folder/bert.out" 2>&1) || fail 'bert did not finish'
wait "$anna" || fail 'anna did not finish'
for host in anna bert; do
    printf '%s: ' "$host"
    grep -F 'the round is ' "$folder/$host.out" || fail "$host has no result"
done
won=$(grep -lF 'the round is won' "$folder/anna.out" "$folder/bert.out" | wc -l)
[[ $won == 1 ]] || fail 'they do not agree who has won'

printf '== Connect Four: two hosts, one waits and the other connects\n'
on anna "$brett" connect praktikum://10.99.0.2:31000 --listen --games 3 --as level2 >"$folder/anna.out" 2>&1 &
anna=$!
await "$folder/anna.out" '10.99.0.2:31000'
(on bert "$brett" connect praktikum://10.99.0.2:31000 --games 3 --as level1 >"$folder/bert.out" 2>&1) || fail 'bert did not finish'
wait "$anna" || fail 'anna did not finish'
for host in anna bert; do
    grep -E '^game [0-9]+ is ' "$folder/$host.out" >"$folder/$host.results" || fail "$host has no result"
    printf '%s: %s\n' "$host" "$(paste -sd ';' "$folder/$host.results")"
done
sed 's/won/LOST/; s/lost/won/; s/LOST/lost/' "$folder/bert.results" | diff - "$folder/anna.results" || fail 'they do not agree'
printf 'All games were played to the end, and both sides agree about them.\n'
