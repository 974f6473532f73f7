import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Assertion } from '#contract/team/credentials'
import { createAuthenticator } from '../../../testing/passkeys.ts'
import type { Faults } from '../../../testing/passkeys.ts'
import { readAssertion } from './readAssertion.ts'
import { readRegistration } from './readRegistration.ts'

const relyingParty = { id: 'console.shop.example', origin: 'https://console.shop.example' }
const challenge = toBase64url(utf8('a challenge of the console, as it is'))
const user = { id: toBase64url(utf8('00member')) }

const setUp = async () => {
  const authenticator = await createAuthenticator(relyingParty.origin)
  const registration = await authenticator.register({ challenge, user })
  return { authenticator, registration, passkey: readRegistration(registration, relyingParty)! }
}

const faults: readonly (readonly [string, Faults])[] = [
  ['for another origin', { origin: 'https://console.shop.example.evil.example' }],
  ['for another port of the host', { origin: 'https://console.shop.example:8443' }],
  ['for another host', { host: 'shop.example' }],
  ['of the other kind', { type: 'webauthn.other' }],
  ['from a frame of another site', { crossOrigin: true }],
  ['without the person', { flags: 4 }],
  ['without finger, face or PIN', { flags: 1 }],
]

describe('a new passkey', () => {
  test('is read with its key and challenge, as another implementation reads it', async () => {
    const { registration, passkey } = await setUp()
    const other = await verifyRegistrationResponse({
      response: { ...registration, rawId: registration.id, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
    })
    expect(other.verified).toBe(true)
    expect(passkey).toMatchObject({ id: other.registrationInfo!.credential.id, algorithm: -7, signCount: 0, challenge })
  })

  test.each(faults)('%s is rejected', async (_fault, wrong) => {
    const authenticator = await createAuthenticator(relyingParty.origin)
    expect(readRegistration(await authenticator.register({ challenge, user }, wrong), relyingParty)).toBeNull()
  })

  test('with another id than its own, or with malformed data, is rejected', async () => {
    const { registration } = await setUp()
    const { response } = registration
    expect(readRegistration({ ...registration, id: 'AAAA' }, relyingParty)).toBeNull()
    for (const broken of ['', 'AA', '*', response.attestationObject.slice(4), response.attestationObject.slice(0, -4)])
      expect(
        readRegistration({ ...registration, response: { ...response, attestationObject: broken } }, relyingParty),
      ).toBeNull()
  })
})

describe('a signature of a passkey', () => {
  test('is read, and another implementation accepts it too, also with short numbers in its DER', async () => {
    const { authenticator, passkey, registration } = await setUp()
    const other = await verifyRegistrationResponse({
      response: { ...registration, rawId: registration.id, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
    })
    const check = async (signed: Assertion): Promise<void> => {
      expect(await readAssertion(signed, passkey, relyingParty)).toMatchObject({ challenge })
      const { verified } = await verifyAuthenticationResponse({
        response: {
          ...signed,
          rawId: signed.id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { ...signed.response, userHandle: signed.response.userHandle! },
        },
        expectedChallenge: challenge,
        expectedOrigin: relyingParty.origin,
        expectedRPID: relyingParty.id,
        credential: { ...other.registrationInfo!.credential, counter: 0 },
      })
      expect(verified).toBe(true)
    }
    const sign = () => authenticator.sign({ challenge })
    await check(await sign())
    // 70 to 72 bytes are usual. One of 256 is shorter, since a number begins with zeros.
    let short = await sign()
    while (fromBase64url(short.response.signature)!.length >= 70) short = await sign()
    await check(short)
  })

  test.each(faults)('%s is rejected', async (_fault, wrong) => {
    const { authenticator, passkey } = await setUp()
    expect(await readAssertion(await authenticator.sign({ challenge }, wrong), passkey, relyingParty)).toBeNull()
  })

  test('of a copy of the passkey, whose counter does not grow, is rejected; passkeys without a counter are accepted', async () => {
    const { authenticator, passkey } = await setUp()
    const read = async (signCount: number, stored: number) =>
      readAssertion(
        await authenticator.sign({ challenge }, { signCount }),
        { ...passkey, signCount: stored },
        relyingParty,
      )
    expect(await read(5, 5)).toBeNull()
    expect(await read(4, 5)).toBeNull()
    expect(await read(0, 5)).toBeNull()
    expect(await read(6, 5)).toMatchObject({ signCount: 6 })
    expect(await read(0, 0)).toMatchObject({ signCount: 0 })
  })

  test('of another passkey, or with any part replaced, is rejected', async () => {
    const [{ authenticator, passkey }, other] = [await setUp(), await setUp()]
    const [signed, theirs] = [await authenticator.sign({ challenge }), await other.authenticator.sign({ challenge })]
    expect(await readAssertion(theirs, passkey, relyingParty)).toBeNull()
    expect(await readAssertion({ ...theirs, id: passkey.id }, passkey, relyingParty)).toBeNull()
    const later = await authenticator.sign({ challenge: toBase64url(utf8('another challenge')) })
    for (const name of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
      const mixed: Assertion = { ...signed, response: { ...signed.response, [name]: later.response[name] } }
      expect(await readAssertion(mixed, passkey, relyingParty), name).toBeNull()
      for (const broken of ['', 'AA', '*']) {
        const malformed = { ...signed, response: { ...signed.response, [name]: broken } }
        expect(await readAssertion(malformed, passkey, relyingParty), `${name} ${broken}`).toBeNull()
      }
    }
  })
})
