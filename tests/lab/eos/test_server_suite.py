"""NAPALM's own suite for configuration drivers, run through its EOS driver against the double."""

import unittest

import pytest

napalm = pytest.importorskip("napalm")
suite = pytest.importorskip("napalm.base.test.base")

pytestmark = [
    # pyeapi 1.0.4 leaves its sockets to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    # napalm 5.2 and pyeapi 1.0.4 use what newer Pythons deprecate
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

INITIAL = """\
hostname leaf1
!
interface Ethernet1/1
   no switchport
!
interface Ethernet2/1
   description host
!
ip routing
!
end
"""
NEW = INITIAL.replace("description host", "description changed")
NEW_DIFF = """\
@@ -13,7 +13,7 @@
    no switchport
 !
 interface Ethernet2/1
-   description host
+   description changed
 !
 interface Management1
 !"""
MERGE = "interface Ethernet1/1\n   mtu 9214\n"
MERGE_DIFF = """\
@@ -10,7 +10,6 @@
    unsupported error-correction action error
 !
 interface Ethernet1/1
-   mtu 9214
    no switchport
 !
 interface Ethernet2/1"""


class TestConfiguration(unittest.TestCase, suite.TestConfigNetworkDriver):
    """The suite reads its files from the working directory."""

    vendor = "eos"

    @classmethod
    def setUpClass(cls):
        """Leave the device to a fixture."""

    @classmethod
    def tearDownClass(cls):
        """Leave the device to a fixture."""

    @pytest.fixture(autouse=True)
    def _device(self, lab, tmp_path, monkeypatch):
        files = {
            "initial.conf": INITIAL,
            "new_good.conf": NEW,
            "new_good.diff": NEW_DIFF,
            "new_typo.conf": NEW + "ip rooting\n",
            "merge_good.conf": MERGE,
            "merge_good.diff": MERGE_DIFF,
            "merge_typo.conf": "ip rooting\n",
        }
        folder = tmp_path / "eos"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        monkeypatch.chdir(tmp_path)
        fleet = lab.world.fleet
        self.device = napalm.get_network_driver("eos")(
            fleet.devices["leaf1"].address,
            fleet.user,
            fleet.password,
            optional_args={"port": fleet.eapi_port, "context": lab.tls},
        )
        self.device.open()
        self.device.load_replace_candidate(config=INITIAL)
        self.device.commit_config()
        yield
        self.device.close()

    def test_load_template(self):
        # the suite asks for `set_hostname`, which napalm 5.2 ships for no EOS; this one it does
        self.device.load_template("set_ntp_servers", servers=["10.0.0.1"])
        assert "+ntp server 10.0.0.1" in self.device.compare_config()
        self.device.discard_config()
