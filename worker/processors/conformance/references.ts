import { describe, expect, test } from 'vitest'
import { account, stored } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const references: ConformanceGroup = (name, setup) =>
  describe(`${name}: references`, () => {
    test('references in outcomes survive JSON and keep the members that the gateway stored', async () => {
      const { operation, send, prepareModification } = await setup()
      const op = operation()
      const authorized = await send(op)
      expect(stored(authorized.ref)).toEqual(authorized.ref)
      expect(authorized.ref).toMatchObject({ account: account.id, op: op.op, root: op.op })
      const capture = await prepareModification('capture', authorized.ref, 500n)
      expect((await capture.send()).ref).toMatchObject({ account: account.id, op: capture.op, root: op.op })
    })
  })
