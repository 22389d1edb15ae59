// The end of a recording whose program has ended without ending it, such as by a signal.
//
// The recorder's process outlives the program for a moment. It copies the used parts of the staging file to
// the end of the recording, as chunks of kind 4 (FORMAT.md, "Kept in the recording"), and deletes the staging
// file. Where that cannot be done, everything stays as it was, and a reader finds the records in the staging
// file.
#define _GNU_SOURCE
#include "alone.h"
#include "helper.h"

enum { SLOTS_OF_PART = 256, KIND_STAGING = 4, STAGING_HEAD = 4096, SLOT_HEAD = 512, CHUNK_HEAD = 112, PIECE = 8192 };
enum { MOST_PAYLOAD = 16 << 20 };

// Offsets in the staging file: in its first page, in the head of a slot, and in a stream of it.
enum { LIFECYCLE_AREA = 40, VALUES_AREA = 48, SLOT_COUNT = 56, CANARY = 72, SLOT_CANARY = 8, LIFECYCLE_STREAM = 64, VALUES_STREAM = 320 };

/// Bytes on their way into the recording. They are only counted and summed up where `offset` is negative.
struct output {
  const struct helper *helper;
  const uint32_t *table;
  int64_t offset, count, error;
  uint32_t sum;
};

struct areas {
  uint32_t starts[2], sizes[2];
  uint64_t canary;
};

ALONE static uint64_t number_at(const unsigned char *bytes, int size) {
  uint64_t number = 0;
  for (int index = size - 1; index >= 0; index--) number = number << 8 | bytes[index];
  return number;
}

ALONE ALONE_COPYING static void put_number(unsigned char *bytes, uint64_t number, int size) {
  for (int index = 0; index < size; index++) bytes[index] = (unsigned char)(number >> (8 * index));
}

ALONE ALONE_COPYING static void make_table(uint32_t *table) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0x82f63b78u : sum >> 1;
    table[byte] = sum;
  }
}

ALONE static uint32_t summed(const uint32_t *table, uint32_t sum, const unsigned char *bytes, int64_t count) {
  for (int64_t index = 0; index < count; index++) sum = table[(sum ^ bytes[index]) & 0xff] ^ sum >> 8;
  return sum;
}

/// One by one: for a whole structure the compiler may call the library.
ALONE static void begin(struct output *output, const struct helper *helper, const uint32_t *table, int64_t offset) {
  output->helper = helper;
  output->table = table;
  output->offset = offset;
  output->count = output->error = 0;
  output->sum = UINT32_MAX;
}

ALONE static void put_bytes(struct output *output, const unsigned char *bytes, int64_t count) {
  output->sum = summed(output->table, output->sum, bytes, count);
  if (output->offset >= 0 && output->error == 0)
    output->error =
      rx_write_all(output->helper->recording, (int64_t)bytes, count, output->offset + output->count);
  output->count += count;
}

/// Fills the bytes from the staging file. False where it is too short.
ALONE static bool read_staging(const struct helper *helper, unsigned char *bytes, int64_t count, uint64_t offset) {
  int64_t done = 0;
  while (done < count) {
    int64_t got = system_call(
      SYS_pread64, helper->staging, (int64_t)(bytes + done), count - done, (int64_t)offset + done, 0, 0);
    if (got == -EINTR) continue;
    if (got <= 0) return false;
    done += got;
  }
  return true;
}

ALONE static void copy_staging(struct output *output, uint64_t offset, uint64_t count) {
  unsigned char piece[PIECE];
  while (count > 0 && output->error == 0) {
    int64_t size = count < sizeof piece ? (int64_t)count : (int64_t)sizeof piece;
    if (!read_staging(output->helper, piece, size, offset)) output->error = -EIO;
    put_bytes(output, piece, size);
    offset += (uint64_t)size;
    count -= (uint64_t)size;
  }
}

/// Bytes of the records in a stream of a slot; 0 where nothing can be read.
ALONE static uint32_t used(const unsigned char *slot, const struct areas *areas, uint64_t number, int area) {
  bool is_own = areas->canary == 0 || number_at(slot + SLOT_CANARY, 8) == areas->canary + number;
  uint32_t published = (uint32_t)number_at(slot + (area == 0 ? LIFECYCLE_STREAM : VALUES_STREAM), 4);
  return is_own && number_at(slot, 4) != 0 && published <= areas->sizes[area] ? published : 0;
}

