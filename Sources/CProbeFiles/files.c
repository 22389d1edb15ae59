#include "probe_files.h"

// The compiler has had #embed for every C for years; only the standard is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char streams[] = {
#embed "../../probes/streams.bt"
    , 0
};

const char *rx_probe_file_streams(void) { return streams; }
