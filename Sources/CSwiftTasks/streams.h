// The streams of the program: `AsyncStream` and `AsyncThrowingStream`.
//
// A stream is an object with a storage and a function that gives the next value. The library puts a function
// of its own before that one. So it sees each waiting task, in any code. It puts another one before the
// function that frees a storage. The continuation is the storage. So the count of those who hold the storage
// tells whether anybody can still finish the stream.
#ifndef CSWIFTTASKS_STREAMS_H
#define CSWIFTTASKS_STREAMS_H

#include "CSwiftTasks.h"
#include "runtime.h"

// The functions as the linker knows them.
#define MAKE_STREAM "$sScS10makeStream2of15bufferingPolicyScSyxG6stream_ScS12ContinuationVyx_G12continuationtxm_AG09BufferingE0Oyx__GtFZ"
#define MAKE_THROWING_STREAM "$sScs10makeStream2of8throwing15bufferingPolicyScsyxs5Error_pG6stream_Scs12ContinuationVyxsAE_p_G12continuationtxm_sAE_pmAI09BufferingF0OyxsAE_p__GtsAE_pRs_rlFZ"
#define INIT_STREAM "$sScS_15bufferingPolicy_ScSyxGxm_ScS12ContinuationV09BufferingB0Oyx__GyADyx_GXEtcfC"
#define INIT_THROWING_STREAM "$sScs_15bufferingPolicy_Scsyxs5Error_pGxm_Scs12ContinuationV09BufferingB0OyxsAB_p__GyAEyxsAB_p_GXEtcsAB_pRs_rlufC"
#define STREAM_YIELD "$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF"
#define STREAM_YIELD_WITH "$sScS12ContinuationV5yield4withAB11YieldResultOyx__Gs0E0Oyxs5NeverOG_tF"
#define STREAM_YIELD_VOID "$sScS12ContinuationV5yieldAB11YieldResultOyyt__GyytRszlF"
#define STREAM_FINISH "$sScS12ContinuationV6finishyyF"
#define THROWING_STREAM_YIELD "$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF"
#define THROWING_STREAM_YIELD_WITH "$sScs12ContinuationV5yield4withAB11YieldResultOyxs5Error_p__Gs0E0OyxsAG_pG_tsAG_pRs_rlF"
#define THROWING_STREAM_YIELD_VOID "$sScs12ContinuationV5yieldAB11YieldResultOyytq___GyytRszrlF"
#define THROWING_STREAM_FINISH "$sScs12ContinuationV6finish8throwingyq_Sgn_tF"

#define INITIAL_EXEC __attribute__((tls_model("initial-exec")))

/// True while this library calls other code. Tasks and streams that this code makes are not noted.
extern _Thread_local bool is_inside INITIAL_EXEC;

// Of tasks.c.

/// The record of a task that runs; NULL where it is not noted.
void *task_record(char *task);
bool task_is_cancelled(char *task);
/// Whether anybody wants to know of a task or a stream that `task` makes.
bool task_is_wanted(char *task);
/// Whether a task waits, and nothing is about to run it.
bool task_is_suspended(char *task);
/// Whether a function is one that stands before the end of a task.
bool task_stands_before(uintptr_t function);

// Of streams.c and stream_table.c.

/// Ends the loops of a task: the task itself says so, as it ends.
void streams_task_ended(char *task);
/// Looks, now and then, whether a task waits for a stream that nobody can finish any more.
void streams_look(void);
/// Whether a function is one that stands before the end of waiting.
bool stream_stands_before(uintptr_t function);

#endif
