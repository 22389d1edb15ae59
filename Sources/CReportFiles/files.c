#include "report_files.h"

// The compiler has had #embed for every C for years; only the standard is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char markup[] = {
#embed "report.html"
    , 0
};

static const char style[] = {
#embed "report.css"
    , 0
};

// One script, in the order in which its parts need each other.
static const char script[] = {
#embed "model.js"
    ,
#embed "rows.js"
    ,
#embed "scale.js"
    ,
#embed "lanes.js"
    ,
#embed "overview.js"
    ,
#embed "copying.js"
    ,
#embed "panel.js"
    ,
#embed "sight.js"
    ,
#embed "choosing.js"
    ,
#embed "search.js"
    ,
#embed "mouse.js"
    ,
#embed "keyboard.js"
    ,
#embed "main.js"
    , 0
};

const char *report_markup(void) { return markup; }
const char *report_style(void) { return style; }
const char *report_script(void) { return script; }
