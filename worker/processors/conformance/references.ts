import { describe, expect, test } from 'vitest'
import { account, base, stored, usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

export const references: ConformanceGroup = (name, setup) =>
  describe(`${name}: references`, () => {
    test('prepare returns references that survive JSON and sends no request', async () => {
      const { processor, operation, expectLedger } = await setup()
      const op = operation()
      const ref = await processor.prepare({ type: 'authorize', ...op })
      expect(stored(ref)).toEqual(ref)
      expect(ref).toMatchObject({ processor: processor.name, account: account.id, op: op.op, root: op.op })
      await expectLedger(op.op, undefined)
    })

    test('prepare returns equal references for equal intents', async () => {
      const { processor, operation } = await setup()
      const op = operation()
      expect(await processor.prepare({ type: 'authorize', ...op })).toEqual(
        await processor.prepare({ type: 'authorize', ...op }),
      )
    })

    test('prepare needs no card', async () => {
      const { processor, operation } = await setup()
      const { op, amount } = operation()
      expect(await processor.prepare({ type: 'authorize', op, amount, account })).toHaveProperty('op', op)
    })

    test('prepare of a modification returns the root of its original', async () => {
      const { processor, authorize } = await setup()
      const { ref } = await authorize()
      const captured = await processor.prepare({ type: 'capture', ...base(500n), original: ref })
      const credited = await processor.prepare({ type: 'credit', ...base(500n), original: captured })
      expect([captured.root, credited.root]).toEqual([ref.op, ref.op])
      expect(captured.op).not.toBe(ref.op)
    })

    test.each(['capture', 'void', 'credit'] as const)(
      'prepare of a %s without original and amount returns all references except the root',
      async (type) => {
        const { processor, authorize } = await setup()
        const { ref: original } = await authorize()
        const { op } = base(0n)
        const withoutOriginal = await processor.prepare({ type, op, account })
        const withOriginal = await processor.prepare({ type, op, account, amount: usd(500n), original })
        expect(withoutOriginal.root).toBe(op)
        expect({ ...withoutOriginal, root: original.root }).toEqual(withOriginal)
      },
    )
  })
