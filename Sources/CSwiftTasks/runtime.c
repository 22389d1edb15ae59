#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CSwiftTasks.h"
#include "streams.h"

static task_runtime runtime;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct extent {
  uintptr_t address, begin, end;
};

/// Where in the address space the module lies that an address is in.
static int find_extent(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct extent *extent = argument;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (first < begin) begin = first;
    if (first + info->dlpi_phdr[i].p_memsz > end) end = first + info->dlpi_phdr[i].p_memsz;
  }
  if (extent->address < begin || extent->address >= end) return 0;
  extent->begin = begin;
  extent->end = end;
  return 1;
}

#define NEXT(NAME) dlsym(RTLD_NEXT, NAME)

static void find_streams(stream_functions *streams) {
  streams->make[0] = (make_stream_function)NEXT(MAKE_STREAM);
  streams->make[1] = (make_stream_function)NEXT(MAKE_THROWING_STREAM);
  streams->init[0] = (init_stream_function)NEXT(INIT_STREAM);
  streams->init[1] = (init_stream_function)NEXT(INIT_THROWING_STREAM);
  static const char *const senders[STREAM_SENDERS] = {
    STREAM_YIELD, STREAM_YIELD_WITH, STREAM_YIELD_VOID, STREAM_FINISH,
    THROWING_STREAM_YIELD, THROWING_STREAM_YIELD_WITH, THROWING_STREAM_YIELD_VOID, THROWING_STREAM_FINISH,
  };
  for (size_t i = 0; i < STREAM_SENDERS; i++) streams->send[i] = (send_function)NEXT(senders[i]);
}

static void refuse(const uint32_t *layout, const size_t *size) {
  char reason[256], known[64] = "";
  for (size_t i = 0; i < sizeof rx_task_layouts / sizeof *rx_task_layouts; i++) {
    if (i > 0) strncat(known, ", ", sizeof known - strlen(known) - 1);
    strncat(known, rx_task_layouts[i].versions, sizeof known - strlen(known) - 1);
  }
  if (layout && size)
    snprintf(reason, sizeof reason, "this version of the Swift runtime is unknown (layout %u, %zu bytes a task); known: %s",
             *layout, *size, known);
  else
    snprintf(reason, sizeof reason, "this version of the Swift runtime does not tell its layout; known: %s", known);
  rx_task_refuse(reason);
}

static void find(void) {
  // The next ones behind this library, or behind the program that it is linked into.
  runtime.create = (create_function)dlsym(RTLD_NEXT, "swift_task_create");
  runtime.async_let = (async_let_function)dlsym(RTLD_NEXT, "swift_asyncLet_begin");
  runtime.cancel = (cancel_function)dlsym(RTLD_NEXT, "swift_task_cancel");
  runtime.cancel_handle = (cancel_function)dlsym(RTLD_NEXT, "$sScT6cancelyyF");
  runtime.enqueue = (enqueue_function)dlsym(RTLD_NEXT, "swift_task_enqueueTaskOnExecutor");
  runtime.current = (current_function)dlsym(RTLD_NEXT, "swift_task_getCurrent");
  runtime.retain = (void *(*)(void *))dlsym(RTLD_DEFAULT, "swift_retain");
  find_streams(&runtime.streams);
  if (!runtime.create) return;
  const uint32_t *layout = dlsym(RTLD_NEXT, "_swift_concurrency_debug_internal_layout_version");
  const size_t *size = dlsym(RTLD_NEXT, "_swift_concurrency_debug_asyncTaskSize");
  const rx_task_layout *found = NULL;
  for (size_t i = 0; layout && size && i < sizeof rx_task_layouts / sizeof *rx_task_layouts; i++)
    if (rx_task_layouts[i].layout == *layout && rx_task_layouts[i].task_size == *size) found = &rx_task_layouts[i];
  if (!found || !runtime.async_let || !runtime.cancel || !runtime.cancel_handle || !runtime.enqueue || !runtime.current
      || !runtime.retain)
    return refuse(layout, size);
  struct extent extent = {(uintptr_t)runtime.create, 0, 0};
  dl_iterate_phdr(find_extent, &extent);
  runtime.begin = extent.begin;
  runtime.end = extent.end;
  runtime.layout = found;
}

bool rx_task_runtime_is_known(void) { return task_runtime_find()->layout != NULL; }

const task_runtime *task_runtime_find(void) {
  pthread_once(&once, find);
  return &runtime;
}
