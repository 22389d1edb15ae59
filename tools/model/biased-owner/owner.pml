/* The biased owner word of Sources/Signals/Core/SerialOwner.swift, with store buffers. See PROTOCOL.md; `check` runs it.
 *
 * Variants that must fail: NOBARRIER (no membarrier), LATEREAD (the bias is read before the barrier), LEAVEBLIND (leave
 *   does not look at the word), ENTERBLIND (enter does not look at the word again), POSTPONEBLIND (who queues does not
 *   look again at a word that was given away meanwhile).
 * Variants that pass, for what they break is not what is checked: FREEWAITING (a bias that is free while something waits
 *   is taken by the second thread: only the order of events suffers), KEEPBIAS (the thread that lost its bias does not
 *   take it down: only slower).
 * GIVEN: the word begins as the first thread's, without a trial. INSIST: nobody queues, who finds another inside tries
 *   again: a mutex.
 * PSO: buffers are not first in first out, and an acquiring read-modify-write does not empty them (Arm);
 * without it: as x86. NEST: how often a delivery may send again. THREADS, SENDS: how many, and how often each.
 */
#ifndef THREADS
#define THREADS 2
#endif
#ifndef SENDS
#define SENDS 2
#endif
#ifndef NEST
#define NEST 1
#endif
#define DEPTH 4

#define WORD 0
#define BIAS 1
#define DATA 2

/* the word */
#define FREE 0
#define BIASED 2
#define REVOKING 4
/* the bias */
/* 2 in the code, where 0 is the mark of a thread that does not know its own */
#define NEVER 0
#define TRIAL 4
#define MARK(p) ((p + 1) * 8)

typedef Buffer { byte variable[DEPTH]; byte value[DEPTH]; bit releases[DEPTH]; byte count }
Buffer buffer[THREADS];
byte memory[3];

byte lock;             /* 0, or the holder's number + 1 */
byte queued;           /* guarded by lock */
/* what is really so */
byte inside, sent, delivered, nested, finished;

/* --- memory ------------------------------------------------------------------------------------------------ */

/* the newest value of v that thread p can see */
inline load(p, v, r) {
  d_step {
    r = memory[v];
    k = 0;
    do
    :: k < buffer[p].count -> if :: buffer[p].variable[k] == v -> r = buffer[p].value[k] :: else fi; k++
    :: else -> break
    od;
    k = 0
  }
}
inline put(p, v, x, rel) {
  atomic {
    buffer[p].count < DEPTH;
    buffer[p].variable[buffer[p].count] = v; buffer[p].value[buffer[p].count] = x;
    buffer[p].releases[buffer[p].count] = rel; buffer[p].count++
  }
}
#define empty(p) (buffer[p].count == 0)
#ifdef PSO
#define acquirable(p) true
#else
#define acquirable(p) empty(p)
#endif

inline commit(p, i) {
  memory[buffer[p].variable[i]] = buffer[p].value[i];
  j = i;
  do
  :: j + 1 < buffer[p].count ->
     buffer[p].variable[j] = buffer[p].variable[j + 1]; buffer[p].value[j] = buffer[p].value[j + 1];
     buffer[p].releases[j] = buffer[p].releases[j + 1]; j++
  :: else -> break
  od;
  buffer[p].count--;
  buffer[p].variable[buffer[p].count] = 0; buffer[p].value[buffer[p].count] = 0; buffer[p].releases[buffer[p].count] = 0;
  j = 0
}
#define V(i) buffer[p].variable[i]
#define R(i) buffer[p].releases[i]

proctype Memory(byte p) {
  byte j;
end:
  do
  :: d_step { buffer[p].count > 0 -> commit(p, 0) }
#ifdef PSO
  :: d_step { buffer[p].count > 1 && V(1) != V(0) && !R(1) -> commit(p, 1) }
  :: d_step { buffer[p].count > 2 && V(2) != V(0) && V(2) != V(1) && !R(2) -> commit(p, 2) }
#endif
  od
}

