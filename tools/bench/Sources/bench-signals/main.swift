import Harness
import SignalsRows

runBench([.signals])
