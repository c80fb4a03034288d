"""The tasks, what a contestant is, and the check that comes before every clock.

A task is a job of spacelib with its arguments and the shapes of its results. A contestant does the same job. Peers get
their arguments in the form they like best and their result stays in their own form: both conversions (`prepare`,
`read`) are outside the clock.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from benchmarks.inputs import REVOLUTE, Inputs, X, Y, Z

SPACELIB, NUMPY, STRUCT, FLOOR = "spacelib", "NumPy", "struct", "floor"
LIBRARIES = (SPACELIB, NUMPY, STRUCT, "SciPy", "pytransform3d", "spatialmath", FLOOR)
SINGLE, BATCH = "single", "batch"
COPY = "copy"

# where the contestants of a library are, for one sample and for many
MODULES = {
    SPACELIB: ("ours", "ours"),
    NUMPY: ("numpy_single", "numpy_batch"),
    STRUCT: ("struct_single", None),
    "SciPy": ("scipy_peer", "scipy_peer"),
    "pytransform3d": ("pytransform3d_peer", "pytransform3d_peer"),
    "spatialmath": ("spatialmath_peer", "spatialmath_peer"),
    FLOOR: (None, "floor"),
}


class Task(NamedTuple):
    """A job: arguments from the inputs, core shapes of the results, sizes at which it is timed."""

    arguments: Callable[[Inputs], tuple]
    results: tuple
    sizes: tuple = (SINGLE, BATCH)


class Contestant(NamedTuple):
    """A way to do a job; `out` says how it takes the array for the result: "keyword", "last" or not at all."""

    label: str
    call: Callable
    out: str = ""
    prepare: Callable[[Inputs], tuple] | None = None
    read: Callable[[Any], Any] | None = None


def _one_joint(i):
    """Link parameters are numbers; the joint variable has all the samples."""
    return (REVOLUTE, *(float(np.ravel(x)[0]) for x in i.link), i.q)


TASKS = {
    "molt4": Task(lambda i: (i.Q, i.m), ((4, 4),)),
    "trasf_mami": Task(lambda i: (i.Q, i.m), ((4, 4),)),
    "trasf_mamt4": Task(lambda i: (i.J, i.m), ((4, 4),)),
    "skew4": Task(lambda i: (i.H, i.J), ((4, 4),)),
    "invers": Task(lambda i: (i.m,), ((4, 4),)),
    "dhtom": Task(_one_joint, ((4, 4),)),
    "dhtom, six arrays": Task(lambda i: (REVOLUTE, *i.link, i.q), ((4, 4),), (BATCH,)),
    "screwtom": Task(lambda i: (i.u, i.phi, i.h, i.P), ((4, 4),)),
    "rtocardan": Task(lambda i: (i.R, 3, X, Y, Z), ((3,), (3,))),
    "mtoscrew": Task(lambda i: (i.Q,), ((3,), (), (), (4,))),
}


# ------------------------------------------------------------------------------------------ who takes part

def field(task, size, library):
    """Contestants of one library; ImportError when it is missing."""
    module = MODULES[library][size == BATCH]
    return import_module(f"benchmarks.peers.{module}").contestants(task, size) if module else []


class Entry(NamedTuple):
    """A contestant in a task; number None stands for a library that is not installed."""

    task: str
    library: str
    number: int | None
    label: str
    into_out: bool

    def __str__(self):
        """The name in the tables of pytest-benchmark."""
        return f"{self.library}: {self.label}"

    @property
    def group(self):
        """The heading there."""
        return self.task + (", out=" if self.into_out else "")


def entries(size):
    """Everyone who takes part, task by task: results in new arrays first, then in given ones."""
    for task, job in TASKS.items():
        for into_out in (False, True) if size in job.sizes else ():
            for library in LIBRARIES:
                try:
                    found = field(task, size, library)
                except ImportError:
                    if not into_out:
                        yield Entry(task, library, None, "not installed", False)
                    continue
                for number, contestant in enumerate(found):
                    if contestant.out or not into_out:
                        yield Entry(task, library, number, contestant.label, into_out)


# ------------------------------------------------------------------------------------------ one run

class Run(NamedTuple):
    """A contestant with its arguments: call it with ``call(*args, **kwargs)``."""

    call: Callable
    args: tuple
    kwargs: dict

    def __call__(self):
        """Do the job once."""
        return self.call(*self.args, **self.kwargs)


def start(entry, size, inputs):
    """The contestant of an entry and its run."""
    contestant = field(entry.task, size, entry.library)[entry.number]
    return contestant, prepare(entry.task, contestant, inputs, entry.into_out)


def lead(inputs):
    """Leading shape of the inputs: () or (count,)."""
    return inputs.u.shape[:-1]


def prepare(task, contestant, inputs, into_out=False):
    """The run of a contestant, with arrays for the results if it is to write into given ones."""
    args = (contestant.prepare or TASKS[task].arguments)(inputs)
    if not into_out:
        return Run(contestant.call, args, {})
    arrays = tuple(np.empty(lead(inputs) + shape) for shape in TASKS[task].results)
    out = arrays if len(arrays) > 1 else arrays[0]
    if contestant.out == "last":
        return Run(contestant.call, (*args, out), {})
    return Run(contestant.call, args, {"out": out})


def check(task, contestant, run, expected):
    """Do the job once and compare; a peer may give fewer results (the first of the two angle triples)."""
    result = run()
    if contestant.label == COPY:
        assert np.array_equal(run.args[0], run.args[1])
        return
    results = contestant.read(result) if contestant.read else result
    results = results if isinstance(results, tuple) else (results,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    assert 0 < len(results) <= len(expected), task
    for mine, theirs in zip(expected, results, strict=False):
        np.testing.assert_allclose(theirs, mine, rtol=1e-11, atol=2e-12, err_msg=f"{task}: {contestant.label}")


def expected(task, inputs):
    """What spacelib gives."""
    ours = field(task, SINGLE, SPACELIB)[0]
    return prepare(task, ours, inputs)()


def bytes_moved(task, inputs):
    """Bytes of the arguments and of the results of a job."""
    count = int(np.prod(lead(inputs)))
    read = sum(x.nbytes for x in TASKS[task].arguments(inputs) if isinstance(x, np.ndarray))
    return read, count * sum(8 * int(np.prod(shape)) for shape in TASKS[task].results)
