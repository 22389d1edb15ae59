// The calls for an owner word that is given to one thread until another one comes. tools/model/biased-owner
// has the protocol.
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

/// A thread takes this many turns in succession before it is given a word: taking the word away costs about
/// as much.
uint32_t rx_bias_turns(void);

/// For tests: with `true` a word is given at the first turn, however often words were taken away. Returns the
/// setting before.
bool rx_bias_set_hasty(bool is_hasty);

/// Every other thread of the process passes a full fence, at a moment of its own before this call returns.
/// From its fence on, the thread sees everything that the caller stored before the call. Once the call has
/// returned, the caller sees everything that the thread stored before its fence.
///
/// The caller is about to take a word from its thread. The call counts that: the more words are taken away,
/// the fewer are given.
void rx_bias_barrier(void);

#endif
