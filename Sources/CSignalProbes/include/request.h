// A request of another process: begin a recording, end it.
//
// The page of the control words lies in a file in memory by the name `rxtrace-control`, of which the process
// has a descriptor. A process of the same user opens it through `/proc/PID/fd`, where the kernel lets it look
// at the process. It writes the request, and then sets RX_OBSERVER in the control words: so the next event of
// the program finds the request. Until then the request costs the program nothing.
//
// A request holds numbers only. It names no file: the process chooses the place of its recording, with its
// own rights. There is no such page in a program that was started with other privileges than its caller's, in
// a forked child, and where RXTRACE_CONTROL=0 is in the environment.
#ifndef CSIGNALPROBES_REQUEST_H
#define CSIGNALPROBES_REQUEST_H

#include <stdint.h>

/// Where the request begins in the page.
#define RX_REQUEST_PLACE 256

enum {
  /// Nobody asks. The process writes this after the end of a recording, too.
  RX_REQUEST_NONE = 0,
  /// The observer asks for a recording.
  RX_REQUEST_ASKED = 1,
  /// The process begins it.
  RX_REQUEST_STARTING = 2,
  /// The process records.
  RX_REQUEST_RECORDING = 3,
  /// The observer asks for the end of the recording.
  RX_REQUEST_END_ASKED = 4,
  /// The observer has given no sign of life: the recording ends, and stays where it is.
  RX_REQUEST_LEFT = 5,
  /// The process ends it.
  RX_REQUEST_ENDING = 6,
  /// The process cannot record: `reason` says why.
  RX_REQUEST_REFUSED = 7,
};

enum {
  RX_REFUSED_ALREADY_RECORDING = 1,
  RX_REFUSED_NO_FILE = 2,
  RX_REFUSED_NO_THREAD = 3,
};

typedef struct rx_request {
  /// 1. A process that does not know it writes nothing else.
  uint32_t layout;
  uint32_t state;
  /// The process whose page it is, by its own number.
  uint64_t process;
  /// Raised by the observer every second. Where it stands still for ten, the recording ends.
  uint64_t beat;
  /// Bytes of the recording; 0 for no limit.
  uint64_t maximum_size;
  /// Bytes of each value; 0 for none.
  uint32_t value_limit;
  /// 1 where values are not recorded at all, not even their times.
  uint32_t leaves_values_out;
  /// Why nothing is recorded: RX_REFUSED_… and the number of an error.
  uint32_t reason;
  uint32_t error;
} rx_request;

#endif
