import { describe, expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { unwrapAccountKey } from '../keys/accountKeys.ts'
import { openCard } from './cards.ts'
import { createCardVault } from './cardVault.ts'
import { openBankAccount, openCheck, openIdentity, sealBankAccount, sealCheck, wrapCheckKey } from './checks.ts'
import type { BankAccount, Identity } from './checks.ts'
import { card, newAccountKey, revealed } from '../fixtures.ts'
import { parseRootKeys } from '../keys/rootKeys.ts'
import { CannotOpen } from '../sealing/seal.ts'
import { mintToken, parseToken, tokenSecretHash } from './tokens.ts'

const now = Date.UTC(2026, 10, 20)
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

/** Plain data for comparisons: matchers treat all secrets as equal. */
const plain = ({ accountNumber, ...rest }: BankAccount) => ({ accountNumber: accountNumber.reveal(), ...rest })
const plainIdentity = ({ dob, ssn, driversLicense }: Identity) => ({
  dob: dob?.reveal() ?? null,
  ssn: ssn?.reveal() ?? null,
  driversLicense: driversLicense && { ...driversLicense, number: driversLicense.number?.reveal() ?? null },
})

const account = await newAccountKey('account-1')
const token = mintToken(now)
const row = await sealCheck(account, token, { check, identity })
const sealedCvv = row.sealedCvv ?? expect.fail('no identity was sealed')
const spent = { cardId: token.id, sealedPan: row.sealedPan, wrappedPanKey: await wrapCheckKey(account, token) }

describe('tokenized bank account', () => {
  it('a tokenized bank account and its identity open with the token', async () => {
    expect(plain(await openCheck(account, token, row.sealedPan))).toEqual(plain(check))
    expect(plainIdentity(await openIdentity(account, token, sealedCvv))).toEqual(plainIdentity(identity))
    expect(row.secretHash).toBe(await tokenSecretHash(token.secret))
  })

  it.each<Identity>([
    { dob: null, ssn: null, driversLicense: null },
    { dob: null, ssn: new Secret('6789'), driversLicense: { number: null, state: 'NY' } },
  ])('a sealed identity keeps missing members as null (%#)', async (partial) => {
    const sealed = await sealCheck(account, token, { check, identity: partial })
    expect(plainIdentity(await openIdentity(account, token, sealed.sealedCvv ?? ''))).toEqual(plainIdentity(partial))
  })

  it('a bank account without identity is tokenized with a null sealedCvv', async () => {
    expect((await sealCheck(account, token, { check, identity: null })).sealedCvv).toBeNull()
  })

  it('a tokenized bank account opens from the row that used the token', async () => {
    expect(plain(await openBankAccount(account, spent))).toEqual(plain(check))
  })

  it('a sealed bank account does not open as an identity or a card, nor an identity as a bank account', async () => {
    await expect(openIdentity(account, token, row.sealedPan)).rejects.toThrow(CannotOpen)
    await expect(openCheck(account, token, sealedCvv)).rejects.toThrow(CannotOpen)
    await expect(openCard(account, token, row.sealedPan)).rejects.toThrow(CannotOpen)
  })

  it('the stored key does not open the identity', async () => {
    await expect(openBankAccount(account, { ...spent, sealedPan: sealedCvv })).rejects.toThrow(CannotOpen)
  })

  it('sealCheck ignores unknown members of a bank account', async () => {
    const more = { ...check, ssn: '123456789' }
    const sealed = await sealCheck(account, token, { check: more, identity: null })
    expect(Object.keys(await openCheck(account, token, sealed.sealedPan)).toSorted()).toEqual(
      Object.keys(check).toSorted(),
    )
  })
})

describe('bank account without a token', () => {
  it('a bank account without a token opens from its row', async () => {
    expect(plain(await openBankAccount(account, await sealBankAccount(account, check)))).toEqual(plain(check))
  })

  it('a bank account without a token has columns of the same form as a tokenized one', async () => {
    const sealed = await sealBankAccount(account, check)
    expect(Object.entries(sealed).map(([name, text]) => [name, text.length])).toEqual(
      Object.entries(spent).map(([name, text]) => [name, text.length]),
    )
  })

  it('a bank account without a token does not open from the row of another bank account or account', async () => {
    const sealed = await sealBankAccount(account, check)
    await expect(openBankAccount(account, { ...sealed, cardId: token.id })).rejects.toThrow(CannotOpen)
    await expect(openBankAccount(account, { ...sealed, wrappedPanKey: spent.wrappedPanKey })).rejects.toThrow(
      CannotOpen,
    )
    await expect(openBankAccount(await newAccountKey('account-2'), sealed)).rejects.toThrow(CannotOpen)
  })
})

it('the number of an opened bank account cannot be serialized', async () => {
  const opened = await openBankAccount(account, spent)
  expect(opened.accountNumber).toBeInstanceOf(Secret)
  expect(() => JSON.stringify(opened)).toThrow(TypeError)
})

describe('CardVault', () => {
  const vault = createCardVault(
    () => Promise.resolve(account),
    () => now,
  )

  it('CardVault opens a tokenized bank account and a tokenized card only by their own methods', async () => {
    const token = await vault.tokenizeCheck(check, identity)
    const presented = (await vault.presentToken(token.text.reveal())) ?? expect.fail('the token does not parse')
    const opened = await presented.openCheck(token)
    expect(plain(opened)).toMatchObject(plain(check))
    expect(plainIdentity(opened.identity ?? expect.fail('no identity was opened'))).toEqual(plainIdentity(identity))
    await expect(presented.open(token)).rejects.toThrow(CannotOpen)

    const cardToken = await vault.tokenizeCard(card, null)
    const presentedCard = (await vault.presentToken(cardToken.text.reveal())) ?? expect.fail('the token does not parse')
    expect(revealed(await presentedCard.open(cardToken))).toMatchObject(revealed(card))
    await expect(presentedCard.openCheck(cardToken)).rejects.toThrow(CannotOpen)
  })

  it('CardVault opens a card and a bank account from the row that used the token', async () => {
    const spend = async ({ text, id, sealedPan }: Awaited<ReturnType<typeof vault.tokenizeCard>>) => {
      const presented = (await vault.presentToken(text.reveal())) ?? expect.fail('the token does not parse')
      return { cardId: id, sealedPan, ...presented.presented }
    }
    const checkToken = await spend(await vault.tokenizeCheck(check, identity))
    const cardToken = await spend(await vault.tokenizeCard(card, null))
    const byCheckKey = { ...checkToken, wrappedPanKey: checkToken.wrappedCheckKey }
    expect(plain(await vault.openBankAccount(byCheckKey))).toEqual(plain(check))
    expect(revealed(await vault.openPan(cardToken))).toEqual(revealed(card))
    // The card key does not open a bank account.
    await expect(vault.openBankAccount(checkToken)).rejects.toThrow(CannotOpen)
  })

  it('CardVault opens a card and a bank account without tokens', async () => {
    expect(plain(await vault.openBankAccount(await vault.sealBankAccount(check)))).toEqual(plain(check))
    expect(revealed(await vault.openPan(await vault.sealPan(card)))).toEqual(revealed(card))
  })
})

// Created by another implementation (Python's cryptography 48), so that later versions still open stored rows.
it('stored rows of the first version open', async () => {
  const roots = await parseRootKeys('7:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
  const first = await unwrapAccountKey(
    roots,
    '019382e2-7c00-7000-8000-000000000001',
    'AQAHAAECAwQFBgcICQoLMFzaX4Wb6jBeMeaU78K93PWsU5PvOPS3ax4qM-z0Jm7tIOSW097uNMxKxAkZsC0S',
  )
  const presented =
    parseToken('0123456789ABCDEFGHIJKLabcdefghijklmnopqrstuv') ?? expect.fail('the token does not parse')
  const sealedPan =
    'AQABMDEyMzQ1Njc4OTo78fx_yrJuZVdCx8eeNIVv7NXK6ceAaQhdkpQI06tY6zjkDjM96L_wyuDwzxjiWu1kfqM2tUId3_gSTv803jcmAdaIWwTQRO_ZmQblKQ0yKQf6Hglm8OD4oM8pGo9lI4gUub8OmXl_whCte69PsJLqrVSwli6eQq_yhgYhuByPHkeYGpBh1dppixLelrXoHg'
  const sealedIdentity =
    'AQABPD0-P0BBQkNERUZH7fjY0NhI5FJCl_Xm5VV_dIGnXEWKgnVm1jnuAAemeeN-PK1CiRYCuA5wt82feTCHlUuzVVtuEp6O9152fYxtnk46dONQ-355SOrXprqvy-qxUU-pUGaaEHPQ8eP6s_UxR4Q6YBSe'
  const wrappedPanKey = 'AQABSElKS0xNTk9QUVJTtiAbJaVCn7TcehQX8Y87HUwuleuCl8_6johpbUrQXdPNjHAPeguYWjC1fMGEhvem'
  expect(plain(await openCheck(first, presented, sealedPan))).toEqual(plain(check))
  expect(plainIdentity(await openIdentity(first, presented, sealedIdentity))).toEqual(plainIdentity(identity))
  expect(plain(await openBankAccount(first, { cardId: presented.id, sealedPan, wrappedPanKey }))).toEqual(plain(check))
})
