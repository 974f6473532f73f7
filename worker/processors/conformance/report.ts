import { describe, expect, test } from 'vitest'
import type { OperationType, Processor, ReportedOperation, ReportSpan } from '../processor.ts'
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

/** The lines of an operation: with our reference, or as the capture or void of an operation with our reference. */
const linesOf = (
  operations: readonly ReportedOperation[],
  op: string,
  named?: { readonly type: OperationType; readonly originalOp: string },
): ReportedOperation[] =>
  operations.filter(
    (line) =>
      line.op === op ||
      (line.op === null &&
        (named?.type === 'capture' || named?.type === 'void') &&
        line.type === named.type &&
        line.originalOp === named.originalOp),
  )

/** A reversal may be a void at the other side. */
const undone = /^(?:reversed|voided)$/

/** Declares tests only for a processor that has reports. */
export const report: ConformanceGroup = (name, setup, can) =>
  describe(`${name}: report`, () => {
    test('report lists each visible operation once, with its reference, original, state, money and time', async () => {
      const { processor, authorize, modify, untilVisible } = await setup()
      if (processor.report === undefined) return void expect(can.finds).not.toBe('byOurReference')
      const from = Date.now() - 1
      const held = await authorize()
      const declined = await authorize('decline')
      const captured = await modify('capture', held.ref, 700n)
      const voided = await authorize()
      const cancel = await modify('void', voided.ref, 1000n)
      const reversed = await authorize()
      await processor.reverse(reversed.ref, 1)
      await untilVisible()
      const operations = await readReport(processor, { from, to: Date.now() + 1 })
      const of = (op: string) => linesOf(operations, op)
      const ofCapture = linesOf(operations, captured.ref.op, { type: 'capture', originalOp: held.ref.op })
      const ofVoid = linesOf(operations, cancel.ref.op, { type: 'void', originalOp: voided.ref.op })
      expect(of(held.ref.op)).toMatchObject([
        { type: 'authorize', state: 'approved', money: usd(1000n), original: null },
      ])
      expect(ofCapture).toMatchObject([
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
      expect(ofVoid).toMatchObject([{ type: 'void', state: 'approved', originalOp: voided.ref.op }])
      expect(of(reversed.ref.op)).toMatchObject([{ state: expect.stringMatching(undone) }])
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
      await untilVisible()
      const after = await read()
      const states = [
        linesOf(after, held.ref.op),
        linesOf(after, captured.ref.op, { type: 'capture', originalOp: held.ref.op }),
      ].map(([line]) => line?.state)
      for (const state of states) expect(state).toMatch(undone)
    })

    if (can.settles === 'byReport') {
      test('a processor that settles by its report has one', async () => {
        const { processor } = await setup()
        expect(processor.report).toBeDefined()
      })

      test('report of the span in which a capture, a sale and a credit have settled lists them as settled', async () => {
        const { subject, processor, authorize, modify, now, untilVisible } = await setup()
        // Its other side settles at night only.
        if (subject.settle === undefined) return void expect(processor.report).toBeDefined()
        const held = await authorize()
        const captured = await modify('capture', held.ref, 700n)
        const sale = await authorize('approve', { capture: 'now' })
        const credited = await modify('credit', sale.ref, 300n)
        await untilVisible()
        const from = now()
        await subject.settle()
        await untilVisible()
        const operations = await readReport(processor, { from, to: now() + 1 })
        const lines = [
          linesOf(operations, captured.ref.op, { type: 'capture', originalOp: held.ref.op }),
          linesOf(operations, sale.ref.op),
          linesOf(operations, credited.ref.op),
        ]
        expect(lines.map((found) => found.map(({ state }) => state))).toEqual([['settled'], ['settled'], ['settled']])
      })
    }

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
