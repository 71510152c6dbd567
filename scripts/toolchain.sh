# What several scripts have to know of the toolchain; they source it.

# Where the toolchain has those of its programs that are on nobody's path.
toolchain_programs() {
  printf '%s/../../bin\n' \
    "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"
}

# On Linux the sanitizer does not see into Synchronization.Mutex; see Locked.swift. Unoptimised code
# reads the result of a continuation that has been resumed before its task was suspended, which
# needs nothing and races with nothing, but is reported (swiftlang/swift#57803); hence it goes with
# COREENGINE_OPTIMIZED=1 in the environment, with which what is tested is optimised.
thread_sanitizer=(--sanitize=thread)
[[ $(uname) != Linux ]] || thread_sanitizer+=(-Xswiftc -DCOREENGINE_PTHREAD_LOCK)

# Has the compiler look at a module once, not once for each core. That takes a tenth less to build, and
# forbids to build a part anew.
whole_modules=(-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2)
