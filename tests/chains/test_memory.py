"""Memory: a call allocates its result and nothing else that grows; data may lie on disk or in a Dask cluster."""

import os
import subprocess
import sys
import textwrap
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest
from trees import random_body, states

import chain
from chain import ChainObject, LinkObject, driver

PACKAGES = Path(chain.__file__).parent.parent
MEASURABLE = pytest.mark.skipif(
    not sys.platform.startswith("linux") or "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="reads /proc, where the address sanitizer keeps what was freed",
)
MB = 2**20


def six_joints():
    rng = np.random.default_rng(0)
    tables = [dict(zip(("theta", "d", "a", "alpha"), rng.uniform(-1, 1, 4), strict=True)) for _ in range(6)]
    return ChainObject([LinkObject("R", **dh, **random_body(rng)) for dh in tables])


@pytest.fixture(scope="module")
def arm():
    return six_joints()


def peak(function):
    """Largest number of bytes allocated through Python and NumPy during a call."""
    tracemalloc.start()
    try:
        result = function()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()


# one million samples


COUNTS = {"forward_dynamics": 3, "coriolis_matrix": 2, "jacobian_dot": 2, "kinetic_energy": 2, "momentum": 2}
COUNTS |= dict.fromkeys(
    ["mass_matrix", "inverse_mass_matrix", "gim_decomposition", "jacobian", "potential_energy", "centre_of_mass"], 1
)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", COUNTS)
def test_accelerations_matrices_and_energies_allocate_their_result_only(arm, method, threads):
    state = [np.ascontiguousarray(x) for x in states(arm, (10**5,))[: COUNTS[method]]]
    used, result = peak(lambda: getattr(arm, method)(*state, threads=threads))
    size = sum(x.nbytes for x in (result if isinstance(result, tuple) else (result,)))
    assert size <= used <= size + 2 * MB
    used, _ = peak(lambda: getattr(arm, method)(*state, threads=threads, out=result))
    assert used <= 2 * MB


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["inverse_dynamics", "bias", "gravity_torque"])
def test_torques_of_a_million_samples_allocate_their_result_only(arm, method, threads):
    state = states(arm, (10**6,))[: {"bias": 2, "gravity_torque": 1}.get(method, 3)]
    state = [np.ascontiguousarray(x) for x in state]
    used, tau = peak(lambda: getattr(arm, method)(*state, threads=threads))
    assert tau.nbytes <= used <= tau.nbytes + 100_000
    used, _ = peak(lambda: getattr(arm, method)(*state, threads=threads, out=tau))
    assert used <= 100_000


@pytest.mark.parametrize("method", ["joint_actions", "kinematics"])
def test_matrices_of_many_samples_allocate_their_results_only(arm, method):
    state = states(arm, (20_000,))
    used, result = peak(lambda: getattr(arm, method)(*state, threads=2))
    size = result.nbytes if isinstance(result, np.ndarray) else sum(x.nbytes for x in result)
    assert size <= used <= size + 100_000


@pytest.mark.parametrize("make", [
    lambda x: x.astype(np.float32), lambda x: x.astype(">f8"), lambda x: np.repeat(x, 2, axis=0)[::2],
    np.asfortranarray, lambda x: x[::-1],
])  # fmt: skip
def test_other_types_and_layouts_are_converted_piece_by_piece(arm, make):
    state = [make(x) for x in states(arm, (500_000,))]
    out = np.empty((500_000, 6))
    used, _ = peak(lambda: arm.inverse_dynamics(*state, out=out, threads=1))
    assert used <= 3 * 6 * 8 * (driver.CHUNK // 6 + 8) + 100_000


MEASURE = """
import resource
import numpy as np
from test_memory import six_joints

def status(field):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))

arm = six_joints()
arm.inverse_dynamics(*np.zeros((3, 1000, 6)), threads=2)
"""


def measured(body):
    """The lines that a fresh process prints."""
    command = [sys.executable, "-W", "error", "-c", MEASURE + textwrap.dedent(body)]
    here = Path(__file__).parent
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (PACKAGES, here, here.parent)))}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.split()


@MEASURABLE
@pytest.mark.parametrize("threads", [1, 2])
def test_kernels_take_no_memory_that_grows_with_the_batch(threads):
    """Peak of the resident memory of a process, which counts what C code allocates."""
    grown = measured(f"""
        N = 10**6
        state, out = np.random.default_rng(0).uniform(-1, 1, (3, N, 6)), np.zeros((N, 6))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        arm.inverse_dynamics(*state, out=out, threads={threads})
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        big = np.zeros((20000, 6, 4, 4))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        arm.joint_actions(*(x[:20000] for x in state), out=big, threads={threads})
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """)
    assert all(int(kilobytes) <= 8 * 1024 for kilobytes in grown)


