import { expect, test } from 'vitest'
import { newCheckout } from '../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { findCheckout } from './get.ts'
import { redactExpiredCheckouts } from './redactExpired.ts'

const dayMs = 86_400_000

/** The offer of a checkout before and after its redaction. */
const redactedOffer = async (body: object) => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture, body)
  const read = async () => (await findCheckout(id, fixture.services())).checkout.offer
  const before = await read()
  fixture.clock.advance(91 * dayMs)
  expect(await redactExpiredCheckouts(fixture.sweepServices())).toEqual({ checkoutsRedacted: 1 })
  return { before, after: await read() }
}

test('redaction drops the pictures of items, and retains items and choices', async () => {
  const { before, after } = await redactedOffer({
    items: [
      {
        name: 'Mug',
        description: 'Blue',
        price: 10,
        imageUrl: 'https://shop.example/ann.jpg',
        adjustableQuantity: { maximum: 3 },
      },
      { name: 'Lid', price: 2.5, quantity: 2 },
    ],
    discounts: [{ code: 'SPRING', amountOff: 1 }],
  })
  const { imageUrl, ...mug } = before.items[0]!
  expect(imageUrl).toBe('https://shop.example/ann.jpg')
  expect(after).toEqual({ ...before, items: [mug, before.items[1]] })
})

test('redaction keeps the offer of a checkout without items', async () => {
  const { before, after } = await redactedOffer({ total: 5 })
  expect(after).toEqual(before)
})
