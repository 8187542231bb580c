#!/bin/sh
# Plays games, fits priors to them, and lets the new priors meet those in use; see README.md.
#
#   training/blokus/stages.sh BIN=target/release/examples OUT=priors THREADS=16 SECONDS_EACH=300 MS=40
#
# SECONDS_EACH is the time for the games of each variant and for each match. What is there already is not made again.
set -eu

BIN=target/release/examples OUT=priors THREADS=1 SECONDS_EACH=300 MS=40
for option in "$@"; do
    case $option in
        BIN=* | OUT=* | THREADS=* | SECONDS_EACH=* | MS=*)
            name=${option%%=*} value=${option#*=}
            eval "$name=\$value"
            ;;
        *)
            echo "there is no option $option; write BIN= OUT= THREADS= SECONDS_EACH= MS=" >&2
            exit 2
            ;;
    esac
done
mkdir -p "$OUT"

# games NAME VARIANT
games() {
    if [ ! -e "$OUT/$1.done" ]; then
        echo "games of $2"
        "$BIN/blokus_selfplay" variant="$2" out="$OUT/$1.games" games=1000000 seconds="$SECONDS_EACH" \
            threads="$THREADS" seed=11
        touch "$OUT/$1.done"
    fi
}

# fit NAME FILES
fit() {
    if [ ! -e "$OUT/$1.txt" ]; then
        "$BIN/blokus_fit" data="$2" out="$OUT/$1.part" threads="$THREADS"
        mv "$OUT/$1.part" "$OUT/$1.txt"
    fi
}

# match NAME VARIANT PRIORS PLIES
match() {
    if [ ! -e "$OUT/$1.match" ]; then
        "$BIN/blokus_duel" variant="$2" a="monte-carlo,priors=$OUT/$3.txt" b=monte-carlo ms="$MS" plies="$4" \
            pairs=1000000 seconds="$SECONDS_EACH" threads="$THREADS" seed=5 >"$OUT/$1.part"
        mv "$OUT/$1.part" "$OUT/$1.match"
    fi
    cat "$OUT/$1.match"
}

games duo duo
games junior junior
games classic-2 "classic players=2"
games classic classic
fit priors-2-colors "$OUT/duo.games,$OUT/junior.games"
fit priors-4-colors "$OUT/classic-2.games,$OUT/classic.games"
match duo duo priors-2-colors 4
match junior junior priors-2-colors 4
match classic-2 "classic players=2" priors-4-colors 8
match classic classic priors-4-colors 8
