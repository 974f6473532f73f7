import { expect, test } from 'vitest'
import { virtualTime } from '../payments/virtualTime.ts'
import { billingInProcess, jobs } from './inProcess.ts'

test('a card that cannot be opened keeps nobody else from being charged, in the same sweep', async () => {
  const time = virtualTime()
  time.begin()
  try {
    const billing = billingInProcess('none')(time, Date.UTC(2027, 5, 30, 12))
    billing.addAccount('account', 'UTC')
    const cycle = { unit: 'month', interval: 1, dayOfCycle: 1 } as const
    const customers: string[] = []
    for (let number = 0; number < 60; number++) {
      const customer = await billing.addCustomer('account')
      customers.push(customer)
      const enrolment = { account: 'account', customer, cycle, startDate: '2027-07-01', installments: 0, total: 1000 }
      await billing.office.run([() => billing.office.enrol(enrolment)])
    }
    billing.rows("UPDATE walletEntries SET sealedPan = 'nothing that opens' WHERE customer = ?", customers[0]!)
    billing.setNow(Date.UTC(2027, 6, 1, 0, 0, 7))
    const machine = billing.start(null, { subscriptions: jobs.subscriptions })
    await expect(machine.run([machine.sweep])).rejects.toThrow()
    expect(billing.requests).toHaveLength(59)
    expect(billing.rows("SELECT count(*) AS paid FROM bills WHERE status = 'paid'")).toEqual([{ paid: 59 }])
  } finally {
    time.end()
  }
})
