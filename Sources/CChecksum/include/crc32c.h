// CRC32C by the processor's own instruction.
#ifndef CCHECKSUM_CRC32C_H
#define CCHECKSUM_CRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has the instruction.
bool rx_has_crc32c(void);
/// The checksum, where it has.
uint32_t rx_crc32c(const void *_Nonnull bytes, size_t count);

#endif
