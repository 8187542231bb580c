#!/bin/sh
# Makes labels from the end of the game to its beginning and fits weights after each stage; see README.md.
#
#   training/othello/stages.sh BIN=target/release/examples OUT=labels THREADS=16 MINUTES=2 DEPTH=4 EPOCHS=4
#
# MINUTES is the time for the labels of one stage. What is there already is not made again.
set -eu

BIN=target/release/examples OUT=labels THREADS=1 MINUTES=2 DEPTH=4 EPOCHS=4 CHUNKS=100000
for option in "$@"; do
    case $option in
        BIN=* | OUT=* | THREADS=* | MINUTES=* | DEPTH=* | EPOCHS=* | CHUNKS=*)
            name=${option%%=*} value=${option#*=}
            eval "$name=\$value"
            ;;
        *)
            echo "there is no option $option; write BIN= OUT= THREADS= MINUTES= DEPTH= EPOCHS= CHUNKS=" >&2
            exit 2
            ;;
    esac
done
mkdir -p "$OUT"

folders= weights= seed=0
for empties in 1-14 15-20 21-26 27-32 33-38 39-46 47-59; do
    seed=$((seed + 1))
    folder=$OUT/empties-$empties
    next=$OUT/weights-$empties.bin
    folders=${folders:+$folders,}$folder
    if [ ! -e "$next" ]; then
        echo "labels for $empties empty squares"
        "$BIN/othello_labels" out="$folder" empties="$empties" exact=14 ${weights:+weights=$weights} depth="$DEPTH" \
            chunks="$CHUNKS" minutes="$MINUTES" threads="$THREADS" seed=$seed >"$folder.log"
        tail -n 1 "$folder.log"
        "$BIN/othello_fit" labels="$folders" out="$next.part" threads="$THREADS" epochs="$EPOCHS" >"$next.log"
        tail -n 2 "$next.log"
        mv "$next.part" "$next"
    fi
    weights=$next
done
cp "$weights" "$OUT/weights.bin"
echo "$OUT/weights.bin is complete"
