#ifndef CRECORDER_H
#define CRECORDER_H

#include "apart.h"
#include "files.h"
#include "guard.h"
#include "machine.h"
#include "say.h"

#endif
