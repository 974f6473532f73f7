import { applyOutcome } from '../../../domain/notifications/applyOutcome.ts'
import { fillBasket } from './goods.ts'
import { dayMs, hourMs, minuteMs, toValue } from './shop.ts'
import type { Shop } from './shop.ts'
import { scanOnce, workOnce } from './work.ts'

/** Adds what needs a person: a payment without an outcome at a checkout, and a refund that the bank denies after it was confirmed. */
export const addUnusual = (shop: Shop): void => {
  const { agenda, gateway, newShopper, now, nextOrder, random, requests } = shop
  const { issuer, services } = gateway

  agenda.add(now - 34 * hourMs, async () => {
    const { card, email, address } = newShopper()
    const id = await requests.createCheckout({
      total: toValue(fillBasket(random, true).total),
      customerInfo: { name: address.name, email },
      invoiceInfo: { number: nextOrder(), dueDate: new Date(now + 12 * dayMs).toISOString().slice(0, 10) },
    })
    gateway.setClock(now - 34 * hourMs + 5 * minuteMs)
    issuer.loseNext()
    await requests.payCheckout(id, { payment: { creditCard: card }, answers: { email, billTo: address } })
    // Its reversal is attempted for a day.
    for (let hour = 1; hour <= 30; hour++)
      agenda.add(now - 34 * hourMs + hour * hourMs, async () => {
        await scanOnce(gateway)
        await workOnce(gateway)
      })
  })

  agenda.add(now - 6 * dayMs, async () => {
    const { card, email, number, address } = newShopper()
    const order = {
      referenceObject: 'order',
      referenceObjectId: nextOrder(),
      customerPublicIdentifier: number,
      email,
      billTo: address,
    }
    const amount = { value: toValue(fillBasket(random, true).total) }
    const { transactionId } = await requests.sale({ payment: { creditCard: card }, amount, order })
    agenda.add(now - 3 * dayMs, async () => {
      const refund = await requests.credit({ referenceTransactionId: Number(transactionId) })
      agenda.add(now - 27 * hourMs, async () => {
        const needs = await services()
        const { found } = await needs.notifications.find(null, { op: refund.transactionId }, null)
        if (found === null || found.operation.processorRef === null) throw new Error('The refund was not found.')
        const outcome = { result: 'declined', ref: found.operation.processorRef, code: '05' } as const
        await applyOutcome(outcome, found, null, needs)
      })
    })
  })
}
