import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { AccountKeyring } from '../../vault/keys/accountKeyring.ts'
import { openPan } from '../../vault/cards/cards.ts'
import { CannotOpen } from '../../vault/sealing/seal.ts'

/** A backup may still contain a sealed card whose wrapped data key was destroyed. No remaining key may open it. */

const merchant = await createMerchant()
const call = startWorker().as(merchant.secretKey)
const post = async (path: string, body: object) => (await call('POST', path, { body })).json

/** All texts in the account's rows. */
const texts = async (): Promise<string[]> => {
  const rows = await storedRows(merchant.database, merchant.id)
  return rows.flatMap(({ row }) => Object.values(row).filter((value) => typeof value === 'string'))
}

test('stored card with a destroyed data key can be opened with no remaining key, and other cards can still be opened', async () => {
  const customer: string = (await post('/v1/customers', {})).customers[0].id
  const entries: string[] = []
  // The same card is stored three times and paid with by wallet and by number: no key may open another's sealed value.
  for (let count = 0; count < 3; count++) {
    const { token } = await post('/v1/tokens', { creditCard: card() })
    entries.push((await post(`/v1/customers/${customer}/wallet`, { token })).wallet[0].id)
  }
  for (const payment of [{ creditCard: card() }, { stored: { wallet: entries[0] } }])
    expect(await post('/v1/transactions/authorize', { payment, amount: { value: 10.5 } })).toMatchObject({
      errors: null,
    })

  const [key] = await merchant.rows(
    "SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = 'test'",
    merchant.id,
  )
  const account = await new AccountKeyring(bindings.ROOT_KEYS!).of({
    name: `${merchant.id}/test`,
    stored: key as { wrappedKey: string; rootVersion: number },
    insertIfAbsent: () => expect.fail('the account has a key'),
  })
  const sealedOf = async (id: string) =>
    (await merchant.rows('SELECT cardId, sealedPan FROM walletEntries WHERE id = ?', id))[0] as {
      cardId: string
      sealedPan: string
    }
  /** Counts the texts that open a card as its data key. */
  const openedBy = async (sealed: { cardId: string; sealedPan: string }) => {
    let opened = 0
    for (const wrappedPanKey of await texts())
      await openPan(account, { ...sealed, wrappedPanKey }).then(
        () => opened++,
        (error: unknown) => expect(error).toBeInstanceOf(CannotOpen),
      )
    return opened
  }

  const [deleted = '', ...others] = entries
  const backup = await sealedOf(deleted)
  expect(await openedBy(backup)).toBe(1)
  await merchant.run(
    'UPDATE walletEntries SET deleted = 1, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL WHERE id = ?',
    deleted,
  )
  expect(await openedBy(backup)).toBe(0)
  for (const other of others) expect(await openedBy(await sealedOf(other))).toBe(1)
})
