import { expect, test } from 'vitest'
import { openShopAtAcquirer } from '../../../testing/fixtures/checkoutAtAcquirer.ts'
import { formatErrors } from '../../../testing/fixtures/checkoutApiFixture.ts'

test('a checkout with an unknown outcome is processing until the reversal, then open, and is charged once', async () => {
  const { make, read, cancel, shopper, faultPlan, advance, captured, payments } = await openShopAtAcquirer()
  const id = await make()
  const other = (await shopper.open(id)).data!.nonce
  const { nonce } = (await shopper.open(id)).data!
  faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'silent' }, on: 'reverse' })
  expect((await shopper.pay(id, nonce)).json).toMatchObject({ status: 'processing', mine: true })
  expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'processing', mine: true })
  // Another window cannot pay, and the merchant cannot cancel.
  for (const { json } of [await shopper.ask(id, other), await shopper.pay(id, other)])
    expect(json).toMatchObject({ status: 'processing', mine: false })
  const cancellation = await cancel(id)
  expect([cancellation.status, formatErrors(cancellation)]).toEqual([409, ['- operation_in_progress']])
  expect(await read(id)).toMatchObject({ status: 'processing', transactionId: null })

  await advance(180)
  expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'open', declined: 'tryLater' })
  expect(captured()).toBe(0)
  expect((await shopper.pay(id, other)).json).toMatchObject({ status: 'completed' })
  expect(captured()).toBe(2625)
  expect((await payments(id)).map(({ status }) => status)).toEqual(['reversed', 'captured'])
})

test('a checkout with an unknown outcome expires at its usual time', async () => {
  const { make, shopper, faultPlan, advance, read } = await openShopAtAcquirer()
  const id = await make()
  faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
  const { nonce } = (await shopper.open(id)).data!
  await shopper.pay(id, nonce)
  await advance(86_400)
  expect(await read(id)).toMatchObject({ status: 'expired' })
  expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'expired' })
})
