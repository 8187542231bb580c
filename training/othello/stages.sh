#!/bin/sh
# Makes labels from the end of the game to its beginning, in two rounds, and fits weights after each stage; see README.md.
#
#   training/othello/stages.sh BIN=target/release/examples OUT=labels THREADS=16 MINUTES=1 EPOCHS=5
#
# MINUTES is the time for the labels of a short stage: the first round takes 12 times as long, the second 25 times. What
# is there already is not made again.
set -eu

BIN=target/release/examples OUT=labels THREADS=1 MINUTES=1 EPOCHS=5 CHUNKS=100000 START=games/othello/data/patterns.bin
for option in "$@"; do
    case $option in
        BIN=* | OUT=* | THREADS=* | MINUTES=* | EPOCHS=* | CHUNKS=* | START=*)
            name=${option%%=*} value=${option#*=}
            eval "$name=\$value"
            ;;
        *)
            echo "there is no option $option; write BIN= OUT= THREADS= MINUTES= EPOCHS= CHUNKS= START=" >&2
            exit 2
            ;;
    esac
done
mkdir -p "$OUT"
folders= weights=$START seed=0

# labels NAME EMPTIES DEPTH RANDOM SHARE
labels() {
    seed=$((seed + 1))
    folder=$OUT/$1
    folders=${folders:+$folders,}$folder
    if [ ! -e "$folder.done" ]; then
        echo "labels $1: $2 empty squares, depth $3"
        minutes=$(awk "BEGIN { print $MINUTES * $5 }")
        "$BIN/othello_labels" out="$folder" empties="$2" exact=14 weights="$weights" depth="$3" random="$4" \
            chunks="$CHUNKS" minutes="$minutes" threads="$THREADS" seed=$seed >"$folder.log"
        tail -n 1 "$folder.log"
        touch "$folder.done"
    fi
}

# fit NAME OPTIONS
fit() {
    next=$OUT/$1.bin
    shift
    if [ ! -e "$next" ]; then
        "$BIN/othello_fit" labels="$folders" out="$next.part" threads="$THREADS" "$@" >"$next.log"
        tail -n 2 "$next.log"
        mv "$next.part" "$next"
    fi
    weights=$next
}

labels first-1-14 1-14 4 40 4
fit after-1-14 from="$weights" epochs=3
for stage in 15-18:36 19-22:34 23-26:32 27-30:28 31-34:26 35-38:24 39-44:18 45-59:12; do
    empties=${stage%:*}
    labels "first-$empties" "$empties" 4 "${stage#*:}" 1
    fit "after-$empties" from="$weights" epochs=2
done
fit first epochs=4 min-seen=2

labels second-1-14 1-14 4 36 6
labels second-15-20 15-20 5 24 5
labels second-21-26 21-26 5 22 4.5
fit between from="$weights" epochs=2
labels second-27-32 27-32 5 20 4
labels second-33-38 33-38 4 18 3
labels second-39-46 39-46 4 14 2
labels second-47-59 47-59 4 10 1
fit second epochs="$EPOCHS" own=2 min-seen=3
cp "$weights" "$OUT/weights.bin"
echo "$OUT/weights.bin is complete"
