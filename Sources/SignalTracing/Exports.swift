// The words of a trace (ids, roles, reasons, sites) are the words of the seam: who imports the seam has them.
@_exported public import TraceFormat
