"""From array-likes of any batch shape to kernel calls: shapes, chunks, threads, progress.

A kernel takes C-contiguous float64 arrays (N, width), an array of one row serving all samples. What is given so is
passed as it is; other layouts and types are converted chunk by chunk, so that a call on data larger than the memory
(`numpy.memmap`) holds one chunk per thread and no more. Every sample is computed by itself: results depend neither on
the chunks nor on the number of threads.
"""

import os
import sys
import threading
import time

import numpy as np

from spacelib._sizes import common_shape, index, what_is

__all__ = ["Batch", "Progress", "each", "evaluate", "threads_for"]

CHUNK = 98_304  # joint samples per chunk: long enough to hide the call, short enough to balance threads
PARALLEL = 196_608  # joint samples from which threads pay


def evaluate(model, kernel, inputs, core, out, threads):
    """One result (..., *core) of kernel(model, *inputs, result, start, stop); inputs: (value, name, width) or None.

    One sample given as plain vectors goes to the kernel at once.
    """
    if out is None and threads is None and all(given is None or _is_vector(given) for given in inputs):
        result = np.empty(core)
        rows = [None if given is None else given[0][None] for given in inputs]
        kernel(model, *rows, result.reshape(1, -1), 0, 1)
        return result
    batch = Batch(model.nlinks)
    for given in inputs:
        batch.take(*(given or (None, "", 0)), optional=given is None)
    batch.settle()
    result = batch.result(out, "out", *core)
    batch.run(lambda rows, results, start, stop: kernel(model, *rows, results[0], start, stop), threads)
    return result


def _is_vector(given):
    x, _, width = given
    return type(x) is np.ndarray and x.shape == (width,) and _plain(x)


