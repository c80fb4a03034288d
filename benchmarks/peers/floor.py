"""Memory floor: the bytes of a job, read and written, moved by np.copyto and nothing computed."""

import numpy as np

from benchmarks.tasks import COPY, Contestant, bytes_moved


def contestants(task, size):
    """One copy; jobs that write more than they read fill the rest."""

    def prepare(inputs):
        read, written = (n // 8 for n in bytes_moved(task, inputs))
        if read >= written:
            half = (read + written) // 2
            return np.ones(half), np.ones(half), np.ones(0)
        return np.ones(read), np.ones(read), np.ones(written - read)

    def copy(source, target, rest):
        np.copyto(target, source)
        rest.fill(0.0)

    return [Contestant(COPY, copy, "", prepare)]
