"""The lab's own certificate authority, and a certificate for each device's address and name."""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "tls"
CA_FILE = "tls/ca.pem"
_LIFE = dt.timedelta(days=365)
_KEY_USES = (
    "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
    "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority that lives in a lab directory."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey
    folder: Path


def authority(directory: Path) -> Authority:
    """Return the authority of a lab directory, made only when it has none: clients go on trusting it."""
    folder = directory / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    certificate_file, key_file = folder / "ca.pem", folder / "ca.key"
    if certificate_file.exists() and key_file.exists():
        key = serialization.load_pem_private_key(key_file.read_bytes(), password=None)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return Authority(x509.load_pem_x509_certificate(certificate_file.read_bytes()), key, folder)
    return _made(folder)


def server_context(by: Authority, name: str, address: str) -> ssl.SSLContext:
    """Return a TLS server context with a fresh certificate for a device, kept in the lab directory."""
    key = ec.generate_private_key(ec.SECP256R1())
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address)), x509.DNSName(name)])
    certificate = (
        _builder(name, by.certificate.subject, key.public_key())
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key()), critical=False
        )
        .sign(by.key, hashes.SHA256())
    )
    file = by.folder / f"{name}.pem"
    file.write_bytes(_pem(key) + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def _made(folder: Path) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fabric lab")])
    uses = dict.fromkeys(_KEY_USES, False) | {
        "key_cert_sign": True,
        "crl_sign": True,
        "digital_signature": True,
    }
    certificate = (
        _builder("fabric lab", subject, key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**uses), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "ca.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "ca.key").touch(mode=0o600)
    (folder / "ca.key").write_bytes(_pem(key))
    return Authority(certificate, key, folder)


def _builder(name: str, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + _LIFE)
    )


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
