import { describe, expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { unwrapAccountKey } from '../keys/accountKeys.ts'
import {
  openCard,
  openCvv,
  openWalletCryptogram,
  openPan,
  sealCard,
  sealPan,
  sealWalletCard,
  wrapPanKey,
} from './cards.ts'
import { cardFingerprint } from './fingerprint.ts'
import { card, newAccountKey, revealed } from '../fixtures.ts'
import { parseRootKeys } from '../keys/rootKeys.ts'
import { CannotOpen } from '../sealing/seal.ts'
import { mintToken, parseToken, tokenSecretHash } from './tokens.ts'

const now = Date.UTC(2026, 10, 20)
const account = await newAccountKey('account-1')
const token = mintToken(now)
const cvv = new Secret('123')
const row = await sealCard(account, token, { card, cvv })
const sealedCvv = row.sealedCvv ?? expect.fail('no verification value was sealed')
const spent = { cardId: token.id, sealedPan: row.sealedPan, wrappedPanKey: await wrapPanKey(account, token) }

describe('tokenized card', () => {
  it('a tokenized card and its verification value open with the token', async () => {
    expect(revealed(await openCard(account, token, row.sealedPan))).toEqual(revealed(card))
    expect((await openCvv(account, token, sealedCvv)).reveal()).toBe('123')
    expect(row.secretHash).toBe(await tokenSecretHash(token.secret))
  })

  it('a card without a verification value is tokenized with a null sealedCvv', async () => {
    expect((await sealCard(account, token, { card, cvv: null })).sealedCvv).toBeNull()
  })

  it('a tokenized card opens from the row that used the token', async () => {
    expect(revealed(await openPan(account, spent))).toEqual(revealed(card))
  })

  it('the sealed card and the sealed verification value cannot be swapped', async () => {
    await expect(openCvv(account, token, row.sealedPan)).rejects.toThrow(CannotOpen)
    await expect(openCard(account, token, sealedCvv)).rejects.toThrow(CannotOpen)
  })

  it('the stored key does not open the verification value', async () => {
    await expect(openPan(account, { ...spent, sealedPan: sealedCvv })).rejects.toThrow(CannotOpen)
  })

  it('sealed columns have the same length for every verification value', async () => {
    const other = await sealCard(account, token, { card, cvv: new Secret('987') })
    expect(Object.entries(other).map(([name, text]) => [name, text?.length])).toEqual(
      Object.entries(row).map(([name, text]) => [name, text?.length]),
    )
  })

  it('sealCard ignores unknown members of a card', async () => {
    const more = { ...card, verificationValue: '123' }
    const opened = await openCard(account, token, (await sealCard(account, token, { card: more, cvv })).sealedPan)
    expect(Object.keys(opened).toSorted()).toEqual(['expiry', 'nameOnCard', 'number', 'postalCode'])
  })
})

describe('card without a token', () => {
  it('a card without a token opens from its row', async () => {
    expect(revealed(await openPan(account, await sealPan(account, card)))).toEqual(revealed(card))
  })

  it('a card without a token has columns of the same form as a tokenized card', async () => {
    const sealed = await sealPan(account, card)
    expect(Object.entries(sealed).map(([name, text]) => [name, text.length])).toEqual(
      Object.entries(spent).map(([name, text]) => [name, text.length]),
    )
    expect(sealed.cardId).toMatch(/^[0-9A-Za-z]{22}$/)
  })

  it('a card without a token does not open from the row of another card or account', async () => {
    const sealed = await sealPan(account, card)
    await expect(openPan(account, { ...sealed, cardId: token.id })).rejects.toThrow(CannotOpen)
    await expect(openPan(account, { ...sealed, wrappedPanKey: spent.wrappedPanKey })).rejects.toThrow(CannotOpen)
    await expect(openPan(await newAccountKey('account-2'), sealed)).rejects.toThrow(CannotOpen)
  })
})

it('a sealed card keeps null members', async () => {
  const bare = { ...card, nameOnCard: null, postalCode: null }
  expect(revealed(await openPan(account, await sealPan(account, bare)))).toEqual(revealed(bare))
})

it('the number of an opened card cannot be serialized', async () => {
  const opened = await openPan(account, spent)
  expect(opened.number).toBeInstanceOf(Secret)
  expect(() => JSON.stringify(opened)).toThrow(TypeError)
})

// Created by another implementation (Python's cryptography 48), so that later versions still open stored rows.
describe('stored rows of the first version', async () => {
  const roots = await parseRootKeys('7:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
  const account = await unwrapAccountKey(
    roots,
    '019382e2-7c00-7000-8000-000000000001',
    'AQAHAAECAwQFBgcICQoLMFzaX4Wb6jBeMeaU78K93PWsU5PvOPS3ax4qM-z0Jm7tIOSW097uNMxKxAkZsC0S',
  )
  const token = parseToken('0123456789ABCDEFGHIJKLabcdefghijklmnopqrstuv') ?? expect.fail('the token does not parse')
  const sealedPan =
    'AQABDA0ODxAREhMUFRYXdzmPwBThDFgMzVu0hv7deMTibW2FyE8sWE74dNrjUt61DczeLw6kuMSlDw0MkNylbxJ_MoxMiZH-LJsEvBsmplnKa5D1-pOssbOT2jLFl8J7OXTM-O-0jdBnx_RC8QY-UJDdnXrkDSvLjhgutIA'
  const wrappedPanKey = 'AQABJCUmJygpKissLS4vQ50uWvVEfzzIhVPTZMnW3Lbrqq_IgSE0Tl_DCREfYjLc9f3f8JMNXQn0odaJ_106'

  it('stored rows of the first version open', async () => {
    expect(revealed(await openCard(account, token, sealedPan))).toEqual(revealed(card))
    expect(revealed(await openPan(account, { cardId: token.id, sealedPan, wrappedPanKey }))).toEqual(revealed(card))
    const opened = await openCvv(account, token, 'AQABGBkaGxwdHh8gISIjvpjkEcV67IQ99f2vEXYY-SztEA')
    expect(opened.reveal()).toBe('123')
  })

  it('the token hash of the first version is unchanged, and of the card fingerprint the first 22 characters', async () => {
    expect(await tokenSecretHash(token.secret)).toBe('f69f9b70d1c9a5442258ca76f8b0a7a45fcb4e31c36141b6357ec591328b0624')
    expect(await cardFingerprint(account, card.number)).toBe('iz_qtmgTzTZwhsaOPNVuvd')
  })
})

describe('Google Pay card', async () => {
  const deviceProof = { cryptogram: new Secret('AgAAAAAABk4DWZ4C28yUQAAAAAA='), eci: '05' }
  const sealed = await sealWalletCard(account, token, { card, deviceProof })
  const sealedCryptogram = sealed.sealedCvv ?? expect.fail('no cryptogram was sealed')

  it('a Google Pay card and its cryptogram open with the token', async () => {
    expect(revealed(await openCard(account, token, sealed.sealedPan))).toEqual(revealed(card))
    const opened = await openWalletCryptogram(account, token, sealedCryptogram)
    expect([opened.cryptogram?.reveal(), opened.eci]).toEqual([deviceProof.cryptogram.reveal(), '05'])
  })

  it('a Google Pay cryptogram does not open as a verification value or with another token', async () => {
    await expect(openCvv(account, token, sealedCryptogram)).rejects.toThrow(CannotOpen)
    await expect(openWalletCryptogram(account, mintToken(now), sealedCryptogram)).rejects.toThrow(CannotOpen)
  })

  it('a Google Pay card on file is tokenized with a null sealedCvv', async () => {
    expect((await sealWalletCard(account, token, { card, deviceProof: null })).sealedCvv).toBeNull()
  })
})
