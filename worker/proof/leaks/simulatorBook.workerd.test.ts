import { expect, test } from 'vitest'
import { runInDurableObject } from 'cloudflare:test'
import { Secret } from '#contract/schema/secret'
import { openSimulatorBook } from '../../app/simulatorBooks.ts'
import { createSearch } from './byteSearch.ts'
import { cardNumberEncodings, cvvEncodings } from './encodings.ts'
import { bindings } from '../../testing/bindings.ts'
import { base, card, check } from '../../processors/conformance/fixtures.ts'
import { createSetup } from '../../processors/conformance/setup.ts'
import type { Instrument } from '../../processors/processor.ts'
import { defaultSettings } from '../../processors/simulator/settings.ts'
import { simulator } from '../../processors/simulator/simulator.ts'

const pan = '4539578763621486'
const dpan = '5425233430109903'
const cvv = '7391'
const accountNumber = '918273645546'

const needles = [
  ...cardNumberEncodings(pan),
  ...cardNumberEncodings(dpan),
  ...cardNumberEncodings(accountNumber.padEnd(13, '7'), accountNumber.length),
  ...cvvEncodings(cvv),
]
const search = createSearch(needles.filter(({ bytes }) => bytes.length >= 4))

const findIn = (text: string): string[] => [...search(Buffer.from(text)).keys()].map(({ name }) => name)

const instruments: readonly Instrument[] = [
  card(pan, cvv),
  { kind: 'networkToken', dpan: new Secret(dpan), expiry: '1230', cryptogram: new Secret('AAABBBCCCDDD') },
  { ...check, account: new Secret(accountNumber), name: 'Ada Lovelace' },
]

test('storage of a book has no card number, security code, account number, name or expiry after every operation', async () => {
  const connection = crypto.randomUUID()
  const book = openSimulatorBook({ simulatorBooks: bindings.SIMULATOR_BOOKS }, connection)
  const make = () => ({
    processor: simulator({ settings: { ...defaultSettings, keepsBook: true }, book }),
    cardFor: () => pan,
  })
  const { processor, authorize, modify, preparePayout } = await createSetup(make)()
  for (const instrument of instruments) {
    const held = await authorize('approve', { instrument })
    expect(held.result).toBe('approved')
    await modify('capture', held.ref, 600n)
    await modify('credit', held.ref, 200n)
    await modify('void', (await authorize('approve', { instrument })).ref, 1000n)
    await (await preparePayout(instrument, 300n)).send()
    await processor.reverse((await authorize('approve', { instrument, ...base(500n) })).ref, 1)
  }
  const object = bindings.SIMULATOR_BOOKS.getByName(connection)
  const stored = await runInDurableObject(object, (_, { storage }) =>
    JSON.stringify(storage.sql.exec('SELECT * FROM entries').toArray()),
  )
  expect(JSON.parse(stored)).toHaveLength(instruments.length * 7)
  expect(findIn(stored)).toEqual([])
  for (const secret of ['Ada', 'Lovelace', 'AAABBBCCCDDD', accountNumber, check.routing])
    expect(stored).not.toContain(secret)
  // Ids contain these digits by chance.
  expect(stored).not.toMatch(/(?<!\d)1230(?!\d)/)
})

test.each([`{"op":"${pan}"}`, `"cvv":"${cvv}"`, `[${dpan.match(/..../g)!.join(' ')}]`])(
  'the search of this file finds %s',
  (text) => {
    expect(findIn(text)).not.toEqual([])
  },
)