@MEASURABLE
def test_many_calls_leave_nothing_behind():
    (grown,) = measured("""
        x, w = np.zeros((3, 50, 6)), {2: np.zeros((50, 6)), 4: (np.zeros(6), (0, 0, 0), "link")}
        def calls(count):
            for _ in range(count):
                arm.inverse_dynamics(*x, external=w)
                arm.inverse_dynamics(*x[:, 0])
                arm.joint_reactions(*x, external=w)
                arm.kinematics(*x)
                try:
                    arm.joint_actions(*x, external={9: np.zeros(6)})
                except IndexError:
                    pass
                except KeyError:
                    pass
        calls(300)
        before = status("RssAnon")
        calls(3000)
        print(status("RssAnon") - before)
    """)
    assert int(grown) <= 2 * MB


# data on disk


@MEASURABLE
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("threads", [1, 2])
def test_memory_maps_in_and_out_hold_a_bounded_buffer(dtype, threads, tmp_path):
    """200 MB on disk, under a limit of 64 MB for everything that the process may allocate more."""
    samples = 10**6 if dtype == "float64" else 1_400_000
    said = measured(f"""
        N, folder, dtype = {samples}, {str(tmp_path)!r}, np.dtype({dtype!r})
        rows = np.random.default_rng(0).uniform(-1, 1, (1000, 6)).astype(dtype)
        for name in ("q", "qd", "qdd"):
            with open(f"{{folder}}/{{name}}", "wb") as file:
                for k in range(N // 1000):
                    file.write((rows * (1 + k % 3)).astype(dtype).tobytes())
        maps = [np.memmap(f"{{folder}}/{{name}}", dtype, "r", shape=(N, 6)) for name in ("q", "qd", "qdd")]
        out = np.memmap(f"{{folder}}/tau", float, "w+", shape=(N, 6))
        used, before = status("VmData"), status("RssAnon")
        resource.setrlimit(resource.RLIMIT_DATA, (used + 64 * 2**20, used + 64 * 2**20))
        tau = arm.inverse_dynamics(*maps, out=out, threads={threads})
        assert tau is out
        print(status("RssAnon") - before)
        part = arm.inverse_dynamics(*(x[-500:] for x in maps))
        print(np.array_equal(out[-500:], part))
    """)
    assert int(said[0]) <= 32 * MB
    assert said[1] == "True"


def test_memory_maps_give_the_results_of_arrays(arm, tmp_path):
    state = states(arm, (5000,))
    for name, x in zip("abc", state, strict=True):
        np.save(tmp_path / f"{name}.npy", x)
    maps = [np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in "abc"]
    out = np.lib.format.open_memmap(tmp_path / "tau.npy", "w+", float, (5000, 6))
    arm.inverse_dynamics(*maps, out=out)
    out.flush()
    assert np.array_equal(np.load(tmp_path / "tau.npy"), arm.inverse_dynamics(*state))
    PHI = np.lib.format.open_memmap(tmp_path / "PHI.npy", "w+", float, (5000, 6, 4, 4))
    arm.joint_actions(*maps, out=PHI, threads=2)
    assert np.array_equal(PHI, arm.joint_actions(*state))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_a_bar_on_standard_error(arm, threads, capfd, monkeypatch):
    monkeypatch.setattr(driver, "CHUNK", 6000)
    state = states(arm, (10_000,))
    expected = arm.inverse_dynamics(*state)
    tau = arm.inverse_dynamics(*state, threads=threads, progress=True)
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.endswith("\n")
    assert "100 %" in said.err
    assert "samples/s" in said.err
    assert "[##############################]" in said.err
    assert np.array_equal(tau, expected)


def test_without_progress_nothing_is_said(arm, capfd):
    arm.inverse_dynamics(*states(arm, (1000,)))
    said = capfd.readouterr()
    assert said.out + said.err == ""


# Dask


@pytest.fixture(scope="module")
def dask_array():
    with warnings.catch_warnings():
        # other packages' business on import
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        return pytest.importorskip("dask.array")


def blocks(dask_array, state, chunks):
    return [dask_array.from_array(x, chunks=chunks) for x in state]


def computed(lazy):
    return lazy.compute(scheduler="threads", num_workers=2)


