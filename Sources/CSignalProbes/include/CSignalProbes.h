#ifndef CSIGNALPROBES_H
#define CSIGNALPROBES_H

#include "providers.h"
#include "control.h"
#include "thread.h"
#include "lock.h"
#include "bias.h"
#include "clock.h"
#include "live.h"
#include "recorder.h"
#include "object.h"
#include "files.h"
#include "guard.h"
#include "say.h"

#endif
