import { expect, test } from 'vitest'
import { generateAccountKey, unwrapAccountKey } from '../keys/accountKeys.ts'
import { parseRootKeys } from '../keys/rootKeys.ts'
import { CardKeyring, keysFreshMs } from './cardKeyring.ts'
import type { CardKeyOwner, CardKeyRow } from './cardKeyring.ts'
import { EncryptionKeyring } from './encryptedCardVault.ts'
import type { SealedEncryptionKey } from '../keys/encryptionKeys.ts'

const name = 'account/live'

/** The rows of one account, and isolates that share them. */
const accountWithKeys = async () => {
  const roots = await parseRootKeys(`1:${btoa('\0'.repeat(32))}`)
  const { wrappedKey } = await generateAccountKey(roots, name)
  const accountKey = () => unwrapAccountKey(roots, name, wrappedKey)
  const state = { now: 0, cards: [] as CardKeyRow[], device: null as SealedEncryptionKey | null, reads: 0 }
  const now = () => state.now
  const list = async () => {
    state.reads++
    return state.cards
  }
  const insertUnlessCurrent = async (row: CardKeyRow) => (state.cards = [row, ...state.cards])
  const cards: CardKeyOwner = { name, accountKey, rows: { list, insertUnlessCurrent }, isCached: true, now }
  const row = {
    find: async () => state.device,
    insertIfAbsent: async (pair: SealedEncryptionKey) => (state.device ??= pair),
  }
  return { state, cards, devices: { name, accountKey, row, isCached: true, now } }
}

test('an isolate reads the keys of an account at most once a minute', async () => {
  const { state, cards } = await accountWithKeys()
  const isolate = new CardKeyring()
  const { kid } = await isolate.newest(cards)
  state.now = keysFreshMs - 1
  expect((await isolate.newest(cards)).kid).toBe(kid)
  expect((await isolate.find(cards, kid))?.key.publicKey.kid).toBe(kid)
  expect(state.reads).toBe(1)
})

test('a minute after a restore removed the newest key, an isolate publishes one that other isolates find', async () => {
  const { state, cards } = await accountWithKeys()
  const isolate = new CardKeyring()
  const lost = await isolate.newest(cards)
  state.cards = []
  state.now = keysFreshMs
  const published = await isolate.newest(cards)
  expect(published.kid).not.toBe(lost.kid)
  expect((await new CardKeyring().find(cards, published.kid))?.key.publicKey).toEqual(published)
})

test('a minute after a restore removed the key for terminals, all isolates use the same one', async () => {
  const { state, devices } = await accountWithKeys()
  const isolate = new EncryptionKeyring()
  const lost = await isolate.of(devices)
  state.device = null
  const other = await new EncryptionKeyring().of(devices)
  expect(other.publicKey.kid).not.toBe(lost.publicKey.kid)
  expect((await isolate.of(devices)).publicKey.kid).toBe(lost.publicKey.kid)
  state.now = keysFreshMs
  expect((await isolate.of(devices)).publicKey.kid).toBe(other.publicKey.kid)
})
