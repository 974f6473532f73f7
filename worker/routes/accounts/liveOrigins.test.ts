import { describe, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const local = 'http://localhost:3000'

describe('http origins', () => {
  test.each([
    ['test', 200],
    ['live', 400],
  ] as const)('an http origin in the settings or a key of %s mode returns %i', async (mode, status) => {
    const { secretKey } = await createMerchant({ mode })
    const call = worker.as(secretKey)
    const responses = [
      await call('PUT', '/v1/account', { body: { allowedOrigins: ['https://shop.example', local] } }),
      await call('POST', '/v1/apikeys', {
        body: { kind: 'publishable', name: 'page', allowedOrigins: ['https://shop.example', local] },
      }),
    ]
    for (const response of responses) {
      expect(response.status).toBe(status)
      if (status === 400)
        expect(response.json.errors).toMatchObject([
          { type: 'format_invalid', message: { field: 'allowedOrigins[1]', details: { format: 'https://host:port' } } },
        ])
    }
    expect((await call('GET', '/v1/account')).json.account.allowedOrigins).toHaveLength(status === 200 ? 2 : 0)
  })

  test('an http origin that live settings or keys already have is rejected with 403 origin_not_allowed', async () => {
    const { issue } = await createMerchant({ mode: 'live', settings: { allowedOrigins: [local] } })
    for (const allowedOrigins of [undefined, [local]]) {
      const { key } = await issue('pk', allowedOrigins && { allowedOrigins })
      const response = await worker.as(key)('GET', '/v1/encryptionkeys', { headers: { origin: local } })
      expect([response.status, response.json.errors[0].type]).toEqual([403, 'origin_not_allowed'])
    }
  })
})
