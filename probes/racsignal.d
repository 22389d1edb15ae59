/*
 * The signals of a program: what is subscribed, what it sends, how it ends.
 * Names as ReactiveObjC's provider RACSignal, where that has the probe.
 *
 * role    0 source, 1 inner, 2 control, 3 shared, 4 nested, 5 task, 6 loop; an inner's number from bit 8 up; from
 *         bit 32 up what the operator is, whatever its name: see README.md
 * reason  0 unknown, 1 terminated, 2 downstream, 3 owner, 4 trigger, 5 replaced, 6 deinit, 7 explicit, 8 cancelled
 * kind    0 next, 1 error, 2 completed
 * event   thread << 40 | the thread's sequence number; 0 is none
 */
provider racsignal {
  /* after the subscription exists, before anything is sent */
  probe subscribed(uint64_t subscription, uint64_t downstream, uint64_t role, uint32_t line,
                   char *operator_name, char *file);
  /* a label was given, or an owner took the handle */
  probe named(uint64_t subscription, uint64_t owner, char *label);
  /* before a value is forwarded */
  probe next(uint64_t subscription, uint64_t event, uint64_t cause, char *operator_name);
  /* as next, with the value's description */
  probe next__value(uint64_t subscription, uint64_t event, uint64_t cause, char *operator_name,
                    char *value);
  /* before an error is forwarded */
  probe error(uint64_t subscription, uint64_t event, uint64_t cause, char *operator_name,
              char *description);
  /* before completion is forwarded */
  probe completed(uint64_t subscription, uint64_t event, uint64_t cause, char *operator_name);
  /* once, after the state change */
  probe disposed(uint64_t subscription, uint64_t event, uint64_t cause, uint32_t reason,
                 char *operator_name);
  /* the subscription's memory goes */
  probe released(uint64_t subscription, char *operator_name);
  /* the handle goes, the subscription lives */
  probe handle__released(uint64_t subscription, char *operator_name);
  /* an event came after the end */
  probe dropped(uint64_t subscription, uint32_t kind, char *operator_name);
  /* an event had to wait: the other thread (or this one, further up its stack) is inside */
  probe overlap(uint64_t subscription, uint32_t thread, uint32_t other, char *operator_name);
  /* a multicast connection subscribed to its source */
  probe connected(uint64_t connection, uint64_t source, uint64_t subscribers);
  /* a multicast connection was disposed */
  probe disconnected(uint64_t connection, uint64_t source, uint64_t subscribers);
  /* a mark that the program or a person set */
  probe mark(uint64_t event, char *text);
  /* a subscription is a multicast connection's from here on */
  probe joined(uint64_t subscription, uint64_t connection);
};
