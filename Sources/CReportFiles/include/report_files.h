#ifndef REPORT_FILES_H
#define REPORT_FILES_H

/// The parts of the page that `rxtrace render --format html` writes, as they lie beside this target's source.
/// Each ends in a NUL.
const char *_Nonnull report_markup(void);
const char *_Nonnull report_style(void);
const char *_Nonnull report_script(void);

#endif