inline cas_acquire(p, old, new, ok) {
  atomic {
    acquirable(p);
    load(p, WORD, now);
    if
    :: now == old ->
       ok = 1;
       /* a store of this thread to the word that is still in the buffer is older than this */
       k = 0;
       d_step {
         do
         :: k < buffer[p].count -> assert(buffer[p].variable[k] != WORD); k++
         :: else -> break
         od;
         k = 0
       };
       memory[WORD] = new
    :: else -> ok = 0
    fi
  }
}
inline cas_release(p, old, new, ok) {
  atomic {
    empty(p);
    if :: memory[WORD] == old -> ok = 1; memory[WORD] = new :: else -> ok = 0 fi
  }
}
inline acquire_lock(p) { atomic { lock == 0 && acquirable(p) -> lock = p + 1 } }
inline release_lock(p) { atomic { empty(p) -> assert(lock == p + 1); lock = 0 } }

/* the caller's stores are visible first; then every thread passes a full fence, at a moment of its own before the call
 * returns */
inline membarrier(p) {
#ifndef NOBARRIER
  empty(p);
  q = 0;
  do
  :: q < THREADS -> atomic { empty(q) -> q++ }
  :: else -> break
  od;
  q = 0
#else
  empty(p)
#endif
}

/* --- what one delivery does -------------------------------------------------------------------------------- */

inline deliver(p) {
  atomic { assert(inside == 0); inside = p + 1 };
  load(p, DATA, seen);
  assert(seen == delivered);
  d_step { delivered++; seen++ };
  put(p, DATA, seen, 0);
  seen = 0;
  if
  :: nested < NEST ->
     atomic { nested++; sent++ };
     /* re-entrant: enter has failed, as its bias says inside and the word is not 0 */
     acquire_lock(p);
     queued++;
     load(p, WORD, w);
     if
     :: w == BIASED -> put(p, WORD, BIASED | 1, 0)
     :: (w & 1) -> skip
     :: else -> cas_release(p, MARK(p), MARK(p) | 1, ok); assert(ok)
     fi;
     w = 0; ok = 0;
     release_lock(p)
  :: true
  fi;
  atomic { assert(inside == p + 1); inside = 0 }
}

/* lock held, the word is BIASED, the bias another's: afterwards the word is in today's form */
inline revoke(p) {
  put(p, WORD, REVOKING, 0);
#ifdef LATEREAD
  load(p, BIAS, b);
  membarrier(p);
#else
  membarrier(p);
  load(p, BIAS, b);
#endif
}