@pytest.mark.parametrize("chunks", [(100, 6), (7, 6), (1000, 6), (300, 2), ((1, 999), 6)])
def test_a_dask_array_gives_a_dask_array_with_the_same_bits(arm, dask_array, chunks):
    state = states(arm, (1000,))
    tau = arm.inverse_dynamics(*blocks(dask_array, state, chunks))
    assert isinstance(tau, dask_array.Array)
    assert (tau.shape, tau.dtype) == ((1000, 6), np.float64)
    assert np.array_equal(computed(tau), arm.inverse_dynamics(*state))


def test_dask_arrays_broadcast_and_mix_with_others(arm, dask_array):
    q, qd, qdd = states(arm, (40, 5))
    lazy = dask_array.from_array(q, chunks=(16, 5, 6))
    in_blocks = dask_array.from_array(qd, chunks=(7, 2, 3))
    for others in ((qd, qdd), (qd[0], qdd[0, 0]), (qd[:, :1], qdd[:1]), (in_blocks, qdd)):
        tau = computed(arm.inverse_dynamics(lazy, *others))
        assert np.array_equal(tau, arm.inverse_dynamics(q, *(np.asarray(x) for x in others)))


def test_dask_arrays_take_gravity_and_six_numbers(arm, dask_array):
    state = states(arm, (100,))
    options = {"gravity": (1.0, 2.0, 3.0), "external": (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)}
    tau = arm.inverse_dynamics(*blocks(dask_array, state, (30, 6)), **options)
    assert np.array_equal(computed(tau), arm.inverse_dynamics(*state, **options))


def test_dask_computes_later(dask_array):
    asked = []

    class Asked(ChainObject):
        def _torques(self, *arguments, **options):
            asked.append(1)
            return super()._torques(*arguments, **options)

    arm = Asked(six_joints().links)
    state = states(arm, (100,))
    lazy = arm.inverse_dynamics(*blocks(dask_array, state, (50, 6)))
    assert not asked
    tau = computed(lazy)
    assert np.array_equal(tau, six_joints().inverse_dynamics(*state))


def test_a_chain_that_changes_before_dask_computes_gives_the_torques_that_were_asked_for(dask_array):
    arm, state = six_joints(), states(six_joints(), (10,))
    lazy = arm.inverse_dynamics(*blocks(dask_array, state, (5, 6)))
    arm[2].mass += 1.0
    assert np.array_equal(computed(lazy), six_joints().inverse_dynamics(*state))


@pytest.mark.parametrize(("options", "sentence"), [
    ({"out": np.zeros((10, 6))}, "`out`: expected None"),
    ({"external": {0: np.zeros(6)}}, "`external`: expected six numbers"),
    ({"external": np.zeros((10, 6))}, "`external`: expected six numbers"),
    ({"external": (1.0, 2.0)}, "`external`: expected"),
    ({"gravity": (1.0, 2.0)}, "`gravity`: expected"),
    ({"gravity": np.zeros((10, 3))}, "`gravity`: expected"),
])  # fmt: skip
def test_what_dask_cannot_do_is_refused_at_once(arm, dask_array, options, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        arm.inverse_dynamics(*blocks(dask_array, states(arm, (10,)), (1, 6)), **options)


def test_dask_arrays_of_the_wrong_shape_are_refused_at_once(arm, dask_array):
    q, qd, qdd = blocks(dask_array, states(arm, (10,)), (5, 6))
    with pytest.raises(ValueError, match=r"`qd`: expected shape \(..., 6\), got \(10, 5\)"):
        arm.inverse_dynamics(q, qd[:, :5], qdd)


def test_a_local_cluster_of_two_processes_gives_the_same_bits(arm, dask_array, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))
    state = states(arm, (4000,))
    options = {"n_workers": 2, "processes": True, "threads_per_worker": 1, "dashboard_address": None}
    with (
        warnings.catch_warnings(),
        distributed.LocalCluster(**options, silence_logs=50) as cluster,
        distributed.Client(cluster) as client,
    ):
        # ports, event loops and garbage of the cluster are not ours to judge
        warnings.simplefilter("ignore", ResourceWarning)
        lazy = arm.inverse_dynamics(*blocks(dask_array, state, (500, 6)))
        tau = client.compute(lazy, sync=True)
        workers = set(client.run(os.getpid).values())
    assert len(workers - {os.getpid()}) == 2
    assert np.array_equal(tau, arm.inverse_dynamics(*state))
