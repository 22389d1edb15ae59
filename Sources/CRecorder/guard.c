#define _GNU_SOURCE
#include "guard.h"
#include "alone.h"
#include "say.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

// The mapping. Written before `guarded`, which puts it in force.
static uintptr_t start, head, part, page;
static uint8_t *broken;
static _Atomic uintptr_t guarded;
// The line, until it is said.
static void *_Atomic line;
static _Atomic bool tripped;

// Handlers that were in our place, the newest one last. A handler that was put in front of us may hand a
// signal on to us that is not its own. Then it is the turn of the handler before it.
enum { MOST = 8 };
struct handlers {
  unsigned count;
  struct sigaction actions[MOST];
};

// Two places, so that a handler never reads one that is being written.
static struct handlers previous[2];
static _Atomic unsigned current;

// Several copies of this code may be in one program, one of a library and one of its own, and each guards a
// mapping. One copy has the handler and asks the others; the program's own handler stands behind all of them.
enum { MOST_COPIES = 8 };
struct guard {
  /// Whether the fault is in this copy's mapping, and mended.
  bool (*mend)(const siginfo_t *info);
  bool (*is_on)(void);
  /// Puts the handler back whose place this copy's handler has taken.
  void (*put_back)(void);
  struct guard *_Atomic others[MOST_COPIES];
};

ALONE static bool mend(const siginfo_t *info);
static bool is_on(void) { return atomic_load(&guarded) != 0; }
static void put_back(void);
static struct guard own __asm__("rx_guard_own") __attribute__((used)) = {mend, is_on, put_back, {NULL}};

ALONE static void on_bus(int number, siginfo_t *info, void *context) __asm__("rx_guard_on_bus") __attribute__((used));

// The kernel calls this entry. Two words stand in front of it: by the first, another copy knows that it is an
// entry, and by the second, it finds the `own` of this copy.
#define MARK 0x31647261756778a7
#if defined(__x86_64__)
#define JUMP "endbr64\n jmp rx_guard_on_bus\n"
#elif defined(__aarch64__)
#define JUMP "hint #34\n b rx_guard_on_bus\n"
#endif
#ifdef JUMP
#define WORD(number) WORD_OF(number)
#define WORD_OF(number) ".quad " #number "\n"
__asm__(".pushsection .text\n .balign 16\n" WORD(MARK) ".quad rx_guard_own - .\n"
        ".type rx_guard_entry, %function\nrx_guard_entry:\n" JUMP ".popsection");
void entry(int number, siginfo_t *info, void *context) __asm__("rx_guard_entry") __attribute__((visibility("hidden")));
#else
#define entry on_bus
#endif

/// Whether the kernel can read eight bytes there: it looks at a mask of signals before it refuses to use it.
ALONE static bool is_readable(uintptr_t place) {
  return system_call(SYS_rt_sigprocmask, -1, (int64_t)place, 0, 8, 0, 0) == -EINVAL;
}

/// The copy whose handler this is; null for everybody else's. The words before a handler lie among code, and
/// a sanitizer knows nothing of them.
ALONE static struct guard *guard_of(const struct sigaction *action) {
  uintptr_t handler = (uintptr_t)action->sa_sigaction;
  if (!(action->sa_flags & SA_SIGINFO)) return NULL;
  if (action->sa_sigaction == entry) return &own;
  if (handler % 16 != 0 || handler < 4096 || !is_readable(handler - 16) || !is_readable(handler - 8)) return NULL;
  const int64_t *words = (const int64_t *)(handler - 16);
  return words[0] == MARK ? (struct guard *)(handler - 8 + (uintptr_t)words[1]) : NULL;
}

static void add(struct guard *to, struct guard *other) {
  for (unsigned index = 0; to != other && index < MOST_COPIES; index++) {
    struct guard *known = NULL;
    if (atomic_compare_exchange_strong(&to->others[index], &known, other) || known == other) return;
  }
}

/// From here on, each copy that is known to one of the two knows both.
static void join(struct guard *one, struct guard *two) {
  for (unsigned index = 0; index < MOST_COPIES; index++) {
    struct guard *theirs = atomic_load(&two->others[index]);
    if (!theirs) break;
    add(one, theirs);
    add(theirs, one);
  }
  add(one, two);
  add(two, one);
}

/// The last delivery of the signal that this thread passed on, the frame of the stack at that moment, and the
/// number of the handler it went to.
static _Thread_local const void *passed_context __attribute__((tls_model("initial-exec")));
static _Thread_local uintptr_t passed_frame __attribute__((tls_model("initial-exec")));
static _Thread_local unsigned passed_to __attribute__((tls_model("initial-exec")));

static void die(int number) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(number, &plain, NULL);
}

