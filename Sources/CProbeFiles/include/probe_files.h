// Scripts of probes/ that `rxtrace` itself runs, as they are.
#ifndef PROBE_FILES_H
#define PROBE_FILES_H

/// `streams.bt`
const char *_Nonnull rx_probe_file_streams(void);

#endif
