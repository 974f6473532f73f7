import { describe, expect, test } from 'vitest'
import type { Prompts } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import type { Refusal } from '#contract/errors/apiError'
import type { Configuration } from '#contract/terminals/terminals'
import type { PromptContext } from './prompts.ts'
import { checkTipAmounts, promptsOf } from './prompts.ts'

const dollars: PromptContext = { type: 'payment', currency: 840, tipAtSale: true }

const flags = {
  promptCvv: 'cvv',
  promptPostalCode: 'postalCode',
  promptAmountConfirmation: 'amountConfirmation',
  promptSignature: 'signature',
  keyCard: 'keyCard',
} as const satisfies Partial<Record<keyof Configuration, keyof Prompts>>

/** What the payment says, what the terminal was configured with, and what is asked then. */
const decisions = [
  [undefined, undefined, false],
  [undefined, null, false],
  [undefined, false, false],
  [undefined, true, true],
  [null, true, true],
  [null, null, false],
  [true, undefined, true],
  [true, false, true],
  [false, true, false],
  [false, undefined, false],
] as const

describe('what the payment says beats what the terminal was configured with, and without either noPrompts is asked:', () => {
  test.each(Object.entries(flags) as [keyof typeof flags, keyof Prompts][])('%s', (flag, prompt) => {
    for (const [given, configured, asked] of decisions)
      expect(promptsOf({ [flag]: given }, { [flag]: configured }, dollars)).toEqual({ ...noPrompts, [prompt]: asked })
  })

  test('promptTip', () => {
    const tipAmounts = ['1', '2', '3']
    for (const [given, configured, asked] of decisions)
      expect(
        promptsOf({ promptTip: given, tipAmounts }, { promptTip: configured, tipAmounts: ['4', '5', '6'] }, dollars)
          .tipAmounts,
      ).toEqual(asked ? tipAmounts : null)
  })

  test('tipAmounts, which alone ask for noPrompts', () => {
    const promptTip = true
    expect(promptsOf({}, { promptTip, tipAmounts: ['4', '5', '6'] }, dollars).tipAmounts).toEqual(['4', '5', '6'])
    expect(promptsOf({ tipAmounts: ['1', '2', '3'] }, {}, dollars).tipAmounts).toBeNull()
    // Fewer than three are no choice, and were refused wherever they were meant to be one.
    expect(
      promptsOf({ tipAmounts: ['1', '2'] }, { promptTip, tipAmounts: ['4', '5', '6'] }, dollars).tipAmounts,
    ).toEqual(['4', '5', '6'])
    expect(promptsOf({}, { promptTip, tipAmounts: null }, dollars).tipAmounts).toBeNull()
  })
})

test('no tip is asked for where the account takes none at sale, nor of whom money goes to', () => {
  const tips = { promptTip: true, tipAmounts: ['1', '2', '3'] }
  expect(promptsOf(tips, tips, { ...dollars, tipAtSale: false }).tipAmounts).toBeNull()
  expect(promptsOf(tips, tips, { ...dollars, type: 'credit' }).tipAmounts).toBeNull()
})

test('configured tips that a currency cannot pay are left out, and with them the question where fewer than three stay', () => {
  const yen = { ...dollars, currency: 392 }
  const configured = (...tipAmounts: string[]) => promptsOf({}, { promptTip: true, tipAmounts }, yen).tipAmounts
  expect(configured('100', '150.5', '200', '300')).toEqual(['100', '200', '300'])
  expect(configured('100', '150.5', '200')).toBeNull()
})

/** What is wrong with tips; null where noPrompts is. */
const check = (currency: number, ...tipAmounts: string[]) => {
  try {
    checkTipAmounts({ id: '12345678', tipAmounts }, currency)
  } catch (thrown) {
    return (thrown as Refusal).faults
  }
  return null
}

test('tips of a payment that its currency cannot pay are refused, the first of them by its place', () => {
  expect(check(392, '100', '200.5', '0.5')).toMatchObject([
    { type: 'amount_precision_invalid', field: 'payment.terminal.tipAmounts[1]' },
  ])
  expect(check(392, '100', '200', '300')).toBeNull()
  expect(check(840, '1.25', '2.5', '3')).toBeNull()
})
