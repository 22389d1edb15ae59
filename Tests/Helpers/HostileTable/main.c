// HostileTable MEBIBYTES WORDS: a process whose memory holds a table of living subscriptions of that size, which nothing
// has made. It says `ready` and waits to be killed. WORDS may hold
//
//   texts   each record names an operator and a file of its own, of 4 KiB each
//   chain   each record was made for the sake of the one before
//   round   each record was made for the sake of another one in a circle
//   late    each record began in the far future
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { record_size = 64, records_of_a_chunk = 1024, chunk_size = record_size * records_of_a_chunk, text_bytes = 1 << 20 };

// As in CSignalProbes/include/live.h.
struct {
  uint32_t layout, record_size, records_of_a_chunk, counts_cycles;
  uint64_t ticks, monotonic, chunks;
} rx_live = {1, record_size, records_of_a_chunk, 0, 0, 0, 0};

__asm__(".pushsection .note.rxtrace, \"a\", %note\n"
        ".balign 4\n"
        ".4byte 8, 8, 1\n"
        ".asciz \"rxtrace\"\n"
        "1: .8byte rx_live - 1b\n"
        ".popsection\n");

struct record {
  uint64_t identifier, downstream, name, file, started, owner;
  uint32_t line, role, thread, state;
};

static char texts[text_bytes + 8192];

int main(int count, char **words) {
  if (count != 3) return 64;
  int own_texts = strstr(words[2], "texts") != NULL, chain = strstr(words[2], "chain") != NULL;
  int round = strstr(words[2], "round") != NULL, late = strstr(words[2], "late") != NULL;
  size_t chunks = ((size_t)atoi(words[1]) << 20) / chunk_size;
  char *memory = mmap(NULL, chunks * chunk_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || chunks == 0) return 1;
  srand(1);
  for (size_t i = 0; i < sizeof texts; i++) texts[i] = 'a' + rand() % 26;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec, number = 0;
  static char name[] = "map", file[] = "a.swift";
  for (size_t chunk = 0; chunk < chunks; chunk++) {
    struct record *records = (struct record *)(memory + chunk * chunk_size);
    for (int i = 0; i < records_of_a_chunk - 1; i++, number++) {
      struct record *record = &records[i];
      record->identifier = number + 1;
      record->downstream = chain ? number : round ? (number ^ 1) + 1 : 0;
      record->name = (uint64_t)(own_texts ? texts + number * 4 % text_bytes : name);
      record->file = (uint64_t)(own_texts ? texts + (number * 4 + 2) % text_bytes : file);
      record->started = late ? UINT64_MAX : nanoseconds;
      record->line = own_texts ? number & 0xffffff : 17;
      record->thread = 1;
      record->state = 0x101;
    }
    *(uint64_t *)&records[records_of_a_chunk - 1] = rx_live.chunks;
    rx_live.chunks = (uint64_t)records;
  }
  puts("ready");
  fflush(stdout);
  for (;;) pause();
}
