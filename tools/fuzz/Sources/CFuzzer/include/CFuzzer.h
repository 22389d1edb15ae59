// The entry of libFuzzer, for a program that has a main of its own.
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

typedef int (*fuzzer_body)(const uint8_t *_Nullable bytes, size_t count);

int LLVMFuzzerRunDriver(int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull words, fuzzer_body _Nonnull body);

#endif
