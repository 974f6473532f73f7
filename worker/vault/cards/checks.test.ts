import { describe, expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { unwrapAccountKey } from '../keys/accountKeys.ts'
import { openCard } from './cards.ts'
import { createCardVault } from './cardVault.ts'
import { openBankAccount, openCheck, openIdentity, sealBankAccount, sealCheck, wrapCheckKey } from './checks.ts'
import type { BankAccount, Identity } from './checks.ts'
import { card, freshAccountKey, revealed } from '../fixtures.ts'
import { parseRootKeys } from '../keys/rootKeys.ts'
import { CannotOpen } from '../sealing/seal.ts'
import { mintToken, parseToken, tokenSecretHash } from './tokens.ts'

const check: BankAccount = {
  accountNumber: new Secret('000123456789'),
  routingNumber: '021000021',
  accountType: 'checking',
  name: 'Ada Lovelace',
  checkNumber: null,
}
const identity: Identity = {
  dob: new Secret('1815-12-10'),
  ssn: new Secret('123456789'),
  driversLicense: { number: new Secret('D-42'), state: null },
}

/** As plain data, to compare: a matcher finds any two secrets equal. */
const plain = ({ accountNumber, ...rest }: BankAccount) => ({ accountNumber: accountNumber.reveal(), ...rest })
const proven = ({ dob, ssn, driversLicense }: Identity) => ({
  dob: dob?.reveal() ?? null,
  ssn: ssn?.reveal() ?? null,
  driversLicense: driversLicense && { ...driversLicense, number: driversLicense.number?.reveal() ?? null },
})

const account = await freshAccountKey('account-1')
const token = mintToken()
const row = await sealCheck(account, token, { check, identity })
const sealedCvv = row.sealedCvv ?? expect.fail('no identity was sealed')
const spent = { cardId: token.id, sealedPan: row.sealedPan, wrappedPanKey: await wrapCheckKey(account, token) }

describe('a tokenized bank account', () => {
  it('opens with its token, account and identity apart', async () => {
    expect(plain(await openCheck(account, token, row.sealedPan))).toEqual(plain(check))
    expect(proven(await openIdentity(account, token, sealedCvv))).toEqual(proven(identity))
    expect(row.secretHash).toBe(await tokenSecretHash(token.secret))
  })

  it.each<Identity>([
    { dob: null, ssn: null, driversLicense: null },
    { dob: null, ssn: new Secret('6789'), driversLicense: { number: null, state: 'NY' } },
  ])('keeps apart what was said of an identity and what was not (%#)', async (partly) => {
    const sealed = await sealCheck(account, token, { check, identity: partly })
    expect(proven(await openIdentity(account, token, sealed.sealedCvv ?? ''))).toEqual(proven(partly))
  })

  it('without identity has nothing to keep of one', async () => {
    expect((await sealCheck(account, token, { check, identity: null })).sealedCvv).toBeNull()
  })

  it('opens from the row it was spent into, from the same sealed bytes', async () => {
    expect(plain(await openBankAccount(account, spent))).toEqual(plain(check))
  })

  it('does not open as its identity, nor that as the account, nor either as a card', async () => {
    await expect(openIdentity(account, token, row.sealedPan)).rejects.toThrow(CannotOpen)
    await expect(openCheck(account, token, sealedCvv)).rejects.toThrow(CannotOpen)
    await expect(openCard(account, token, row.sealedPan)).rejects.toThrow(CannotOpen)
  })

  it('gives up no identity to the key that is kept', async () => {
    await expect(openBankAccount(account, { ...spent, sealedPan: sealedCvv })).rejects.toThrow(CannotOpen)
  })

  it('seals and keeps no member but its own', async () => {
    const more = { ...check, ssn: '123456789' }
    const sealed = await sealCheck(account, token, { check: more, identity: null })
    expect(Object.keys(await openCheck(account, token, sealed.sealedPan)).toSorted()).toEqual(
      Object.keys(check).toSorted(),
    )
  })
})

describe('a bank account without a token', () => {
  it('opens from its row', async () => {
    expect(plain(await openBankAccount(account, await sealBankAccount(account, check)))).toEqual(plain(check))
  })

  it('leaves columns of the same form as one with a token', async () => {
    const sealed = await sealBankAccount(account, check)
    expect(Object.entries(sealed).map(([name, text]) => [name, text.length])).toEqual(
      Object.entries(spent).map(([name, text]) => [name, text.length]),
    )
  })

  it('does not open from the row of another bank account or account', async () => {
    const sealed = await sealBankAccount(account, check)
    await expect(openBankAccount(account, { ...sealed, cardId: token.id })).rejects.toThrow(CannotOpen)
    await expect(openBankAccount(account, { ...sealed, wrappedPanKey: spent.wrappedPanKey })).rejects.toThrow(
      CannotOpen,
    )
    await expect(openBankAccount(await freshAccountKey('account-2'), sealed)).rejects.toThrow(CannotOpen)
  })
})

it('shows the number of an opened bank account nowhere', async () => {
  const opened = await openBankAccount(account, spent)
  expect(opened.accountNumber).toBeInstanceOf(Secret)
  expect(() => JSON.stringify(opened)).toThrow(TypeError)
})

describe('the vault of one account', () => {
  const vault = createCardVault(() => Promise.resolve(account))

  it('opens what a token holds, a bank account and a card each in its own way, while its row is there', async () => {
    const fresh = await vault.tokenizeCheck(check, identity)
    const held = (await vault.presentToken(fresh.text.reveal())) ?? expect.fail('the token does not parse')
    const opened = await held.openCheck(fresh)
    expect(plain(opened)).toMatchObject(plain(check))
    expect(proven(opened.identity ?? expect.fail('no identity was opened'))).toEqual(proven(identity))
    await expect(held.open(fresh)).rejects.toThrow(CannotOpen)

    const ofCard = await vault.tokenizeCard(card, null)
    const heldCard = (await vault.presentToken(ofCard.text.reveal())) ?? expect.fail('the token does not parse')
    expect(revealed(await heldCard.open(ofCard))).toMatchObject(revealed(card))
    await expect(heldCard.openCheck(ofCard)).rejects.toThrow(CannotOpen)
  })

  it('opens what was kept of either, from the columns that the token was spent into', async () => {
    const spend = async ({ text, id, sealedPan }: Awaited<ReturnType<typeof vault.tokenizeCard>>) => {
      const held = (await vault.presentToken(text.reveal())) ?? expect.fail('the token does not parse')
      return { cardId: id, sealedPan, ...held.presented }
    }
    const ofCheck = await spend(await vault.tokenizeCheck(check, identity))
    const ofCard = await spend(await vault.tokenizeCard(card, null))
    const byCheckKey = { ...ofCheck, wrappedPanKey: ofCheck.wrappedCheckKey }
    expect(plain(await vault.openBankAccount(byCheckKey))).toEqual(plain(check))
    expect(revealed(await vault.openPan(ofCard))).toEqual(revealed(card))
    // The key of the other kind is another key.
    await expect(vault.openBankAccount(ofCheck)).rejects.toThrow(CannotOpen)
  })

  it('opens what came without a token', async () => {
    expect(plain(await vault.openBankAccount(await vault.sealBankAccount(check)))).toEqual(plain(check))
    expect(revealed(await vault.openPan(await vault.sealPan(card)))).toEqual(revealed(card))
  })
})

// Made by another implementation (Python's cryptography 48). While this passes, what is stored today opens tomorrow.
it('rows as they were written first open', async () => {
  const roots = await parseRootKeys('7:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
  const first = await unwrapAccountKey(
    roots,
    '019382e2-7c00-7000-8000-000000000001',
    'AQAHAAECAwQFBgcICQoLMFzaX4Wb6jBeMeaU78K93PWsU5PvOPS3ax4qM-z0Jm7tIOSW097uNMxKxAkZsC0S',
  )
  const held = parseToken('0123456789ABCDEFGHIJKLabcdefghijklmnopqrstuv') ?? expect.fail('the token does not parse')
  const sealedPan =
    'AQABMDEyMzQ1Njc4OTo78fx_yrJuZVdCx8eeNIVv7NXK6ceAaQhdkpQI06tY6zjkDjM96L_wyuDwzxjiWu1kfqM2tUId3_gSTv803jcmAdaIWwTQRO_ZmQblKQ0yKQf6Hglm8OD4oM8pGo9lI4gUub8OmXl_whCte69PsJLqrVSwli6eQq_yhgYhuByPHkeYGpBh1dppixLelrXoHg'
  const sealedIdentity =
    'AQABPD0-P0BBQkNERUZH7fjY0NhI5FJCl_Xm5VV_dIGnXEWKgnVm1jnuAAemeeN-PK1CiRYCuA5wt82feTCHlUuzVVtuEp6O9152fYxtnk46dONQ-355SOrXprqvy-qxUU-pUGaaEHPQ8eP6s_UxR4Q6YBSe'
  const wrappedPanKey = 'AQABSElKS0xNTk9QUVJTtiAbJaVCn7TcehQX8Y87HUwuleuCl8_6johpbUrQXdPNjHAPeguYWjC1fMGEhvem'
  expect(plain(await openCheck(first, held, sealedPan))).toEqual(plain(check))
  expect(proven(await openIdentity(first, held, sealedIdentity))).toEqual(proven(identity))
  expect(plain(await openBankAccount(first, { cardId: held.id, sealedPan, wrappedPanKey }))).toEqual(plain(check))
})
