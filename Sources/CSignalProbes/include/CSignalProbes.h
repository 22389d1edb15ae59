#ifndef CSIGNALPROBES_H
#define CSIGNALPROBES_H

#include "providers.h"
#include "control.h"
#include "request.h"
#include "thread.h"
#include "lock.h"
#include "bias.h"
#include "clock.h"
#include "live.h"
#include "object.h"

#endif
