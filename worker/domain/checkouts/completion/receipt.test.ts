import { describe, expect, test } from 'vitest'
import { newCheckout, pay } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import type { DomainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { findCheckout } from '../get.ts'
import { sendReceipt } from './receipt.ts'

const email = 'ann@shop.example'

const receiptOf = async (fixture: DomainFixture, body: object, answers: object) => {
  const id = await newCheckout(fixture, { total: 5, ...body })
  const { receiptDue } = await pay(fixture, id, { answers })
  const { checkout } = await findCheckout(id, fixture.services())
  return [receiptDue, checkout.receipt]
}

describe('due receipt', () => {
  test('a receipt is due after a payment with an email address', async () => {
    const fixture = await domainFixture()
    expect(await receiptOf(fixture, {}, { email })).toEqual([true, 'due'])
    expect(await receiptOf(fixture, {}, {})).toEqual([false, 'none'])
    expect(await receiptOf(fixture, { sendReceipt: true }, { email })).toEqual([true, 'due'])
  })

  test('no receipt is due if the checkout has sendReceipt false', async () => {
    expect(await receiptOf(await domainFixture(), { sendReceipt: false }, { email })).toEqual([false, 'none'])
  })
})

/** The state of a receipt after two concurrent calls and a third call. */
const sendWith = async (isSent: boolean) => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture)
  await pay(fixture, id, { answers: { email } })
  const mails: unknown[] = []
  const services = {
    ...fixture.services(),
    drawReceipt: async (view: { readonly id: string }, mail: object) => async () => {
      mails.push({ ...mail, checkout: view.id })
      return isSent
    },
  }
  await Promise.all([sendReceipt(id, services), sendReceipt(id, services)])
  await sendReceipt(id, services)
  expect(mails).toEqual([{ to: email, locale: 'en', checkout: id }])
  return (await findCheckout(id, services)).checkout.receipt
}

describe('sending a receipt', () => {
  test('a due receipt is sent once by concurrent and repeated calls', async () => {
    expect(await sendWith(true)).toBe('sent')
  })

  test('a receipt that could not be sent is not retried and not marked as sent', async () => {
    expect(await sendWith(false)).not.toBe('sent')
  })
})
