import AsyncChannelRows
import Harness
import OpenCombineRows
import RawRows
import SignalsRows

runBench([.signals, .openCombine, .rawLimit, .asyncChannel])
