import { describe, expect, test } from 'vitest'
import { account, base, stored, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const references: ConformanceGroup = (name, start) =>
  describe(`${name} prepares`, () => {
    test('references that survive the database, and sends nothing', async () => {
      const { processor, operation, expectLedger } = await start()
      const op = operation()
      const ref = await processor.prepare({ type: 'authorize', ...op })
      expect(stored(ref)).toEqual(ref)
      expect(ref).toMatchObject({ processor: processor.name, account: account.id, op: op.op, root: op.op })
      await expectLedger(op.op, undefined)
    })

    test('the same references for the same intent', async () => {
      const { processor, operation } = await start()
      const op = operation()
      expect(await processor.prepare({ type: 'authorize', ...op })).toEqual(
        await processor.prepare({ type: 'authorize', ...op }),
      )
    })

    test('without seeing a card', async () => {
      const { processor, operation } = await start()
      const { op, amount } = operation()
      expect(await processor.prepare({ type: 'authorize', op, amount, account })).toHaveProperty('op', op)
    })

    test('a follow-up under the root of its original', async () => {
      const { processor, authorize } = await start()
      const { ref } = await authorize()
      const captured = await processor.prepare({ type: 'capture', ...base(500n), original: ref })
      const credited = await processor.prepare({ type: 'credit', ...base(500n), original: captured })
      expect([captured.root, credited.root]).toEqual([ref.op, ref.op])
      expect(captured.op).not.toBe(ref.op)
    })

    test.each(['capture', 'void', 'credit'] as const)(
      'a %s whose original and amount are not known yet: all but its root',
      async (type) => {
        const { processor, authorize } = await start()
        const { ref: original } = await authorize()
        const { op } = base(0n)
        const early = await processor.prepare({ type, op, account })
        const known = await processor.prepare({ type, op, account, amount: usd(500n), original })
        expect(early.root).toBe(op)
        expect({ ...early, root: original.root }).toEqual(known)
      },
    )
  })
