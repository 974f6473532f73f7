"""Generates the pyca vectors of vectors.fixtures.ts with pyca/cryptography only."""
import base64, json, os, struct
from cryptography.hazmat.primitives import hashes, hmac, serialization as s
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

b64 = lambda data: base64.b64encode(data).decode()
spki = lambda key: b64(key.public_key().public_bytes(s.Encoding.DER, s.PublicFormat.SubjectPublicKeyInfo))
pkcs8 = lambda key: b64(key.private_bytes(s.Encoding.DER, s.PrivateFormat.PKCS8, s.NoEncryption()))
raw = lambda key: key.public_key().public_bytes(s.Encoding.X962, s.PublicFormat.UncompressedPoint)
new = lambda: ec.generate_private_key(ec.SECP256R1())

def sign(key, *parts):
    signed = b''.join(struct.pack('<I', len(p.encode())) + p.encode() for p in parts)
    return b64(key.sign(signed, ec.ECDSA(hashes.SHA256())))

def encrypt(plain, recipient, size):
    ephemeral = new()
    shared = ephemeral.exchange(ec.ECDH(), recipient.public_key())
    keys = HKDF(hashes.SHA256(), 2 * size, None, b'Google').derive(raw(ephemeral) + shared)
    cipher = Cipher(algorithms.AES(keys[:size]), modes.CTR(bytes(16))).encryptor()
    encrypted = cipher.update(plain.encode()) + cipher.finalize()
    tag = hmac.HMAC(keys[size:], hashes.SHA256())
    tag.update(encrypted)
    return json.dumps({'tag': b64(tag.finalize()), 'ephemeralPublicKey': b64(raw(ephemeral)), 'encryptedMessage': b64(encrypted)})

recipient_id = 'gateway:vectors'
recipient, old_recipient, root1, root2, other_root, middle = (new() for _ in range(6))
message = lambda details, **more: json.dumps({
    'paymentMethod': 'CARD', 'paymentMethodDetails': {'expirationMonth': 1, 'expirationYear': 2031, 'assuranceDetails': {'cardHolderAuthenticated': True}, **details},
    'messageId': 'vector-é-' + b64(os.urandom(9)), 'messageExpiration': '2000000000000', **more}, ensure_ascii=False)

sealed1 = encrypt(message({'pan': '5555555555554444', 'authMethod': 'PAN_ONLY'}, gatewayMerchantId='account-1'), recipient, 16)
ecv1 = {'protocolVersion': 'ECv1', 'signedMessage': sealed1, 'signature': sign(root1, 'Google', recipient_id, 'ECv1', sealed1)}
sealed2 = encrypt(message({'pan': '378282246310005', 'authMethod': 'CRYPTOGRAM_3DS', 'cryptogram': 'AgAAAAAABk4DWZ4C28yUQAAAAAA='}), old_recipient, 32)
signed_key = json.dumps({'keyExpiration': '1999999999999', 'keyValue': spki(middle), 'more': 'may come'})
ecv2 = {'protocolVersion': 'ECv2', 'signedMessage': sealed2, 'signature': sign(middle, 'Google', recipient_id, 'ECv2', sealed2),
    'intermediateSigningKey': {'signedKey': signed_key, 'signatures': [sign(other_root, 'Google', 'ECv2', signed_key), sign(root2, 'Google', 'ECv2', signed_key)]}}
print(json.dumps({'variables': {
    'WALLET_ROOT_KEYS': json.dumps({'keys': [
        {'keyValue': spki(root1), 'protocolVersion': 'ECv1'},
        {'keyValue': spki(root2), 'protocolVersion': 'ECv2', 'keyExpiration': '2100000000000'},
        {'keyValue': spki(middle), 'protocolVersion': 'ECv2SigningOnly', 'keyExpiration': '2100000000000'}]}),
    'WALLET_RECIPIENT_ID': recipient_id,
    'WALLET_PRIVATE_KEYS': pkcs8(recipient) + ', ' + pkcs8(old_recipient)}, 'ecv1': ecv1, 'ecv2': ecv2}, ensure_ascii=False, indent=1))
