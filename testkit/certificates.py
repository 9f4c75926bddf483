"""An authority of a test's own, and a server's certificate of it."""

import hashlib
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tables.public_addresses import is_address


class Authority:
    """An authority that nobody but a test trusts."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of a test")])
        self._certificate = (
            _valid_today(name, name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self._key, hashes.SHA256())
        )

    @property
    def pem(self) -> bytes:
        """The authority's own certificate."""
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def key_hash(self) -> str:
        """Return the hash by which Chromium trusts certificates of the authority."""
        key = self._key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return b64encode(hashlib.sha256(key).digest()).decode()

    def write_server(self, host: str, chain: Path, private: Path) -> None:
        """Write a certificate for the name or the address, with the authority's behind it, and its private key."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        certificate = (
            _valid_today(name, self._certificate.subject, key.public_key())
            .add_extension(x509.SubjectAlternativeName([_named(host)]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + self.pem)
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )


def _named(host: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(host)) if is_address(host) else x509.DNSName(host)


def _valid_today(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return x509.CertificateBuilder(
        issuer, subject, key, x509.random_serial_number(), now - timedelta(days=1), now + timedelta(days=1)
    )
