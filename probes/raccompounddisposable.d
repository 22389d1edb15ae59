/*
 * Disposables that hold others: composites, bags, lifetimes. As ReactiveObjC's provider RACCompoundDisposable;
 * the total is true on every path. Each fires after the change, outside the lock.
 */
provider raccompounddisposable {
  /* a child was added */
  probe added(uint64_t compound, uint64_t child, uint64_t total);
  /* a child was removed, undisposed */
  probe removed(uint64_t compound, uint64_t child, uint64_t total);
  /* once; children at that moment */
  probe disposed(uint64_t compound, uint64_t children);
};