/// The bytes behind the head of the chunk that keeps part number `part` of `parts`.
ALONE static void put_payload(struct output *output, const struct areas *areas, uint64_t part, uint64_t parts, uint64_t slots) {
  const struct helper *helper = output->helper;
  unsigned char words[16], slot[SLOT_HEAD];
  put_number(words, parts, 8);
  put_bytes(output, words, 8);
  if (part == 0) copy_staging(output, 0, STAGING_HEAD);
  for (uint64_t number = part * SLOTS_OF_PART; number < slots && number < (part + 1) * SLOTS_OF_PART; number++) {
    uint64_t offset = helper->slots_offset + number * helper->slot_size;
    if (!read_staging(helper, slot, SLOT_HEAD, offset)) output->error = -EIO;
    if (output->error != 0) return;
    put_number(words, number, 4);
    for (int area = 0; area < 2; area++) put_number(words + 4 + 4 * area, used(slot, areas, number, area), 4);
    put_number(words + 12, 0, 4);
    put_bytes(output, words, sizeof words);
    put_bytes(output, slot, SLOT_HEAD);
    for (int area = 0; area < 2; area++)
      copy_staging(output, offset + areas->starts[area], used(slot, areas, number, area));
  }
}

ALONE ALONE_COPYING static void make_head(const struct output *payload, unsigned char *head, uint64_t part) {
  for (int index = 0; index < CHUNK_HEAD; index++) head[index] = 0;
  put_number(head, 0x435852f7, 4);
  put_number(head + 4, (uint64_t)payload->count, 4);
  put_number(head + 8, CHUNK_HEAD, 2);
  head[10] = KIND_STAGING;
  put_number(head + 16, part, 4);
  put_number(head + 88, ~payload->sum, 4);
  put_number(head + CHUNK_HEAD - 4, ~summed(payload->table, UINT32_MAX, head, CHUNK_HEAD - 4), 4);
}

/// Writes a part at an offset; only counts its bytes where that is negative. Returns how many there are, or a
/// negative error number.
ALONE static int64_t write_part(
  const struct helper *helper, const uint32_t *table, const struct areas *areas, uint64_t part, uint64_t parts,
  uint64_t slots, int64_t offset) {
  struct output payload, written;
  begin(&payload, helper, table, -1);
  put_payload(&payload, areas, part, parts, slots);
  if (payload.error == 0 && payload.count > MOST_PAYLOAD) payload.error = -EFBIG;
  if (payload.error != 0) return payload.error;
  if (offset < 0) return CHUNK_HEAD + payload.count;
  unsigned char head[CHUNK_HEAD];
  make_head(&payload, head, part);
  begin(&written, helper, table, offset + CHUNK_HEAD);
  written.error = rx_write_all(helper->recording, (int64_t)head, CHUNK_HEAD, offset);
  put_payload(&written, areas, part, parts, slots);
  // Somebody has written into the staging file meanwhile.
  if (written.error == 0 && (written.sum != payload.sum || written.count != payload.count)) written.error = -EIO;
  return written.error != 0 ? written.error : CHUNK_HEAD + written.count;
}

ALONE int64_t rx_helper_complete(const struct helper *helper, uint64_t most) {
  unsigned char head[STAGING_HEAD];
  uint32_t table[256];
  struct areas areas;
  if (helper->staging < 0 || !read_staging(helper, head, STAGING_HEAD, 0)) return -EBADF;
  // Nothing was ever staged, or somebody has put something else there.
  if (number_at(head, 8) != 0x0a1a0a0d53585289u || number_at(head + 12, 4) != helper->slot_size) return -EBADF;
  for (int area = 0; area < 2; area++) {
    const unsigned char *place = head + (area == 0 ? LIFECYCLE_AREA : VALUES_AREA);
    areas.starts[area] = (uint32_t)number_at(place, 4);
    areas.sizes[area] = (uint32_t)number_at(place + 4, 4);
    if (areas.starts[area] < SLOT_HEAD || areas.starts[area] > helper->slot_size
        || areas.sizes[area] > helper->slot_size - areas.starts[area])
      return -EBADF;
  }
  areas.canary = number_at(head + CANARY, 8);
  make_table(table);
  uint64_t slots = __atomic_load_n(&helper->files->slots_ready, __ATOMIC_RELAXED);
  // The program can have written anything there.
  if (slots > helper->slots || slots < number_at(head + SLOT_COUNT, 4)) return -EBADF;
  uint64_t parts = (slots + SLOTS_OF_PART - 1) / SLOTS_OF_PART, size = 0;
  if (parts == 0) parts = 1;
  for (uint64_t part = 0; part < parts; part++) {
    int64_t count = write_part(helper, table, &areas, part, parts, slots, -1);
    if (count < 0) return count;
    size += (uint64_t)count;
  }
  if (helper->end + size > most) return -EFBIG;
  uint64_t end = helper->end;
  for (uint64_t part = 0; part < parts; part++) {
    int64_t count = write_part(helper, table, &areas, part, parts, slots, (int64_t)end);
    if (count < 0) {
      system_call(SYS_ftruncate, helper->recording, (int64_t)helper->end, 0, 0, 0, 0);
      return count;
    }
    end += (uint64_t)count;
  }
  // Disk space that was taken ahead goes back. A staging file on a disk is needed until the recording is
  // there; one in memory would not outlive the machine either.
  system_call(SYS_ftruncate, helper->recording, (int64_t)end, 0, 0, 0, 0);
  return helper->staging_is_in_memory ? 0 : system_call(SYS_fdatasync, helper->recording, 0, 0, 0, 0, 0);
}
