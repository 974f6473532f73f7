import { expect, test } from 'vitest'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { toResponseOrTimeout } from './operationResponse.ts'

type Operation = Parameters<typeof toResponseOrTimeout>[0]

const responseOf = async (type: Operation['type'], status: Operation['status']) =>
  toResponseOrTimeout(
    {
      id: 12,
      type,
      status,
      amount: 1000,
      responseCode: '68',
      authCode: null,
      latency: 5,
      avs: null,
      cvv: null,
      details: null,
      creditOrder: null,
    },
    { method: 'creditCard', currency: 840, orderData: null },
  )

test('an authorize with an unknown outcome returns a response, since it is being reversed', async () => {
  expect(await responseOf('authorize', 'pending')).toMatchObject({ transactionId: '12', responseCode: '68' })
})

test.each(['capture', 'void', 'credit'] as const)(
  'a %s with an unknown outcome returns processor_timeout',
  async (type) => {
    expect(await thrownErrors(responseOf(type, 'pending'))).toEqual([
      { type: 'processor_timeout', details: { transactionId: '12' } },
    ])
    expect(await responseOf(type, 'approved')).toMatchObject({ transactionId: '12' })
  },
)
