import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cardsInSources } from './knownCards.ts'
import { direct, hosted } from './markerCards.ts'
import { requireNoLeaks, requireNoLeaksOfWorker } from './requireNoLeaks.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-suite-'))
})
afterEach(() => rm(folder, { recursive: true }))

const plant = (text: string | Buffer) => writeFile(join(folder, 'planted.log'), text)
const known = { name: 'the secret of an answer', text: 'ZpLq0vX3cN7bT1mK9sWd4uYf' }
const look = () => requireNoLeaks({ folders: [folder], files: [] }, [known])

/** Nobody made these. In parts, since they would be known by standing here in one piece. */
const stranger = ['44853712', '06519283'].join('')
const apiSecret = `sluice_sk_test_00${'TheSecretThatNobodyHas'.padEnd(46, '0')}`
const webhookSecret = `whsec_${'QmxvYk9mUmFuZG9tQnl0ZXM='.padStart(32, 'A')}`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const reversed = (text: string) => [...text].toReversed().join('')

describe('what the whole suite leaves is searched for', () => {
  test.each<[string, string]>([
    ['a card of some test', 'paid with 5136333333333335'],
    ['the same in base64', base64('{"number":"5136333333333335"}')],
    ['the same in hex', Buffer.from('5136333333333335').toString('hex')],
    ['the same reversed', reversed('5136333333333335')],
    ['the same in groups', '5136 3333 3333 3335'],
    ['a card in which few digits differ', 'paid with 4000000000000002'],
    ['a card that stands in no source', `paid with ${stranger}`],
    ['a CVV by its name', '{"verificationValue":"123"}'],
    ['an API secret', `key ${apiSecret}`],
    ['an API secret in base64', base64(`key=${apiSecret}`)],
    ['an API secret reversed', reversed(apiSecret)],
    ['the secret of a webhook', `signed by ${webhookSecret}`],
    ['the secret of a webhook in hex', Buffer.from(webhookSecret).toString('hex')],
    ['a secret that an answer has told', `token ${known.text}`],
    ['the end of one in base64', base64(known.text.slice(-20))],
  ])('%s', async (_, text) => {
    await plant(text)
    await expect(look()).rejects.toThrow('planted.log')
  })

  test('CVVs of three cards in one column', async () => {
    const database = new DatabaseSync(join(folder, 'planted.sqlite'))
    database.exec('CREATE TABLE kept (value)')
    const insert = database.prepare('INSERT INTO kept VALUES (?)')
    for (const { code } of [...direct, hosted[0]!]) insert.run(code)
    database.close()
    await expect(look()).rejects.toThrow('planted.sqlite: kept.value: CVVs')
    await expect(requireNoLeaksOfWorker({ folders: [folder], files: [] })).resolves.toBeUndefined()
  })

  test('and nothing is said of what may be shown', async () => {
    await plant(
      '513633******3335 sluice_sk_test_00…hllh whsec_… 4000000000 00000000-0000-0000-0000-000000000002 91241557983548 cvv M',
    )
    await mkdir(join(folder, 'logs'))
    await writeFile(join(folder, 'logs', 'wrangler-2026.log'), `uniqueId: '${stranger}'`)
    await expect(look()).resolves.toBeUndefined()
  })
})

test('a leak is told by its place and its marker, and not by what leaked', async () => {
  await plant(`id 7: 5136333333333335 and ${apiSecret} and ${known.text}`)
  const message = String(await look().catch((error: unknown) => error))
  expect(message).toContain(`${join(folder, 'planted.log')}: card 513633…3335, plain, at byte 6`)
  for (const secret of ['5136333333', apiSecret.slice(0, 30), known.text.slice(0, 8)])
    expect(message).not.toContain(secret)
})

test('the cards of all tests are known', () => {
  const cards = cardsInSources()
  for (const card of [
    '4242424242424242',
    '378282246310005',
    '4000003900000684',
    '4539148803436467',
    '5430128746591039',
  ])
    expect(cards).toContain(card)
  expect(cards).not.toContain(stranger)
})
