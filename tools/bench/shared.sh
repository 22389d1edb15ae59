# For the scripts beside this one and tools/checks/counts: builds what measures, quietly.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ $(basename "$root") == bench ]]; then
  echo "bench: the package manager takes a folder called 'bench' for tools/bench itself: rename $root" >&2
  exit 1
fi

# build_bench REPOSITORY PRODUCT: builds it with its tools/bench, and prints the program's path.
build_bench() {
  local package=$1/tools/bench log
  log=$(mktemp)
  for product in AllocationCounter "$2"; do
    if ! swift build --package-path "$package" -c release --product "$product" >"$log" 2>&1; then
      grep -E 'error:|warning:' "$log" >&2 || tail -n 20 "$log" >&2
      echo "bench: $product does not build in $1" >&2
      rm -f "$log"
      return 1
    fi
  done
  rm -f "$log"
  echo "$(swift build --package-path "$package" -c release --show-bin-path)/$2"
}
