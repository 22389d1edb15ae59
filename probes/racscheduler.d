/*
 * Work handed from one thread or moment to another.
 */
provider racscheduler {
  /* delay in nanoseconds; cause is the event during whose delivery the work was scheduled */
  probe scheduled(uint64_t work, uint64_t scheduler, uint64_t cause, uint64_t delay, char *name);
  /* the work starts */
  probe began(uint64_t work, uint64_t scheduler, char *name);
  /* the work has ended */
  probe ended(uint64_t work, uint64_t scheduler, char *name);
  /* the work was disposed before it started */
  probe cancelled(uint64_t work, uint64_t scheduler, char *name);
};
