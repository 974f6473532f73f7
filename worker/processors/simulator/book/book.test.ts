import { expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { openSimulatorBook } from '../../../app/simulatorBooks.ts'
import { capabilitySets } from '../../conformance/capabilitySets.ts'
import { createSetup } from '../../conformance/setup.ts'
import { defaultSettings } from '../settings.ts'
import { simulator } from '../simulator.ts'
import { pans } from '../pans.fixture.ts'
import { testBook } from './bookCases.fixture.ts'
import { memoryBook } from './memoryBook.ts'

const durableBook = (connection: string = crypto.randomUUID()) =>
  openSimulatorBook({ simulatorBooks: bindings.SIMULATOR_BOOKS }, connection)

testBook('book in memory', () => memoryBook())
testBook('book in a Durable Object', () => durableBook())

test('books of two connections are separate', async () => {
  const [one, other] = [durableBook(), durableBook()]
  await one.add({ type: 'authorize', money: { minor: 100n, currency: 840, exponent: 2 }, at: 0 })
  expect([await one.change('', {}), await other.forget('')]).toEqual([0, 0])
})

test('a simulated connection finds its payment in its Durable Object, with the largest amount of the API', async () => {
  const connection = crypto.randomUUID()
  const settings = { ...defaultSettings, capabilities: { ...capabilitySets.nmiLike, visibleAfterMs: 0 } }
  const make = () => ({
    processor: simulator({ settings, book: durableBook(connection) }),
    cardFor: () => pans.approve,
  })
  const { processor, authorize, modify } = await createSetup(make)()
  const amount = { minor: 999_999_999_990n, currency: 414, exponent: 3 }
  const held = await authorize('approve', { amount })
  expect(held).toMatchObject({ result: 'approved', approved: amount, ref: { raw: 'sim_1' } })
  // Another isolate has the row only.
  const { processor: another } = await createSetup(make)()
  const { raw: _, ...stored } = held.ref
  expect(await another.lookup!(stored)).toEqual(held)
  expect(await modify('capture', held.ref, 1000n, { amount: { ...amount, minor: 1000n } })).toMatchObject({
    result: 'approved',
    ref: { raw: 'sim_2' },
  })
  expect(await processor.reverse(stored, 1)).toBe('retry')
  expect(await processor.reverse(held.ref, 1)).toBe('done')
})
