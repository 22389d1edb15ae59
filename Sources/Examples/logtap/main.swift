print("logtap")
