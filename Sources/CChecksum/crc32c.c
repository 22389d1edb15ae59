#include "crc32c.h"

#include <string.h>
#if defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

#if defined(__x86_64__)
bool rx_has_crc32c(void) { return __builtin_cpu_supports("sse4.2"); }

__attribute__((target("sse4.2"))) uint32_t rx_crc32c(const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  uint64_t crc = UINT32_MAX;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    crc = __builtin_ia32_crc32di(crc, word);
  }
  uint32_t rest = (uint32_t)crc;
  for (; count > 0; count--) rest = __builtin_ia32_crc32qi(rest, *next++);
  return ~rest;
}
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
bool rx_has_crc32c(void) { return true; }

uint32_t rx_crc32c(const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  uint32_t crc = UINT32_MAX;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    crc = __crc32cd(crc, word);
  }
  for (; count > 0; count--) crc = __crc32cb(crc, *next++);
  return ~crc;
}
#else
bool rx_has_crc32c(void) { return false; }
uint32_t rx_crc32c(const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return 0;
}
#endif