/// Acts as the program would without us. The instruction is then tried again, or the handler has left.
__attribute__((noinline)) static void pass_on(int number, siginfo_t *info, void *context) {
  const struct handlers *known = &previous[atomic_load(&current)];
  // A handler that stands behind us may pass on to us: the same delivery comes back, deeper in the stack.
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  bool came_back = context == passed_context && frame < passed_frame;
  unsigned next = came_back ? passed_to + 1 : 0;
  const struct sigaction *action = next < known->count ? &known->actions[known->count - 1 - next] : NULL;
  bool is_plain = action && !(action->sa_flags & SA_SIGINFO);
  if (!action || (is_plain && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN))) {
    // Sent by somebody: ignoring stays ignoring.
    if (action && info->si_code <= 0 && action->sa_handler == SIG_IGN) return;
    die(number);
    if (info->si_code <= 0) raise(number);
    return;
  }
  passed_context = context;
  passed_frame = frame;
  passed_to = next;
  if (is_plain) action->sa_handler(number);
  else action->sa_sigaction(number, info, context);
}

// Any instruction that touches the mapping may have been interrupted, also one of a sanitizer or of the C
// library. So the code that mends calls nothing of either.

ALONE void rx_guard_trip(void) {
  if (atomic_exchange(&tripped, true)) return;
  void *said = atomic_exchange(&line, NULL);
  if (said) rx_line_say(said);
}

ALONE static bool mend(const siginfo_t *info) {
  uintptr_t offset = (uintptr_t)info->si_addr - start;
  if (offset >= atomic_load(&guarded)) return false;
  int64_t place = (int64_t)((uintptr_t)info->si_addr & ~(page - 1));
  int64_t got = system_call(
    SYS_mmap, place, (int64_t)page, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got != place) return false;
  if (offset >= head) __atomic_store_n(&broken[(offset - head) / part], 1, __ATOMIC_RELEASE);
  rx_guard_trip();
  return true;
}

ALONE static void on_bus(int number, siginfo_t *info, void *context) {
  bool is_mended = info->si_code > 0 && mend(info);
  for (unsigned index = 0; info->si_code > 0 && !is_mended && index < MOST_COPIES; index++) {
    struct guard *other = atomic_load(&own.others[index]);
    if (!other) break;
    is_mended = other->mend(info);
  }
  if (!is_mended) pass_on(number, info, context);
}

static void keep_line(void *next) {
  void *before = atomic_exchange(&line, next);
  if (before) rx_line_drop(before);
}

void rx_guard_begin(
  void *mapping, size_t size, size_t head_size, size_t part_size, uint8_t *marks, const char *message) {
  atomic_store(&guarded, 0);
  page = (uintptr_t)sysconf(_SC_PAGESIZE);
  start = (uintptr_t)mapping;
  head = head_size;
  part = part_size;
  broken = marks;
  keep_line(rx_line_make(message));
  atomic_store(&tripped, false);
  atomic_store(&guarded, size);
  rx_guard_check();
}

static void let_through(void) {
  sigset_t waiting, blocked, bus;
  sigemptyset(&bus);
  sigaddset(&bus, SIGBUS);
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || !sigismember(&blocked, SIGBUS)) return;
  // A fault in a thread that blocks the signal ends the program. Where a signal waits already, it stays
  // blocked: somebody means to take it.
  if (sigpending(&waiting) == 0 && !sigismember(&waiting, SIGBUS)) pthread_sigmask(SIG_UNBLOCK, &bus, NULL);
}

/// Remembers a handler that was put in our place. If it is known already, the handlers that came after it are
/// gone.
static void remember(const struct sigaction *action) {
  const struct handlers *known = &previous[atomic_load(&current)];
  struct handlers *next = &previous[1 - atomic_load(&current)];
  next->count = 0;
  while (next->count < known->count && known->actions[next->count].sa_sigaction != action->sa_sigaction) {
    next->actions[next->count] = known->actions[next->count];
    next->count++;
  }
  if (next->count == MOST) next->count--;
  next->actions[next->count++] = *action;
  atomic_store(&current, 1 - atomic_load(&current));
}

void rx_guard_check(void) {
  if (!is_on()) return;
  struct sigaction now;
  if (sigaction(SIGBUS, NULL, &now) != 0) return;
  struct guard *front = guard_of(&now);
  if (!front) {
    remember(&now);
    struct sigaction ours = {.sa_sigaction = entry, .sa_mask = now.sa_mask};
    ours.sa_flags = (now.sa_flags & ~SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGBUS, &ours, NULL);
  } else if (front != &own) {
    join(&own, front);
  }
  let_through();
}

static void put_back(void) {
  const struct handlers *known = &previous[atomic_load(&current)];
  if (known->count > 0) sigaction(SIGBUS, &known->actions[known->count - 1], NULL);
}

void rx_guard_end(void) {
  atomic_store(&guarded, 0);
  keep_line(NULL);
  for (unsigned index = 0; index < MOST_COPIES; index++) {
    struct guard *other = atomic_load(&own.others[index]);
    // The copy that ends last puts the program's handler back.
    if (other && other->is_on()) return;
  }
  struct sigaction now;
  struct guard *front = sigaction(SIGBUS, NULL, &now) == 0 ? guard_of(&now) : NULL;
  if (front) front->put_back();
}

bool rx_guard_has_tripped(void) { return atomic_load_explicit(&tripped, memory_order_acquire); }
