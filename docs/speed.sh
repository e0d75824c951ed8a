#!/usr/bin/env bash
# Measures what docs/speed.md and docs/generating.md tell, and prints rows of their tables:
#
#   docs/speed.sh auto|sql|count|generate|cte|queries|server [NUMBER]
#   docs/speed.sh require [TECHNIQUE [TIME]]
#
# NUMBER is the number of puzzles, and of rounds for the comparisons with qqwing. The lists of puzzles are in the folder
# shared/data next to the repository; without them most measures use testdata/sample.sdm. count, generate and cte need qqwing and
# sqlite3. server needs the variable SETDOKU_POSTGRES, the URL of a database on a server, where the measures make databases of
# their own and drop them. Times are CPU times, user and system, unless the name of a column says something else. Other load of the
# machine changes them less. Compare them as ratios of runs that alternate.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# benchmark PACKAGE PATTERN ITERATIONS [FLAG...] prints a row for each benchmark, with its values.
benchmark() {
  go test "./$1" -run '^$' -bench "^Benchmark$2\$" -benchtime "$3" -timeout 0 "${@:4}" | awk '
    /^Benchmark/ {
      sub(/^Benchmark/, ""); sub(/-[0-9]+$/, "", $1)
      printf "| %s |", $1
      for (i = 3; i < NF; i += 2) if ($(i + 1) != "ns/op") printf " %s %s |", $i, $(i + 1)
      print ""
      next
    }
    !/^(goos|goarch|pkg|cpu|PASS|ok)/'
}

# seconds COMMAND... prints the CPU time of a command, and keeps its output in $work/out.
seconds() {
  local TIMEFORMAT='%3U %3S'
  { time "$@" >"$work/out" 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
}

# median sorts the lines of its input and prints the one in the middle, and the first and the last.
median() { sort -g | awk '{ v[NR] = $1 } END { printf "%.1f (%.1f to %.1f)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }

program() { go build -o "$work/setdoku" ./cmd/setdoku; }

count() {
  program
  echo "| list | in memory | with reading a file | the command, times as fast as qqwing |"
  for list in generated_easy generated_minimal 17_clue magictour_top1465 forum_hardest_1905 forum_hardest_1106; do
    file=../shared/data/$list.txt
    for _ in $(seq "$1"); do
      theirs=$(seconds qqwing --solve --csv <"$file")
      ours=$(seconds "$work/setdoku" count - <"$file")
      memory=$(benchmark solver/solutions "Count/$list" 100000x | grep -oE '[0-9.e+]+ puzzles/cpu-s')
      read -r alone _ fromFile _ < <(echo $memory)
      awk -v n="$(wc -l <"$file")" -v t="$theirs" -v o="$ours" -v m="$alone" -v f="$fromFile" \
        'BEGIN { print m * t / n, f * t / n, t / o }' >>"$work/$list"
    done
    echo "| $list | $(cut -d' ' -f1 "$work/$list" | median) | $(cut -d' ' -f2 "$work/$list" | median) | $(cut -d' ' -f3 "$work/$list" | median) |"
  done
}

generate() {
  program
  benchmark solver/generate 'Generate/(minimal|rotate180)' 10000x
  echo "| qqwing's level | puzzles a second | times as fast as qqwing |"
  level easy Easy "$1" --level easy --require hidden_single
  level intermediate Intermediate "$1" --level medium --forbid locked_triple,naked_triple,hidden_triple
  level expert Expert "$1" --level hard,unfair,extreme
}

# level NAME VERDICT ROUNDS FLAG... compares the programs for a level of qqwing, which must find the level in each puzzle of ours.
level() {
  for round in $(seq "$3"); do
    theirs=$(seconds qqwing --generate 100 --difficulty "$1" --one-line)
    ours=$(seconds "$work/setdoku" generate -n 3000 --minimal --jobs 1 --seed "$round" "${@:4}")
    echo "$theirs $ours" | awk '{ print 3000 / $2, $1 / 100 * 3000 / $2 }' >>"$work/$1"
    wrong=$(qqwing --solve --stats --csv <"$work/out" | tail -n +2 | grep -vc ",$2,") || true
    [ "$wrong" = 0 ] || echo "$wrong puzzles are not $2 for qqwing"
  done
  echo "| $1 | $(cut -d' ' -f1 "$work/$1" | median) | $(cut -d' ' -f2 "$work/$1" | median) |"
}

require() {
  echo "| technique | puzzles | tried for each | CPU time for each | minimal |"
  benchmark solver/generate "Require/${1:-.*}" 100x -require-time "${2:-12s}" | tr -d '|' | awk '
    function three(x) { return sprintf("%.3g", x) }
    function time(ms) { return ms < 1000 ? three(ms) " ms" : three(ms / 1000) " s" }
    {
      name = $1
      sub(/^Require\//, "", name)
      for (i = 2; i < NF; i += 2) v[$(i + 1)] = $i
      if (v["puzzles"] == 0) printf "| %s | 0 | > %d | > %s | - |\n", name, v["tried"], time(v["cpu-ms"])
      else printf "| %s | %d | %s | %s | %d %% |\n", name, v["puzzles"], three(v["tried"] / v["puzzles"]), time(v["cpu-ms"] / v["puzzles"]), 100 * v["minimal"] / v["puzzles"]
    }'
}

# cte compares sql/cte.sql with the recursive query of SQLite's documentation, both in the shell of SQLite, which takes a minute.
cte() {
  benchmark solver/batch CTE "${1}x"
  cat >"$work/documentation.sql" <<'SQL'
WITH RECURSIVE
  input(sud) AS (VALUES('8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..')),
  digits(z, lp) AS (VALUES('1', 1) UNION ALL SELECT CAST(lp+1 AS TEXT), lp+1 FROM digits WHERE lp<9),
  x(s, ind) AS (
    SELECT sud, instr(sud, '.') FROM input
    UNION ALL
    SELECT substr(s, 1, ind-1) || z || substr(s, ind+1), instr(substr(s, 1, ind-1) || z || substr(s, ind+1), '.')
    FROM x, digits AS z
    WHERE ind>0 AND NOT EXISTS (
      SELECT 1 FROM digits AS lp
      WHERE z.z = substr(s, ((ind-1)/9)*9 + lp, 1)
        OR z.z = substr(s, ((ind-1)%9) + (lp-1)*9 + 1, 1)
        OR z.z = substr(s, (((ind-1)/3) % 3) * 3 + ((ind-1)/27) * 27 + lp + ((lp-1) / 3) * 6, 1)))
SELECT s FROM x WHERE ind=0;
SQL
  ours=$(seconds sqlite3 :memory: '.read sql/cte.sql')
  theirs=$(seconds sqlite3 :memory: ".read $work/documentation.sql")
  echo "| in sqlite3, 21 clues | $ours s | documentation $theirs s | $(awk -v a="$theirs" -v b="$ours" 'BEGIN { print int(a / b) }') times |"
}

case ${1:-} in
auto) benchmark solver/batch Auto "${2:-10000}x" ;;
sql) benchmark solver/batch 'SQL/(easy|mix|mix_in_hundreds)' "${2:-10000}x" ;;
count) count "${2:-5}" ;;
generate) generate "${2:-5}" ;;
require) require "${@:2}" ;;
cte) cte "${2:-200}" ;;
queries) benchmark internal/catalogue Queries "${2:-20}x" ;;
server)
  : "${SETDOKU_POSTGRES:?the URL of a database on a server}"
  benchmark solver/batch 'SQL/(mix|mix_on_server)' "${2:-2000}x"
  ;;
*)
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
  ;;
esac
