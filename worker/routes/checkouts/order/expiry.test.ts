import { afterAll, expect, test } from 'vitest'
import { checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

afterAll(resetTestClocks)

/** A checkout with choices, on a clock that moves on by a millisecond at each reading. */
const checkoutOnTickingClock = async () => {
  let now = Date.now()
  const { make, read, payments, shopper } = await checkoutApiFixture({}, { clock: { now: () => now++ } })
  const id = await make({ items: [{ name: 'Cup', price: 10, adjustableQuantity: { maximum: 5 } }] })
  const { nonce } = (await shopper.open(id)).data!
  const expires = Date.parse((await read(id)).expiresAt)
  return {
    id,
    nonce,
    shopper,
    payments,
    /** Moves the clock to so many readings before the expiry. */
    moveTo: (readings: number) => {
      now = expires - readings
    },
  }
}

const untilExpiry = Array.from({ length: 12 }, (_, index) => index + 1)

test('an order that is priced while its checkout expires is returned or refused as closed', async () => {
  const { id, shopper, moveTo } = await checkoutOnTickingClock()
  const responses = new Set<string>()
  for (const readings of untilExpiry) {
    moveTo(readings)
    const { status, json } = await shopper.order(id, { quantities: [2] })
    responses.add(status === 200 ? json.order.amount : `${status} ${json.errors[0].type}`)
  }
  expect([...responses].toSorted()).toEqual(['$20.00', '409 checkout_closed'])
})

test('an order whose price differs from the quote while its checkout expires is repriced or reported as expired', async () => {
  const { id, nonce, shopper, payments, moveTo } = await checkoutOnTickingClock()
  const states = new Set<string>()
  for (const readings of untilExpiry) {
    moveTo(readings)
    const { status, json } = await shopper.pay(id, nonce, { order: { quantities: [2], quote: 'other' } })
    states.add(`${status} ${json.status} ${json.order?.amount}`)
  }
  expect([...states].toSorted()).toEqual(['200 expired undefined', '200 open $20.00'])
  expect(await payments(id)).toEqual([])
})