proctype Thread(byte p) {
  byte b, w, k, q, seen, now, sends = SENDS, patience;
  bit ok, there, again;
  do
  :: sends == 0 -> break
  :: sends > 0 ->
     atomic { sends--; sent++ };
     there = 0;

     /* enterAgain; where that does not let it in: enter */
     load(p, BIAS, b);
     if
     :: b == MARK(p) ->
        put(p, BIAS, MARK(p) | 2, 0);
#ifdef ENTERBLIND
        w = BIASED;
#else
        load(p, WORD, w);
#endif
        if
        :: w == BIASED -> there = 1; again = 1
        :: else ->
           acquire_lock(p);
           load(p, WORD, w);
           assert((w | 1) != (BIASED | 1));
#ifndef KEEPBIAS
           put(p, BIAS, NEVER, 0);
#else
           put(p, BIAS, MARK(p), 0);
#endif
           release_lock(p);
           there = ((w & ~7) == MARK(p))
        fi
     :: else -> skip
     fi;
     w = 0; b = 0;
     if :: !there -> cas_acquire(p, FREE, MARK(p), there); now = 0 :: else fi;

patiently:
     /* enterPatiently */
     if
     :: !there ->
        load(p, WORD, w);
        if
        :: w == BIASED ->
           acquire_lock(p);
           load(p, WORD, w);
           if
           :: w == BIASED ->
              revoke(p);
              if
              :: (b & 7) == 2 -> put(p, WORD, b & ~7, 1)
              :: else -> put(p, WORD, MARK(p), 1); there = 1
              fi
           :: else
           fi;
           release_lock(p)
        :: else
        fi;
        w = 0; b = 0;
        if :: !there -> if :: cas_acquire(p, FREE, MARK(p), there); now = 0 :: true fi :: else fi
     :: else
     fi;

     if
     :: there -> deliver(p); goto leave
     :: else ->
#ifdef INSIST
        goto patiently;
#endif
        /* postpone */
        acquire_lock(p);
        do
        :: load(p, WORD, w);
           if
           :: w == BIASED ->
              revoke(p);
              if
              :: (b & 7) == 2 -> put(p, WORD, b & ~7, 1)
              :: else -> put(p, WORD, MARK(p), 1); there = 1; break
              fi
           :: w == FREE -> cas_acquire(p, FREE, MARK(p), there); if :: there -> break :: else fi
#ifdef FREEWAITING
           :: w == (BIASED | 1) ->
              load(p, BIAS, b);
              if
              :: (b & 7) == 2 -> put(p, WORD, (b & ~7) | 1, 1)
              :: else -> put(p, WORD, MARK(p), 1); there = 1
              fi;
              break
#endif
           :: (w & 1) -> break
#ifdef POSTPONEBLIND
           :: else -> load(p, WORD, w); cas_release(p, w, w | 1, ok); if :: ok -> break :: else fi
#else
           :: else -> cas_release(p, w, w | 1, ok); if :: ok -> break :: else fi
#endif
           fi
        od;
        queued++;
        ok = 0; w = 0; b = 0; now = 0;
        release_lock(p);
        if :: there -> goto drain :: else -> goto next fi
     fi;

leave:
     load(p, WORD, w);
     load(p, BIAS, b);
     if
     :: w == BIASED || (w != (BIASED | 1) && (again || b == (MARK(p) | 2))) ->
        /* leaveAgain */
        assert(b == (MARK(p) | 2));
        put(p, BIAS, MARK(p), 1);
#ifdef LEAVEBLIND
        w = BIASED;
#else
        load(p, WORD, w);
#endif
        if
        :: w == BIASED -> goto next
        :: else ->
           acquire_lock(p);
           load(p, WORD, w);
           if
           :: w == (BIASED | 1) -> put(p, BIAS, MARK(p) | 2, 0); release_lock(p); goto drain
           :: w != (BIASED | 1) -> assert(w != BIASED); put(p, BIAS, NEVER, 0); release_lock(p)
           fi;
           if
           :: (w & ~7) == MARK(p) -> skip
           :: else -> goto next
           fi
        fi
     :: w == (BIASED | 1) -> assert(b == (MARK(p) | 2)); b = 0; w = 0; goto drain
     :: !again && w != BIASED && w != (BIASED | 1) && b == TRIAL ->
        /* a thread may be given the bias at any time, or nobody ever */
        if
        :: true
        :: put(p, BIAS, NEVER, 0)
        :: put(p, BIAS, MARK(p) | 2, 0);
           cas_release(p, MARK(p), BIASED, ok);
           if
           :: ok ->
              ok = 0;
              put(p, BIAS, MARK(p), 1);
              load(p, WORD, w);
              if
              :: w == BIASED -> goto next
              :: else ->
                 acquire_lock(p);
                 load(p, WORD, w);
                 put(p, BIAS, NEVER, 0);
                 release_lock(p);
                 if
                 :: (w & ~7) == MARK(p) -> skip
                 :: else -> goto next
                 fi
              fi
           :: else -> put(p, BIAS, TRIAL, 0)
           fi
        fi
     :: else
     fi;
     b = 0; w = 0;
     cas_release(p, MARK(p), FREE, ok);
     if :: ok -> ok = 0; goto next :: else -> skip fi;

drain:
#ifdef INSIST
     assert(false);
#endif
     acquire_lock(p);
     if
     :: queued > 0 -> queued--; release_lock(p); deliver(p); goto drain
     :: else ->
        load(p, WORD, w);
        if
        :: w == (BIASED | 1) -> put(p, WORD, BIASED, 0); put(p, BIAS, MARK(p), 1)
        :: else ->
           load(p, BIAS, b);
           if :: b == (MARK(p) | 2) -> put(p, BIAS, NEVER, 0) :: else fi;
           put(p, WORD, FREE, 1)
        fi;
        release_lock(p)
     fi;
next:
     skip;
     d_step { b = 0; w = 0; ok = 0; there = 0; again = 0; now = 0; seen = 0; k = 0; q = 0 }
  od;
  atomic {
    finished++;
    if
    :: finished == THREADS -> 
       assert(queued == 0);
       assert(delivered == sent);
       assert(inside == 0)
    :: else
    fi
  }
}

init {
  byte i;
  atomic {
#ifdef GIVEN
    memory[WORD] = BIASED;
    memory[BIAS] = MARK(0);
#else
    memory[BIAS] = TRIAL;
#endif
    i = 0;
    do
    :: i < THREADS -> run Thread(i); run Memory(i); i++
    :: else -> break
    od
  }
}
