import { expect, test } from 'vitest'
import {
  auditLog,
  createMerchantWithCall,
  issue,
  issueKey,
  revoke,
  rotate,
  storedRows,
} from './fixtures/apiKeyFixture.ts'

test('issue, rotation and revocation of API keys are recorded in the audit log with key, request, time and detail', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const first = await issue(call, { kind: 'publishable', allowedOrigins: ['https://shop.example'] })
  const { id } = first.json.apiKey
  const second = await rotate(call, id, { overlapHours: 2 })
  const third = await revoke(call, id)
  const recordedFor = (response: typeof first) => ({
    account: merchant.id,
    key: merchant.secretKeyId,
    requestId: response.json.requestId,
  })
  expect(await auditLog(merchant)).toMatchObject([
    {
      ...recordedFor(first),
      action: 'apikey.issued',
      at: Date.parse(first.json.apiKey.created),
      detail: {
        id,
        mode: 'test',
        changes: {
          kind: { old: null, new: 'publishable' },
          scopes: { old: null, new: ['tokens:write'] },
          allowedOrigins: { old: null, new: ['https://shop.example'] },
        },
      },
    },
    {
      ...recordedFor(second),
      action: 'apikey.rotated',
      at: Date.parse(second.json.apiKey.created),
      detail: {
        id,
        newId: second.json.apiKey.id,
        mode: 'test',
        scopes: ['tokens:write'],
        allowedOrigins: ['https://shop.example'],
        changes: { expires: { old: null, new: Date.parse(second.json.previous.expires) } },
      },
    },
    {
      ...recordedFor(third),
      action: 'apikey.revoked',
      at: Date.parse(third.json.apiKey.revoked),
      detail: { id, changes: { revoked: { old: null, new: Date.parse(third.json.apiKey.revoked) } } },
    },
  ])
})

test('issue, rotation and revocation of API keys return 500 and change nothing if the audit log cannot be written', async () => {
  const { merchant, call } = await createMerchantWithCall()
  const { apiKey } = await issueKey(call)
  const before = await storedRows(merchant)
  const trigger = `noAudit${merchant.id.replaceAll('-', '')}`
  await merchant.run(
    `CREATE TRIGGER ${trigger} BEFORE INSERT ON audit WHEN NEW.account = '${merchant.id}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )
  try {
    for (const response of [await issue(call), await revoke(call, apiKey.id), await rotate(call, apiKey.id)])
      expect(response.status).toBe(500)
  } finally {
    await merchant.run(`DROP TRIGGER ${trigger}`)
  }
  expect(await storedRows(merchant)).toEqual(before)
})

test('issue, rotation, revocation and list of API keys take two round trips to the database each', async () => {
  const { call } = await createMerchantWithCall()
  const { apiKey } = await issueKey(call)
  expect((await issue(call)).d1).toBe(2)
  expect((await rotate(call, apiKey.id)).d1).toBe(2)
  expect((await revoke(call, apiKey.id)).d1).toBe(2)
  expect((await call('GET', '/v1/apikeys')).d1).toBe(2)
})
