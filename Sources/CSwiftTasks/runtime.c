#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CSwiftTasks.h"

static task_runtime runtime;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Where in the address space the module lies that has `runtime.create`.
static int find_extent(struct dl_phdr_info *info, size_t size, void *address) {
  (void)size;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (first < begin) begin = first;
    if (first + info->dlpi_phdr[i].p_memsz > end) end = first + info->dlpi_phdr[i].p_memsz;
  }
  if ((uintptr_t)address < begin || (uintptr_t)address >= end) return 0;
  runtime.begin = begin;
  runtime.end = end;
  return 1;
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
  if (!runtime.create) return;
  const uint32_t *layout = dlsym(RTLD_NEXT, "_swift_concurrency_debug_internal_layout_version");
  const size_t *size = dlsym(RTLD_NEXT, "_swift_concurrency_debug_asyncTaskSize");
  const rx_task_layout *found = NULL;
  for (size_t i = 0; layout && size && i < sizeof rx_task_layouts / sizeof *rx_task_layouts; i++)
    if (rx_task_layouts[i].layout == *layout && rx_task_layouts[i].task_size == *size) found = &rx_task_layouts[i];
  if (!found || !runtime.async_let || !runtime.cancel || !runtime.cancel_handle || !runtime.enqueue || !runtime.current
      || !runtime.retain)
    return refuse(layout, size);
  dl_iterate_phdr(find_extent, (void *)(uintptr_t)runtime.create);
  runtime.layout = found;
}

const task_runtime *task_runtime_find(void) {
  pthread_once(&once, find);
  return &runtime;
}