class Batch:
    """The inputs and results of one call, as rows of samples."""

    def __init__(self, size):
        self.size = max(size, 1)  # joints per sample, for the length of chunks
        self.inputs, self.leads, self.results = [], {}, []

    def take(self, value, name, width, optional=False):
        """Register an input (..., width); None stays None where it is optional."""
        if value is None and optional:
            self.inputs.append(None)
            return
        try:
            array = np.asarray(value)
        except (ValueError, TypeError):
            raise ValueError(f"`{name}`: expected an array, got a sequence of unequal shapes") from None
        if array.dtype.kind not in "fiub":
            raise TypeError(f"`{name}`: expected real numbers, got {what_is(array, value)}")
        if array.ndim == 0 or array.shape[-1] != width:
            raise ValueError(f"`{name}`: expected shape (..., {width}), got {array.shape}")
        self.leads[name] = array.shape[:-1]
        self.inputs.append(array)

    def settle(self):
        """The common leading shape; inputs become rows (N, width) or (1, width)."""
        self.lead = common_shape(list(self.leads.values()))
        if self.lead is None:
            given = ", ".join(f"`{name}` {lead}" for name, lead in self.leads.items() if lead)
            raise ValueError(f"leading shapes do not broadcast: {given}")
        self.N = int(np.prod(self.lead))
        self.inputs = [None if x is None else self._rows(x) for x in self.inputs]

    def _rows(self, x):
        width = x.shape[-1]
        if x.size == width:
            return np.array(x, float).reshape(1, width)
        if x.shape[:-1] == self.lead and x.flags.c_contiguous:
            return x.reshape(self.N, width)
        if len(self.lead) == 1:
            return x if x.shape[:-1] == self.lead else np.broadcast_to(x, (*self.lead, width))
        return _prepared(np.broadcast_to(x, (*self.lead, width))).reshape(self.N, width)

    def result(self, out, name, *core):
        """A result (..., *core): `out` where it is given, else new; returns what the caller gets."""
        shape = (*self.lead, *core)
        if out is None:
            out = np.empty(shape)
        elif not isinstance(out, np.ndarray):
            raise TypeError(f"`{name}`: expected an array, got {type(out).__name__}")
        elif out.dtype != np.float64:
            raise TypeError(f"`{name}`: expected dtype float64, got {out.dtype}")
        elif out.shape != shape:
            raise ValueError(f"`{name}`: expected shape {shape}, got {out.shape}")
        elif not out.flags.writeable:
            raise ValueError(f"`{name}`: expected a writeable array, got a read-only one")
        self.results.append((out, int(np.prod(core))))
        return out

    def run(self, kernel, threads=None, progress=False):
        """kernel(inputs, results, start, stop) over all samples, in chunks, on `threads` threads."""
        direct = all(self._is_direct(out, width) for out, width in self.results)
        if direct:
            results = [out.reshape(self.N, width) for out, width in self.results]
        else:
            results = [np.empty((self.N, width)) for _, width in self.results]
        ready = all(x is None or len(x) == 1 or _plain(x) for x in self.inputs)
        threads = threads_for(threads, self.N * self.size)
        length = self._chunk(threads, ready, progress)
        chunks = range(0, self.N, length)

        def work(start):
            stop = min(start + length, self.N)
            if ready:
                kernel(self.inputs, results, start, stop)
            else:
                chunk = slice(start, stop)
                rows = [x if x is None or len(x) == 1 else _prepared(x[chunk]) for x in self.inputs]
                kernel(rows, [r[chunk] for r in results], 0, stop - start)

        each(work, chunks, min(threads, len(chunks)), Progress(self.N, length) if progress else None)
        if not direct:
            for (out, _), result in zip(self.results, results, strict=True):
                out[...] = result.reshape(out.shape)

    def _is_direct(self, out, width):
        """`out` can be written while inputs are read: contiguous, and no input but the very same rows lies there."""
        if not (out.flags.c_contiguous and out.flags.aligned):
            return False
        shared = (x for x in self.inputs if x is not None and np.may_share_memory(x, out))
        return all(x.shape == (self.N, width) and _plain(x) and _address(x) == _address(out) for x in shared)

    def _chunk(self, threads, ready, progress):
        """Samples per chunk."""
        if threads == 1 and ready and not progress:
            return max(64 * CHUNK // self.size, 8)
        even = -(-self.N // (4 * threads))
        return max(min(even if threads > 1 else self.N, CHUNK // self.size), 8)


def _address(x):
    return x.__array_interface__["data"][0]


def _plain(x):
    return x.dtype == np.float64 and x.dtype.isnative and x.flags.c_contiguous and x.flags.aligned


def _prepared(x):
    """`x` as the kernels take it: native float64, C order, aligned."""
    return x if _plain(x) else np.array(x, float, order="C")


def threads_for(threads, work):
    """How many threads: as given, or as many as there are processors for large work."""
    if threads is None:
        return processors() if work >= PARALLEL else 1
    threads = index(threads, "threads")
    if threads < 1:
        raise ValueError(f"`threads`: expected 1 or more, got {threads}")
    return threads


def processors():
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(work, chunks, threads, progress):
    """work(start) for every chunk; the first error ends all threads and is raised."""
    if threads <= 1:
        for start in chunks:
            work(start)
            if progress:
                progress.advance()
        if progress:
            progress.close()
        return
    todo, lock, errors = iter(chunks), threading.Lock(), []

    def worker():
        while not errors:
            with lock:
                start = next(todo, None)
            if start is None:
                return
            try:
                work(start)
            except BaseException as error:
                errors.append(error)
                return
            if progress:
                with lock:
                    progress.advance()

    helpers = [threading.Thread(target=worker, daemon=True) for _ in range(threads - 1)]
    for helper in helpers:
        helper.start()
    try:
        worker()
    except BaseException as error:  # an interrupt between chunks
        errors.append(error)
    for helper in helpers:
        helper.join()
    if progress:
        progress.close()
    if errors:
        raise errors[0]


class Progress:
    """A bar on standard error: share done, samples per second, time left; at most ten updates a second."""

    def __init__(self, total=1, step=1):
        self.total, self.step, self.done = total, step, 0
        self.start = self.shown = time.monotonic()

    def advance(self):
        """One chunk more is done."""
        self.done = min(self.done + self.step, self.total)
        rate = self.done / max(time.monotonic() - self.start, 1e-9)
        self.show(self.done / self.total, f"{rate:.3g} samples/s  ")

    def show(self, share, rate=""):
        """Draw the bar for a share (0 to 1) of the work."""
        now = time.monotonic()
        if now - self.shown >= 0.1 or share >= 1.0:
            self.shown = now
            left = (now - self.start) * (1.0 - share) / max(share, 1e-9)
            bar = "#" * int(30 * share)
            sys.stderr.write(f"\r[{bar:<30}] {100 * share:3.0f} %  {rate}{left:.0f} s left ")
            sys.stderr.flush()

    def close(self):
        """End the line."""
        sys.stderr.write("\n")
