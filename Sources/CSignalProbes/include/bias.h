// What an owner word needs that is given to one thread until another comes. tools/model/biased-owner has the protocol.
#ifndef CSIGNALPROBES_BIAS_H
#define CSIGNALPROBES_BIAS_H

#include <stdbool.h>
#include <stdint.h>

enum rx_bias_permission {
  /// The kernel has no barrier for it, in this process: never ask again.
  RX_BIAS_NEVER,
  /// Not this thread, or not now.
  RX_BIAS_LATER,
  RX_BIAS_YES,
};

/// Whether a word may be given to the thread of `mark`. A new answer may be `never` where it was `yes`.
enum rx_bias_permission rx_bias_may_be_given(uint32_t mark);

/// So many turns in succession does a thread take before it is given a word: taking it away costs about as much.
uint32_t rx_bias_turns(void);

/// For tests: a word is given at the first turn, and however often words were taken away. Returns what was so before.
bool rx_bias_set_hasty(bool is_hasty);

/// Every other thread of the process passes a full fence, at a moment of its own before this call returns. What the
/// caller has stored before is visible to it then, and what it had stored is visible to the caller afterwards.
///
/// The caller is about to take a word from its thread, which counts against giving words.
void rx_bias_barrier(void);

#endif
