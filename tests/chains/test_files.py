"""Robot and motion files: what is read, what is written, and one clear sentence for every broken file."""

import os
import re
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose
from recorded import recorded

from chain import ChainObject, InertiaWarning, LinkObject, load, read_motion, save
from chain.io import lock, shelf

ROBOTS = recorded("robots")
SHELF = {
    "planar3r_a": "ex1_planar3R_A", "planar3r_b": "ex1_planar3R_B", "puma": "ex2_puma",
    "stanford_saha1999": "ex3_stanford_T3", "stanford_saha2007": "ex3_stanford_T4",
    "stanford_saha2007_gplus": "ex3_stanford_T4_gplus", "legnani_stanford": "ex4_legnani_stanford",
}  # fmt: skip

# one link: jtype, theta d b a alpha, mass and six moments, centre of mass; gravity; one external row
GOOD = "1\n0  0.1 0.2 0.3 0.4 0.5\n2  0.3 0.01 0.02 0.4 0.03 0.5\n0.1 0.2 0.3\n0 0 -9.81\n1 2 3 4 5 6\n"
PENDULUM = 'format = 1\ngravity = [0, 0, -9.81]\n\n[[link]]\njtype = "R"\na = 0.5\nmass = 2.0\n'


@pytest.fixture
def written(tmp_path):
    """Function that writes bytes or text and gives the path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("latin-1"))
        return path

    return write


def general_chain():
    """Everything a link can be, in one tree."""
    placement = np.array([[0.0, -1.0, 0.0, 0.3], [1.0, 0.0, 0.0, 0.1], [0.0, 0.0, 1.0, -0.2], [0.0, 0.0, 0.0, 1.0]])
    odd = '"quoted" \\ \x7f é'
    links = [
        LinkObject("R", theta=0.1, d=0.2, b=0.3, a=0.4, alpha=1 / 3, mass=2.0, cog=(0.1, 0.2, 1e-7), name=odd),
        LinkObject("P", convention="modified", alpha=0.7, d=0.1, mass=1.0, inertia=np.diag([1.0, 2.0, 2.5]) + 0.01),
        LinkObject("H", placement=placement, axis=(1, 2, 3), pitch=0.05, parent=0, name="screw", joint="j3", mass=0.1),
        LinkObject("F", placement=placement, parent="screw", mass=0.5, inertia=(1e-3, 1e-3, 1e-3)),
        LinkObject("R", a=1e-300, viscous=0.1, coulomb=0.2, coulomb_speed=0.5, stiffness=3.0, rest=0.1, rotor=0.01),
        LinkObject("R", placement=placement, axis=(0, 0, -1), origin=(0.1, 0.2, 0.3), parent=-1),
    ]
    return ChainObject(links, gravity=(0.1, 0.2, -9.81), base=placement, tool=placement, name="everything")


# the legacy robot file


def test_numbers_of_a_dat_file_go_where_they_belong(written):
    arm = load(written("one.DAT", GOOD))
    (link,) = arm.links
    assert (link.theta, link.d, link.b, link.a, link.alpha) == (0.1, 0.2, 0.3, 0.4, 0.5)
    assert (link.jtype, link.mass) == ("R", 2.0)
    assert link.inertia.tolist() == [[0.3, 0.01, 0.02], [0.01, 0.4, 0.03], [0.02, 0.03, 0.5]]
    assert link.cog.tolist() == [0.1, 0.2, 0.3]
    assert arm.gravity.tolist() == [0.0, 0.0, -9.81]
    assert arm.file_external.tolist() == [[1, 2, 3, 4, 5, 6]]
    assert arm.name == "one"


@pytest.mark.parametrize("name", ROBOTS)
def test_inertia_matrices_are_those_of_the_legacy_program(name, written):
    arm = load(written("robot.dat", ROBOTS[name]["in"]["dat_text"]))
    for link, expected in zip(arm.links, ROBOTS[name]["steps"][0]["links"], strict=True):
        assert_allclose(link.J, expected["J"], rtol=1e-13, atol=1e-14)
    assert arm.file_external.tolist() == ROBOTS[name]["in"]["ext_rows"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\x1a",
        lambda text: text + "\x1a\x00\xff rubbish 1 2 3",
        lambda text: text.replace("\n", " "),
        lambda text: text.replace(" ", "\n\t\f "),
        lambda text: text.replace("0.5", ".5"),
        lambda text: text.replace("0.5", "5.0D-1").replace("0.3", "3d-1"),
        lambda text: text.replace("0.5", "+5e-01"),
        lambda text: "\n\n" + text.rstrip(),
    ],
    ids=["DOS", "ctrl-z", "after ctrl-z", "one line", "odd spaces", "no zero", "fortran", "sign", "blank lines"],
)
def test_spelling_of_a_dat_file_does_not_matter(change, written):
    assert load(written("a.dat", change(GOOD))).links == load(written("b.dat", GOOD)).links


@pytest.mark.parametrize("rows", [0, 1, 7])
def test_any_number_of_external_rows(rows, written):
    head = GOOD.removesuffix("1 2 3 4 5 6\n")
    assert load(written("x.dat", head + "1 2 3 4 5 6\n" * rows)).file_external.shape == (rows, 6)


def test_any_number_of_links(written):
    links = GOOD.splitlines()[1:4] * 300
    arm = load(written("long.dat", "\n".join(["300", *links, "0 0 -9.81"])))
    assert (len(arm.links), arm.n) == (300, 300)


BROKEN_DAT = {
    "empty": ("", "empty, expected the number of links"),
    "only spaces": (" \n\t\r\n", "empty, expected the number of links"),
    "only ctrl-z": (b"\x1a" + GOOD.encode(), "empty, expected the number of links"),
    "no links": ("0\n0 0 -9.81\n", "expected the number of links, got '0'"),
    "minus one link": ("-1\n0 0 -9.81\n", "expected the number of links, got '-1'"),
    "half a link": (GOOD.replace("1\n", "1.5\n", 1), "expected the number of links, got '1.5'"),
    "a billion links": (GOOD.replace("1\n", "1000000000\n", 1), "ends after 26 numbers, expected jxz of link 2"),
    "absurd number of links": (GOOD.replace("1\n", "1e300\n", 1), "expected the number of links, got '1e300'"),
    "a word": (GOOD.replace("0.4 0.5", "0.4 abc"), "line 2: expected alpha of link 1, got 'abc' (number 7"),
    "comment": ("\n\n# robot\n" + GOOD, "line 3: expected the number of links, got '#'"),
    "decimal comma": (GOOD.replace("0.4 0.5", "0.4 0,5"), "line 2: expected alpha of link 1, got '0,5'"),
    "accent": (GOOD.encode().replace(b"2  0.3", b"\xe9 0.3"), "line 3: expected mass of link 1, got 'é'"),
    "nan": (GOOD.replace("2  0.3", "nan 0.3"), "expected mass of link 1, got 'nan'"),
    "inf": (GOOD.replace("0 0 -9.81", "0 0 -inf"), "line 5: expected gz of gravity, got '-inf'"),
    "too large": (GOOD.replace("2  0.3", "1e999 0.3"), "expected mass of link 1, got '1e999'"),
    "underscore": (GOOD.replace("2  0.3", "1_0 0.3"), "expected mass of link 1, got '1_0'"),
    "hexadecimal": (GOOD.replace("2  0.3", "0x10 0.3"), "expected mass of link 1, got '0x10'"),
    "joint type 2": (GOOD.replace("0  0.1", "2  0.1"), "jtype of link 1: expected 0 or 1, got 2 (number 2"),
    "joint type a half": (GOOD.replace("0  0.1", "0.5  0.1"), "jtype of link 1: expected 0 or 1, got 0.5"),
    "ends in the link": (GOOD[:20], "ends after 6 numbers, expected alpha of link 1"),
    "ends before gravity": ("".join(GOOD.splitlines(True)[:4]), "ends after 17 numbers, expected gx of gravity"),
    "external row of five": (GOOD.removesuffix(" 6\n"), "(fx fy fz cx cy cz), got 5 in row 1"),
    "external word": (GOOD + "1 2 x 4 5 6", "line 7: expected fz of external row 2, got 'x'"),
    "binary": (bytes(range(27, 256)), "expected the number of links"),
    "wide characters": (GOOD.encode("utf-16"), "expected the number of links"),
    "ten million digits": ("9" * 10_000_000, "expected the number of links, got '9999"),
    "ten million digits and a letter": (GOOD + "9" * 10_000_000 + "x", "expected fx of external row 2, got '9999"),
}


@pytest.mark.parametrize("case", BROKEN_DAT)
def test_broken_dat_files_are_refused_in_one_sentence(case, written):
    content, sentence = BROKEN_DAT[case]
    path = written("broken.dat", content)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 200


# our own robot file


def test_every_kind_of_link_survives_a_toml_file(tmp_path):
    arm = general_chain()
    arm.file_external = np.array([[1.0, 2.0, 3.0, 4.0, 5.0, 0.1], [0.0, 0.0, 1e-9, 0.0, 0.0, 0.0]])
    save(arm, tmp_path / "all.toml")
    back = load(tmp_path / "all.toml")
    assert back == arm
    assert np.array_equal(back.file_external, arm.file_external)
    assert [link.fields().keys() for link in back.links] == [link.fields().keys() for link in arm.links]


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("suffix", [".toml", ".dat"])
def test_legacy_robots_survive_both_formats(name, suffix, written, tmp_path):
    arm = load(written("robot.dat", ROBOTS[name]["in"]["dat_text"]))
    (tmp_path / "copy").mkdir()
    save(arm, tmp_path / "copy" / f"robot{suffix}")
    back = load(tmp_path / "copy" / f"robot{suffix}")
    assert back == arm
    assert np.array_equal(back.file_external, arm.file_external)


def test_saved_text_has_what_differs_from_the_defaults_and_nothing_else(tmp_path):
    save(load("planar3r"), tmp_path / "arm.toml")
    text = (tmp_path / "arm.toml").read_text()
    head = 'format = 1\nname = "planar 3R arm A"\ngravity = [0.0, -9.81, 0.0]\n\n[[link]]\njtype = "R"\na = 1.0\nmass ='
    assert text.startswith(head)
    assert "theta" not in text


BROKEN_TOML = {
    "empty": ("", "expected `format = 1`, got None"),
    "no version": (PENDULUM.replace("format = 1", ""), "expected `format = 1`, got None"),
    "later version": (PENDULUM.replace("format = 1", "format = 2"), "expected `format = 1`, got 2"),
    "version true": (PENDULUM.replace("format = 1", "format = true"), "expected `format = 1`, got True"),
    "syntax": (PENDULUM + "mass = = 3", "line 8"),
    "key twice": (PENDULUM + "mass = 3.0", "broken.toml: "),
    "not utf-8": (PENDULUM.encode() + b"# \xe9\xff", "utf-8"),
    "no link": ("format = 1\n", "expected one or more tables [[link]]"),
    "link is a number": ("format = 1\nlink = 3\n", "expected one or more tables [[link]]"),
    "one table": (PENDULUM.replace("[[link]]", "[link]"), "expected one or more tables [[link]]"),
    "unknown key": ("gravitation = 9.81\n" + PENDULUM, "`gravitation` is not a key here"),
    "unknown link key": (PENDULUM + "length = 1.0", "link 1: `length` is not a key here"),
    "validate": (PENDULUM + "validate = false", "link 1: `validate` is not a key here"),
    "no jtype": (PENDULUM.replace('jtype = "R"', ""), "link 1: expected `jtype`"),
    "jtype unknown": (PENDULUM.replace('"R"', '"X"'), "link 1: `jtype`: expected"),
    "jtype a number": (PENDULUM.replace('"R"', "0"), "link 1: `jtype`: expected a text in quotes, got 0"),
    "text for a number": (PENDULUM.replace("2.0", '"2.0"'), "link 1: `mass`: expected numbers, got '2.0'"),
    "truth for a number": (PENDULUM.replace("2.0", "true"), "link 1: `mass`: expected numbers, got True"),
    "nan": (PENDULUM.replace("2.0", "nan"), "link 1: `mass`"),
    "huge integer": (PENDULUM.replace("2.0", "1" + "0" * 400), "link 1: "),
    "integer of many digits": (PENDULUM.replace("2.0", "9" * 6000), "broken.toml: "),
    "two numbers for gravity": (PENDULUM.replace("[0, 0, -9.81]", "[0, -9.81]"), "`gravity`"),
    "cog of two": (PENDULUM + "cog = [1.0, 2.0]", "link 1: `cog`"),
    "uneven rows": (PENDULUM + "inertia = [[1.0, 2.0], [1.0]]", "`inertia`: expected numbers in rows of equal length"),
    "placement and D&H": (PENDULUM + "placement = [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]", "link 1: `a`"),
    "placement of zeros": (PENDULUM.replace("a = 0.5", f"placement = {[[0] * 4] * 4}"), "link 1: `placement`"),
    "no such parent": (PENDULUM + 'parent = "nobody"', "nobody"),
    "its own parent": (PENDULUM + "parent = 0", "parent"),
    "external of five": ("external = [[1,2,3,4,5]]\n" + PENDULUM, "`external`: expected rows of six"),
    "nested": ("format = 1\ngravity = " + "[" * 100_000 + "]" * 100_000, "broken.toml: "),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN_TOML)
def test_broken_toml_files_are_refused_with_file_and_link(case, written):
    content, sentence = BROKEN_TOML[case]
    path = written("broken.toml", content)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        load(path)
    assert str(path) in str(caught.value)


# what is not a robot file


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("arm.urdf", "URDF files are not supported yet"),
        ("arm.URDF", "URDF files are not supported yet"),
        ("arm.xml", "named .dat or .toml, got .xml"),
        ("arm", "named .dat or .toml, got no suffix"),
    ],
)
def test_other_suffixes_are_refused_by_name(name, sentence, written):
    path = written(name, GOOD)
    for action in (load, lambda p: save(load("puma"), p)):
        with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
            action(path)
        assert str(path) in str(caught.value)


def test_missing_files_and_names_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing"):
        load(tmp_path / "nothing.dat")
    with pytest.raises(FileNotFoundError, match=r"no robot of this name; there are .*puma, stanford"):
        load("nobody")
    with pytest.raises(FileNotFoundError, match=r"no motion of this name; there are .*puma"):
        read_motion("nobody", 6)


def test_suffixes_are_read_in_any_case(written):
    assert load(written("a.DAT", GOOD)).links == load(written("b.Dat", GOOD)).links
    assert load(written("a.TOML", PENDULUM)).links == load(written("b.Toml", PENDULUM)).links


def test_mimic_is_checked():
    with pytest.raises(ValueError, match='`mimic`: expected "independent" or "couple", got 3'):
        load("puma", mimic=3)


# writing


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"jtype": "H", "pitch": 0.1}, "link 2: a screw joint"),
        ({"jtype": "F"}, "link 2: a fixed joint"),
        ({"convention": "modified"}, "link 2: modified D&H parameters"),
        ({"placement": np.eye(4)}, "link 2: placement in place of D&H parameters"),
        ({"parent": -1}, "link 2: its parent is the base, not link 1"),
        ({"viscous": 0.1, "name": "elbow"}, "link 2 (elbow): viscous of its joint"),
        ({"rotor": 0.1}, "link 2: rotor of its joint"),
    ],
)
def test_what_a_dat_file_cannot_hold_is_refused_with_the_reason(change, sentence, tmp_path):
    arm = ChainObject([LinkObject("R", mass=1.0), LinkObject(**{"jtype": "R", "mass": 1.0} | change)])
    with pytest.raises(ValueError, match=re.escape(sentence)):
        save(arm, tmp_path / "arm.dat")
    assert not list(tmp_path.iterdir())
    save(arm, tmp_path / "arm.toml")
    assert load(tmp_path / "arm.toml") == arm


@pytest.mark.parametrize("part", ["base", "tool"])
def test_a_dat_file_has_no_base_and_no_tool(part, tmp_path):
    pose = np.eye(4)
    pose[0, 3] = 0.1
    with pytest.raises(ValueError, match=f"cannot hold the `{part}`"):
        save(ChainObject([LinkObject("R", mass=1.0)], **{part: pose}), tmp_path / "arm.dat")
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "arm.dat"
    path.write_text("precious")
    with pytest.raises(ValueError, match="cannot hold"):
        save(general_chain(), path)
    assert path.read_text() == "precious"
    with pytest.raises(OSError, match="missing"):
        save(load("puma"), tmp_path / "missing" / "arm.toml")
    assert [p.name for p in tmp_path.iterdir()] == ["arm.dat"]


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_a_rewritten_file_keeps_its_mode_and_its_link(tmp_path):
    path, link = tmp_path / "arm.toml", tmp_path / "link.toml"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    save(load("puma"), link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert load(path) == load("puma")


# inertia that no body can have


@pytest.mark.parametrize("suffix", [".dat", ".toml"])
def test_impossible_inertia_warns_once_per_link_at_the_callers_line(suffix, written, tmp_path):
    wrong = GOOD.replace("0.4 0.03 0.5", "0.4 0.03 5.0").splitlines()[1:4]
    right = GOOD.splitlines()[1:4]
    source = written("robot.dat", "\n".join(["3", *wrong, *right, *wrong, "0 0 -9.81"]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = load(source)
    path = tmp_path / f"again{suffix}"
    save(arm, path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        again = load(path)
    assert again.links == arm.links
    assert [w.category for w in caught] == [InertiaWarning] * 2
    assert {w.filename for w in caught} == {__file__}
    assert [re.search(r"link \d", str(w.message))[0] for w in caught] == ["link 1", "link 3"]
    assert all(str(path) in str(w.message) for w in caught)


# locked joints


@pytest.mark.parametrize("joint", ["R", "P", "H"])
@pytest.mark.parametrize("placed", [False, True])
def test_a_locked_joint_leaves_frames_and_masses_where_they_were(joint, placed):
    pose = np.eye(4)
    pose[:3, 3] = 0.1, 0.2, 0.3
    place = {"placement": pose, "axis": (1, 1, 0)} if placed else {"theta": 0.1, "d": 0.2, "a": 0.3, "alpha": 0.4}
    pitch = {"pitch": 0.2} if joint == "H" else {}
    links = [
        LinkObject("R", a=0.5, mass=1.0, name="one"),
        LinkObject(joint, mass=2.0, cog=(0.1, 0, 0), name="two", **place, **pitch),
        LinkObject("R", a=0.2, mass=1.0, cog=(0, 0.1, 0), name="three"),
    ]
    arm = ChainObject(links, name="arm")
    stiff = lock(arm, {"two": 0.7})
    assert (stiff.n, stiff.joint_names, stiff.name) == (2, ["one", "three"], "arm")
    assert arm.n == 3
    q, qd, qdd = np.array([[0.3, 0.7, -0.4], [1.0, 0.0, 2.0], [3.0, 0.0, -1.0]])
    assert_allclose(stiff.kinematics(q[[0, 2]]).M, arm.kinematics(q).M, atol=1e-14)
    tau = arm.inverse_dynamics(q, qd, qdd)[[0, 2]]
    assert_allclose(stiff.inverse_dynamics(q[[0, 2]], qd[[0, 2]], qdd[[0, 2]]), tau, rtol=1e-12)


def test_load_locks_by_name_and_by_index():
    arm = load("stanford", locked={2: 0.1, -1: 0.0})
    assert [link.jtype for link in arm.links] == ["R", "R", "F", "R", "R", "F"]
    assert arm.links[2].d == 0.1
    assert load("stanford", locked={load("stanford").joint_names[2]: 0.1, 5: 0.0}) == arm
    assert load("stanford", locked={}) == load("stanford")


def test_joints_that_are_not_there_cannot_be_locked():
    with pytest.raises(ValueError, match=r"`locked`: expected joints among .*got 'elbow'"):
        load("puma", locked={"elbow": 0.0})
    with pytest.raises(ValueError, match=r"`locked`: expected joints among .*got 6"):
        load("puma", locked={6: 0.0})
    with pytest.raises(TypeError, match="`locked`: expected a mapping"):
        load("puma", locked=["joint1"])


# motions


@pytest.mark.parametrize("name", ROBOTS)
def test_motions_of_the_legacy_program_are_read_in_both_dialects(name, written):
    case = ROBOTS[name]
    text, n, steps = case["in"]["mot_text"], case["in"]["nlink"], case["steps"]
    with_dt = read_motion(written("a.MOT", text), n)
    without = read_motion(written("b.mot", text.split(maxsplit=1)[1]), n)
    for motion in (with_dt, without):
        assert motion.q.tolist() == [s["q"] for s in steps]
        assert motion.qd.tolist() == [s["qp"] for s in steps]
        assert motion.qdd.tolist() == [s["qpp"] for s in steps]
        assert len(motion) == len(steps)
    assert_allclose(with_dt.t, [s["t"] for s in steps], atol=1e-15)
    assert with_dt.dt == case["in"]["dt"]
    assert without.t.tolist() == list(range(len(steps)))
    assert without.dt is None


def test_dos_line_ends_and_ctrl_z_in_a_motion(written):
    motion = read_motion(written("x.mot", "0.5\r\n\r\n1 2 3\r\n4 5 6\r\n\x1a\x00"), 1)
    assert motion.t.tolist() == [0.0, 0.5]
    assert motion.q.tolist() == [[1.0], [4.0]]
    assert repr(motion) == "Motion of 1 joint: 2 samples, t = 0 to 0.5 s, dt = 0.5 s"
    assert repr(read_motion(written("x.mot", "1 2 3"), 1)) == "Motion of 1 joint: 1 sample, no times"


def test_a_long_motion_is_read(written):
    values = np.random.default_rng(0).standard_normal((20_000, 6, 3))
    motion = read_motion(written("long.mot", "0.001\n" + "\n".join(map(repr, values.ravel().tolist()))), 6)
    assert np.array_equal(motion.qdd, values[..., 2])


BROKEN_MOT = {
    "empty": ("", "expected at least one sample of 6 numbers, got 0"),
    "only dt": ("0.01", "expected at least one sample of 6 numbers, got 1"),
    "incomplete": ("0.01 1 2 3 4", "a multiple of 6 numbers (q qd qdd of 2 joints), or one more with dt first, got 5"),
    "incomplete last sample": ("0.01 1 2 3 4 5 6\n1 2 3\n", "got 10"),
    "one too many": ("0.01 1 2 3 4 5 6\n7", "got 8"),
    "word": ("0.01\n1 2 3\n4 five 6", "line 3: expected a number, got 'five' (number 6 of the file)"),
    "nan": ("0.01 1 2 nan 4 5 6", "line 1: expected a number, got 'nan' (number 4"),
    "inf": ("0.01 1 2 3 4 5 1e400", "got '1e400'"),
    "dt zero": ("0 1 2 3 4 5 6", "expected the time step dt > 0, got 0"),
    "dt negative": ("-0.1 1 2 3 4 5 6", "expected the time step dt > 0, got -0.1"),
    "comma": ("0.01, 1, 2, 3, 4, 5, 6", "got '0.01,'"),
    "opensim": ("Coordinates\nnRows=2\nendheader\ntime q1\n0 1\n", "an OpenSim motion file"),
    "ten million digits": ("1" * 10_000_000, "line 1: expected a number, got '1111"),
}


@pytest.mark.parametrize("case", BROKEN_MOT)
def test_broken_motions_are_refused_in_one_sentence(case, written):
    content, sentence = BROKEN_MOT[case]
    path = written("broken.mot", content)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        read_motion(path, 2)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("n", [0, -1, 1.5, "6", None, True])
def test_the_number_of_joints_is_checked(n):
    with pytest.raises(ValueError, match="`n`: expected the number of joint variables"):
        read_motion("puma", n)


# the robots and motions of the package


@pytest.mark.parametrize("name", SHELF)
def test_robots_of_the_package_are_those_of_the_sources_in_both_formats(name):
    arm, legacy = load(name), load(shelf.folder() / f"{name}.dat")
    model = recorded(f"oracles/{SHELF[name]}")["model"]
    assert legacy.links == arm.links
    assert np.array_equal(legacy.gravity, arm.gravity)
    assert arm.gravity.tolist() == model["gravity"]
    for link, k in zip(arm.links, model["links"], strict=True):
        kind = "R" if k["joint"] == "revolute" else "P"
        given = LinkObject(
            kind, theta=k["theta"] or 0.0, d=k["b"] or 0.0, a=k["a"], alpha=k["alpha"],
            mass=k["mass"], cog=k["com"], inertia=k["inertia_com"],
        )  # fmt: skip
        assert link == given


@pytest.mark.parametrize("name", [n for n, f in SHELF.items() if "ex4" not in f])
def test_torques_along_the_motions_of_the_package_are_those_of_pinocchio(name):
    oracle = recorded(f"oracles/{SHELF[name]}")["inverse_dynamics"]
    arm = load(name)
    motion = read_motion(name.split("_")[0], arm.n)
    assert_allclose(motion.t, oracle["t"], atol=1e-14)
    tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)
    assert_allclose(tau, oracle["tau"], atol=1e-12 * np.abs(oracle["tau"]).max())


def test_a_name_without_variant_means_the_default_one():
    assert load("stanford") == load("stanford_saha2007")
    assert load("planar3r") == load("planar3r_a")
    assert load("PUMA") == load("puma")


def test_a_file_goes_before_a_name_of_the_package(written, monkeypatch, tmp_path):
    written("puma.dat", GOOD)
    monkeypatch.chdir(tmp_path)
    assert load("puma.dat").n == 1
    assert load("puma").n == 6


def test_installed_data_are_inside_the_package(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.dat").write_text(GOOD)
    monkeypatch.setattr(shelf.resources, "files", lambda package: tmp_path)
    assert load("mine").n == 1


def test_every_file_of_the_package_is_described():
    readme = (shelf.folder() / "README.md").read_text()
    for path in shelf.folder().glob("*.*"):
        if path.suffix in (".toml", ".dat", ".mot"):
            assert f"`{path.stem}`" in readme, path.name
