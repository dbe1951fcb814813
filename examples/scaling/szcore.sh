#!/bin/sh
# The command of a container for SzCORE (https://epilepsybenchmarks.com): reads the recording /data/$INPUT and writes the
# seizures that the model finds in it to /output/$OUTPUT. A model has a class for seizures; EVENTS names it.
set -eu
: "${DATA:=/data}" "${RESULTS:=/output}" "${MODEL:=/model.safetensors}" "${EVENTS:=seizure=sz}"
"${EEGATE:-eegate}" classify "$MODEL" "$DATA/$INPUT" --events "$EVENTS" -o "$RESULTS/$OUTPUT" --quiet ||
  [ $? -eq 3 ] # some windows have no answer, e.g. because the signal is flat: the table is written
