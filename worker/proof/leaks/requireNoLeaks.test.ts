import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cardsInSources } from './knownCards.ts'
import { direct, hosted } from './markerCards.ts'
import { requireNoLeaks, requireNoLeaksOfWorkerd } from './requireNoLeaks.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-suite-'))
})
afterEach(() => rm(folder, { recursive: true }))

const plant = (text: string | Buffer) => writeFile(join(folder, 'planted.log'), text)
const knownSecret = { name: 'the secret of a response', text: 'ZpLq0vX3cN7bT1mK9sWd4uYf' }
const scan = () => requireNoLeaks({ folders: [folder], files: [] }, [knownSecret])

/** Random values. They are concatenated, since a literal would count as a knownSecret card. */
const unknownCard = ['44853712', '06519283'].join('')
const apiSecret = `sluice_sk_test_00${'TheSecretThatNobodyHas'.padEnd(46, '0')}`
const webhookSecret = `whsec_${'QmxvYk9mUmFuZG9tQnl0ZXM='.padStart(32, 'A')}`
const credential = `acmesecret_${'0123456789abcdef'.repeat(2)}`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const reversed = (text: string) => [...text].toReversed().join('')

describe('leak in the artifacts of the suite', () => {
  test.each<[string, string]>([
    ['a test card', 'paid with 5136333333333335'],
    ['a test card in base64', base64('{"number":"5136333333333335"}')],
    ['a test card in hex', Buffer.from('5136333333333335').toString('hex')],
    ['a reversed test card', reversed('5136333333333335')],
    ['a test card in groups', '5136 3333 3333 3335'],
    ['a card of almost equal digits', 'paid with 4000000000000002'],
    ['a card that is in no source', `paid with ${unknownCard}`],
    ['a labelled CVV', '{"verificationValue":"123"}'],
    ['a labelled CVV of a form', 'number=x&cvv=123&name=y'],
    ['a labelled CVV of a sentence', 'the cvc is (cvc: 123)'],
    ['an API secret', `key ${apiSecret}`],
    ['an API secret in base64', base64(`key=${apiSecret}`)],
    ['a reversed API secret', reversed(apiSecret)],
    ['a webhook secret', `signed by ${webhookSecret}`],
    ['a webhook secret in hex', Buffer.from(webhookSecret).toString('hex')],
    ['a credential of a connection', `{"apiKey":"${credential}"}`],
    ['a credential of a connection in base64', base64(`{"apiKey":"${credential}"}`)],
    ['a credential of a connection in hex', Buffer.from(credential).toString('hex')],
    ['a secret of a response', `token ${knownSecret.text}`],
    ['the end of a secret in base64', base64(knownSecret.text.slice(-20))],
  ])('scan detects %s', async (_, text) => {
    await plant(text)
    await expect(scan()).rejects.toThrow('planted.log')
  })

  test('scan detects the CVVs of three cards in one column', async () => {
    const database = new DatabaseSync(join(folder, 'planted.sqlite'))
    database.exec('CREATE TABLE stored (value)')
    const insert = database.prepare('INSERT INTO stored VALUES (?)')
    for (const { code } of [...direct, hosted[0]!]) insert.run(code)
    database.close()
    await expect(scan()).rejects.toThrow('planted.sqlite: stored.value: CVVs')
    await expect(requireNoLeaksOfWorkerd({ folders: [folder], files: [] })).resolves.toBeUndefined()
  })

  test('scan ignores the name of a CVV and digits in random base64, also at the end of a cell', async () => {
    await plant('AQABvp3oZcvc-123_uer cvv+123/ CVC_9876-')
    const database = new DatabaseSync(join(folder, 'planted.sqlite'))
    database.exec("CREATE TABLE stored (value); INSERT INTO stored VALUES ('Zm9vcvc='), ('123+b')")
    database.close()
    await expect(scan()).resolves.toBeUndefined()
  })

  test('scan ignores masked cards, hints and ids', async () => {
    await plant(
      '513633******3335 sluice_sk_test_00…hllh whsec_… 4000000000 00000000-0000-0000-0000-000000000002 91241557983548 cvv M',
    )
    await mkdir(join(folder, 'logs'))
    await writeFile(join(folder, 'logs', 'wrangler-2026.log'), `uniqueId: '${unknownCard}'`)
    await expect(scan()).resolves.toBeUndefined()
  })
})

test('leak report has location and marker, without the leaked value', async () => {
  await plant(`id 7: 5136333333333335 and ${apiSecret} and ${knownSecret.text}`)
  const message = String(await scan().catch((error: unknown) => error))
  expect(message).toContain(`${join(folder, 'planted.log')}: card 513633…3335, plain, at byte 6`)
  for (const secret of ['5136333333', apiSecret.slice(0, 30), knownSecret.text.slice(0, 8)])
    expect(message).not.toContain(secret)
})

test('known cards include the cards of all tests', () => {
  const cards = cardsInSources()
  for (const card of [
    '4242424242424242',
    '378282246310005',
    '4000003900000684',
    '4539148803436467',
    '5430128746591039',
  ])
    expect(cards).toContain(card)
  expect(cards).not.toContain(unknownCard)
})
