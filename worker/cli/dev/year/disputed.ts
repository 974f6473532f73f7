import { fillBasket } from './goods.ts'
import { dayMs, hourMs, toValue } from './shop.ts'
import type { Shop } from './shop.ts'

/** Test cards whose payments are disputed after their settlement, and the days before today of the payment. */
const disputed: readonly (readonly [accountNumber: string, daysAgo: number])[] = [
  // Won and lost.
  ['4000000000003006', 214],
  ['4000000000003014', 171],
  ['4000000000003006', 118],
  ['4000000000003014', 83],
  ['4000000000003030', 64],
  // Accepted.
  ['4000000000003022', 47],
  // Open, with evidence due within the next two weeks.
  ['4000000000003014', 22],
  ['4000000000003006', 15],
  // An inquiry.
  ['4000000000003048', 9],
]

/** Adds payments that cardholders dispute. */
export const addDisputes = ({ agenda, newShopper, nextOrder, now, random, requests }: Shop): void => {
  for (const [accountNumber, daysAgo] of disputed)
    agenda.add(now - daysAgo * dayMs - 3 * hourMs, async () => {
      const { card, email, number, address } = newShopper()
      await requests.sale({
        payment: { creditCard: { ...card, accountNumber, verificationValue: '123' } },
        amount: { value: toValue(fillBasket(random, true).total) },
        order: {
          referenceObject: 'order',
          referenceObjectId: nextOrder(),
          customerPublicIdentifier: number,
          email,
          billTo: address,
          shipTo: address,
        },
      })
    })
}
