# What several scripts have to know of the toolchain; they source it.

# Where the toolchain has those of its programs that are on nobody's path.
toolchain_programs() {
  printf '%s/../../bin\n' \
    "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"
}

# On Linux the sanitizer does not see into Synchronization.Mutex; see Locked.swift. Unoptimised code
# reads the result of a continuation that has been resumed before its task was suspended, which
# needs nothing and races with nothing, but is reported (swiftlang/swift#57803); hence -O.
thread_sanitizer=(--sanitize=thread)
[[ $(uname) != Linux ]] || thread_sanitizer+=(-Xswiftc -DCOREENGINE_PTHREAD_LOCK -Xswiftc -O)
