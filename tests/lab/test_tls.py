"""The lab's certificates."""

from cryptography import x509

from fabric.lab.tls import authority, server_context


def test_the_authority_stays_the_same_over_restarts(tmp_path):
    first = authority(tmp_path)
    assert authority(tmp_path).certificate == first.certificate


def test_the_authoritys_key_is_for_its_owner_alone(tmp_path):
    authority(tmp_path)
    assert (tmp_path / "tls/ca.key").stat().st_mode & 0o077 == 0


def test_a_device_certificate_names_its_address_and_its_name(tmp_path):
    server_context(authority(tmp_path), "leaf1", "127.3.0.1")
    pem = (tmp_path / "tls/leaf1.pem").read_bytes()
    certificate = x509.load_pem_x509_certificate(pem)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(a) for a in names.get_values_for_type(x509.IPAddress)] == ["127.3.0.1"]
    assert names.get_values_for_type(x509.DNSName) == ["leaf1"]
