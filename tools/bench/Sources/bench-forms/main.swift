import Harness
import HybridRows
import SignalsRows
import UnaskedRows
import VirtualRows

runBench([.signals, .virtualForm, .hybridForm, .unaskedForm])
