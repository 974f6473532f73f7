import { describe, expect, test } from 'vitest'
import type { Processor, ReportedOperation, ReportSpan } from '../processor.ts'
import { usd } from './fixtures.ts'
import type { ConformanceGroup } from './setup.ts'

/** All pages of a report. */
export const readReport = async (processor: Processor, span: ReportSpan): Promise<ReportedOperation[]> => {
  const operations: ReportedOperation[] = []
  let cursor: string | undefined
  do {
    const page = await processor.report!(span, cursor)
    operations.push(...page.operations)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return operations
}

/** Declares tests only for a processor that has reports. */
export const report: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: report`, () => {
    test('report lists each visible operation once, with our reference, theirs, its original, state, money and time', async () => {
      const { processor, authorize, modify, untilVisible } = await setup()
      if (processor.report === undefined) return void expect(can.finds).not.toBe('byOurReference')
      const from = Date.now() - 1
      const held = await authorize()
      const declined = await authorize('decline')
      const captured = await modify('capture', held.ref, 700n)
      const voided = await authorize()
      await modify('void', voided.ref, 1000n)
      const reversed = await authorize()
      await processor.reverse(reversed.ref, 1)
      await untilVisible()
      const operations = await readReport(processor, { from, to: Date.now() + 1 })
      const of = (op: string) => operations.filter((operation) => operation.op === op)
      expect(of(held.ref.op)).toMatchObject([
        { type: 'authorize', state: 'approved', money: usd(1000n), original: null },
      ])
      expect(of(captured.ref.op)).toMatchObject([
        {
          type: 'capture',
          state: 'approved',
          money: usd(700n),
          original: of(held.ref.op)[0]!.theirs,
          originalOp: held.ref.op,
        },
      ])
      expect(of(declined.ref.op)).toMatchObject([{ state: 'declined' }])
      expect(of(voided.ref.op)).toMatchObject([{ state: 'voided' }])
      expect(of(reversed.ref.op)).toMatchObject([{ state: 'reversed' }])
      expect(new Set(operations.map(({ theirs }) => theirs)).size).toBe(operations.length)
      for (const { at } of operations) expect(at).toBeGreaterThanOrEqual(from)
    })

    test('an operation is reversed, with its captures, by the reference that the report gives', async () => {
      const { processor, authorize, modify, untilVisible } = await setup()
      if (processor.report === undefined) return void expect(can.finds).not.toBe('byOurReference')
      const from = Date.now() - 1
      const held = await authorize()
      const captured = await modify('capture', held.ref, 700n)
      await untilVisible()
      const read = () => readReport(processor, { from, to: Date.now() + 1 })
      const reported = (await read()).find(({ op }) => op === held.ref.op)!
      const { raw: _, ...ours } = held.ref
      expect(await processor.reverse({ ...ours, raw: reported.theirs }, 1)).toBe('done')
      const after = await read()
      const states = [held, captured].map(({ ref }) => after.find(({ op }) => op === ref.op)?.state)
      expect(states).toEqual(['reversed', 'reversed'])
    })

    test('report of a span in which nothing happened is empty', async () => {
      const { processor, authorize, untilVisible } = await setup()
      await authorize()
      await untilVisible()
      const now = Date.now()
      for (const span of [
        { from: now - 200_000, to: now - 100_000 },
        { from: now + 100_000, to: now + 200_000 },
      ])
        expect(processor.report === undefined ? [] : await readReport(processor, span)).toEqual([])
    })
  })
