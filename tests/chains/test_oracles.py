"""The chain against results of Pinocchio, MuJoCo, 60-digit arithmetic and the legacy program (data/oracles, robots)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

from chain import ChainObject, LinkObject, load, read_motion
from chain import reference as ref

SERIAL = [
    "ex1_planar3R_A", "ex1_planar3R_B", "ex2_puma", "ex3_stanford_T3", "ex3_stanford_T4", "ex3_stanford_T4_gplus",
]  # fmt: skip
ROBOTS = ["robot_panda_arm7", "robot_panda_full9", "robot_talos_reduced_fixed", "robot_ur5"]
LEGACY = recorded("robots")


def oracle(name):
    return recorded(f"oracles/{name}")


def close(actual, expected, tol=1e-12):
    """Equal as far as the largest entry can tell: zeros of theory hold rounding noise."""
    expected = np.asarray(expected, float)
    assert_allclose(actual, expected, rtol=0, atol=tol * max(np.abs(expected).max(initial=0.0), 1e-3))


# chains from the records


def serial(model):
    """Links in Denavit and Hartenberg parameters; null stands for the joint variable."""
    links = [
        LinkObject(
            k["joint"][0].upper(), theta=k["theta"] or 0.0, d=k["b"] or 0.0, a=k["a"], alpha=k["alpha"],
            mass=k["mass"], cog=k["com"], inertia=k["inertia_com"],
        )
        for k in model["links"]
    ]  # fmt: skip
    return ChainObject(links, gravity=model["gravity"])


def pose(place):
    return ref.four(place["R"], place["p"], (0, 0, 0, 1))


def tree(model):
    """Bodies of a lumped tree: placement and axis of turning and sliding joints."""
    links = [
        LinkObject(
            b["joint"]["type"][0].upper(), placement=pose(b["placement"]), axis=b["joint"]["axis"], mass=b["mass"],
            cog=b["com"], inertia=b["inertia_com"], parent=b["parent"], name=b.get("name", f"body{i}"),
        )
        for i, b in enumerate(model["bodies"])
    ]  # fmt: skip
    return ChainObject(links, gravity=model["gravity"])


def general(case):
    links = []
    for k in case["links"]:
        shape = k["dh"] if "dh" in k else {"placement": k["placement"], "axis": k["axis"]}
        same = {name: k[name] for name in ("pitch", "mass", "cog", "inertia", "parent")}
        links.append(LinkObject(k["kind"], **same, **shape))
    return ChainObject(links, gravity=case["gravity"], base=case["base"], tool=case["tool"])


def state_of(record):
    return [np.array(record[x], float) for x in ("q", "qd", "qdd")]


def torques_agree(arm, state, results):
    """Inverse dynamics, bias and gravity torque of one state, and the same in a batch that fills no whole tile."""
    q, qd, qdd = state
    tau = results.get("tau_id_noext", results.get("tau_id"))
    close(arm.inverse_dynamics(q, qd, qdd), tau)
    close(arm.gravity_torque(q), results["g"])
    close(arm.bias(q, qd), np.add(results["Cqd"], results["g"]))
    close(arm.inverse_dynamics(*(np.stack([x] * 13) for x in state)), [tau] * 13)


def dynamics_agree(arm, state, tau, results, qdd):
    """Inertia, accelerations of the torques tau and energies of one state, and the same in a batch."""
    q, qd, _ = state
    M, many = np.array(results["M"]), [np.stack([x] * 17) for x in (q, qd, tau)]
    close(arm.mass_matrix(q), M)
    close(arm.mass_matrix(many[0]), [M] * 17)
    # C qd is a difference of larger terms, those of the torques
    C, size = arm.coriolis_matrix(q, qd), max(np.abs(results["Cqd"]).max(), np.abs(results["g"]).max(), 1e-3)
    assert_allclose(C @ qd, results["Cqd"], rtol=0, atol=1e-12 * size)
    assert_allclose(arm.coriolis_matrix(*many[:2]) @ qd, [results["Cqd"]] * 17, rtol=0, atol=1e-12 * size)
    tol = 1e-14 * max(np.linalg.cond(M), 100.0)
    close(arm.forward_dynamics(q, qd, tau), qdd, tol)
    close(arm.forward_dynamics(*many), [qdd] * 17, tol)
    close(arm.inverse_mass_matrix(q) @ (tau - arm.bias(q, qd)), qdd, tol)
    close(arm.kinetic_energy(q, qd), results["kinetic"])
    close(arm.potential_energy(q), results["potential"])


# the robots of the sources


@pytest.mark.parametrize("name", SERIAL)
def test_torques_along_the_motions_of_the_sources(name):
    data = oracle(name)
    motion = data["inverse_dynamics"]
    close(serial(data["model"]).inverse_dynamics(motion["q"], motion["qd"], motion["qdd"]), motion["tau"])


@pytest.mark.parametrize("name", [name for name in SERIAL if oracle(name).get("free_fall")])
def test_accelerations_along_the_free_falls_of_the_sources(name):
    """No torques: the accelerations recorded along the motion are those of its states."""
    data = oracle(name)
    arm = serial(data["model"])
    for fall in data["free_fall"]:
        q, qd = np.array(fall["q"]), np.array(fall["qd"])
        condition = np.linalg.cond(arm.mass_matrix(q)).max()
        close(arm.forward_dynamics(q, qd, np.zeros(arm.n)), fall["qdd"], 1e-14 * max(condition, 100.0))


@pytest.mark.parametrize("k", range(4))
def test_matrices_of_legnanis_stanford_arm(k):
    data = oracle("ex4_legnani_stanford")
    arm, record = serial(data["model"]), data["states"][k]
    state = state_of(record)
    motion = arm.kinematics(*state)
    close(motion.M, record["M0"])
    close(motion.W, record["W0"])
    close(motion.H, record["H0"])
    close(arm.joint_actions(*state), record["action"])
    close(arm.inverse_dynamics(*state), record["tau"])


# random serial arms with a load at the tip


@pytest.fixture(params=range(20))
def loaded(request):
    """Arm, state, torques, load and results of one case."""
    case = oracle("ex10_random_serial")["cases"][request.param]
    record = case["state"]
    load = np.r_[record["ext_force_on_tip"], record["ext_moment_on_tip"]]
    return serial(case["model"]), state_of(record), np.array(record["tau"]), load, case["results"]


def test_random_serial_arms_without_load(loaded):
    arm, state, _, _, results = loaded
    torques_agree(arm, state, results)
    close(arm.kinematics(state[0]).M, results["frames"][1:])


def test_inertia_energies_and_free_accelerations_of_random_serial_arms(loaded):
    arm, state, tau, _, results = loaded
    dynamics_agree(arm, state, tau, results, results["qdd_fd_noext"])


def test_accelerations_of_random_serial_arms_with_a_load_at_the_tip(loaded):
    arm, (q, qd, _), tau, load, results = loaded
    tol = 1e-14 * max(np.linalg.cond(results["M"]), 100.0)
    close(arm.forward_dynamics(q, qd, tau, external=load), results["qdd_fd"], tol)
    many = arm.forward_dynamics(*(np.stack([x] * 17) for x in (q, qd, tau)), external=np.stack([load] * 17))
    close(many, [results["qdd_fd"]] * 17, tol)


def test_jacobian_at_the_tip_of_random_serial_arms_and_its_rate(loaded):
    arm, (q, qd, _), _, _, results = loaded
    close(arm.jacobian(q), results["jacobian_tip"])
    close(arm.jacobian(np.stack([q] * 17), arm.n - 1), [results["jacobian_tip"]] * 17)
    close(arm.jacobian_dot(q, qd) @ qd, results["jdot_qd_tip"])


def test_random_serial_arms_with_a_load_at_the_tip(loaded):
    arm, state, _, load, results = loaded
    close(arm.inverse_dynamics(*state, external=load), results["tau_id"])
    many = [np.stack([x] * 13) for x in state]
    close(arm.inverse_dynamics(*many, external=np.stack([load] * 13)), [results["tau_id"]] * 13)
    PHI = [ref.action_matrix(w["force"], w["moment_base_origin"]) for w in results["joint_wrench_base"]]
    close(arm.joint_actions(*state, external=load), PHI)
    close(arm.joint_actions(*many, external=load), [PHI] * 13)


def test_joint_reactions_split_along_and_across_the_axes_in_base_axes(loaded):
    arm, state, _, load, results = loaded
    got = arm.joint_reactions(*state, external=load)
    expected = {name: np.array([j[name] for j in results["joint_decomposition"]]) for name in (
        "axis", "origin", "force", "moment_at_origin", "force_axial", "force_perp", "moment_axial", "moment_perp",
    )}  # fmt: skip
    close(got.axis, expected["axis"])
    close(got.origin, expected["origin"])
    close(got.force, expected["force"])
    close(got.couple, expected["moment_at_origin"])
    close(got.force_along, expected["force_axial"][:, None] * expected["axis"])
    close(got.couple_along, expected["moment_axial"][:, None] * expected["axis"])
    close(got.force_across, expected["force_perp"])
    close(got.couple_across, expected["moment_perp"])


def test_joint_reactions_split_along_and_across_the_axes_in_link_axes(loaded):
    arm, state, _, load, results = loaded
    got = arm.joint_reactions(*state, external=load, frame="link")
    R = np.array(results["frames"])[1:, :3, :3]

    def turned(name):
        return np.array([R_i.T @ j[name] for R_i, j in zip(R, results["joint_decomposition"], strict=True)])

    close(got.axis, turned("axis"))
    close(got.origin, [j["origin"] for j in results["joint_decomposition"]])
    close(got.force, turned("force"))
    close(got.couple, turned("moment_at_origin"))
    close(got.force_across, turned("force_perp"))
    close(got.couple_across, turned("moment_perp"))


# trees


@pytest.mark.parametrize("name", ROBOTS)
def test_real_robots_as_trees(name):
    data = oracle(name)
    arm = tree(data["model"]["lumped_tree"])
    for record in data["states"]:
        torques_agree(arm, state_of(record), record)
        dynamics_agree(arm, state_of(record), np.array(record["tau"]), record, record["qdd_fd"])
    # the ten states in one batch
    q, qd, qdd, tau = (np.array([record[x] for record in data["states"]]) for x in ("q", "qd", "qdd", "tau"))
    close(arm.inverse_dynamics(q, qd, qdd), [record["tau_id"] for record in data["states"]])
    for got, record in zip(arm.forward_dynamics(q, qd, tau), data["states"], strict=True):
        close(got, record["qdd_fd"], 1e-14 * record["cond_M"])


def test_jacobian_of_the_flange_of_a_real_robot():
    data = oracle("robot_ur5")
    arm = tree(data["model"]["lumped_tree"])
    for record in data["states"]:
        flange = record["frames"]["tool0"]
        point = ref.inverse(arm.kinematics(record["q"]).M[-1]) @ [*flange["p"], 1.0]
        close(arm.jacobian(record["q"], -1, point[:3]), flange["jacobian"])


@pytest.mark.parametrize("k", range(24))
def test_general_trees_with_screws_fixed_links_base_and_actions_at_points(k):
    case = oracle("ex12_general")["cases"][k]
    arm, state, results = general(case), state_of(case), case["results"]
    external = {int(k): (e["wrench"], e["point"], e["axes"]) for k, e in case["external"].items()}
    close(arm.kinematics(state[0]).M, results["M"])
    close(arm.inverse_dynamics(*state), results["tau_id"])
    close(arm.inverse_dynamics(*state, external=external), results["tau_id_ext"])
    many = [np.stack([x] * 13) for x in state]
    close(arm.inverse_dynamics(*many, external=external), [results["tau_id_ext"]] * 13)


@pytest.mark.parametrize("k", range(24))
def test_inertia_and_accelerations_of_general_trees_and_the_jacobian_of_their_tool(k):
    case = oracle("ex12_general")["cases"][k]
    arm, (q, qd, _), results = general(case), state_of(case), case["results"]
    external = {int(k): (e["wrench"], e["point"], e["axes"]) for k, e in case["external"].items()}
    M = np.array(results["mass_matrix"])
    close(arm.mass_matrix(q), M)
    U, D = arm.gim_decomposition(q)
    close((U * D) @ U.T, M)
    tol, tau = 1e-14 * max(np.linalg.cond(M), 100.0), np.array(case["tau"])
    close(arm.forward_dynamics(q, qd, tau, external=external), results["qdd_ext"], tol)
    many = arm.forward_dynamics(*(np.stack([x] * 17) for x in (q, qd, tau)), external=external)
    close(many, [results["qdd_ext"]] * 17, tol)
    close(arm.jacobian(q, len(arm) - 1, np.array(case["tool"])[:3, 3]), results["jacobian_tool"])
    if case["serial"]:
        close(arm.jacobian(q), results["jacobian_tool"])


# the legacy program


@pytest.mark.parametrize("name", LEGACY)
def test_the_legacy_program(name, tmp_path):
    record = LEGACY[name]
    for suffix in ("DAT", "MOT"):
        (tmp_path / f"R.{suffix}").write_text(record["in"][f"{suffix.lower()}_text"])
    arm = load(tmp_path / "R.DAT")
    motion = read_motion(tmp_path / "R.MOT", record["in"]["nlink"])
    steps, rows = record["steps"], np.array(record["in"]["ext_rows"], float)
    state = motion.q, motion.qd, motion.qdd
    close(motion.q, [s["q"] for s in steps])
    k = arm.kinematics(*state)
    for got, letter in ((k.M, "T"), (k.W, "WA"), (k.H, "HA")):
        close(got, [[link[letter] for link in s["links"]] for s in steps])
    # actions in the last link's frame, the last row persisting
    rows = rows[np.minimum(np.arange(len(steps)), len(rows) - 1)].reshape(-1, 2, 3)
    external = np.einsum("sij,skj->ski", k.M[:, -1, :3, :3], rows).reshape(-1, 6)
    close(-arm.joint_actions(*state, external=external), [[link["ACT0"] for link in s["links"]] for s in steps])
    tau = [[-link["derived_L0_dot_ACT0"] for link in s["links"]] for s in steps]
    close(arm.inverse_dynamics(*state, external=external), tau)
