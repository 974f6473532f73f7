import { describe, expect, test } from 'vitest'
import type { Prompts } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import type { ApiError } from '#contract/errors/apiError'
import type { Configuration } from '#contract/terminals/terminals'
import type { PromptContext } from './prompts.ts'
import { checkTipAmounts, resolvePrompts } from './prompts.ts'

const dollars: PromptContext = { type: 'payment', currency: 840, tipAtSale: true }

const flags = {
  promptCvv: 'cvv',
  promptPostalCode: 'postalCode',
  promptAmountConfirmation: 'amountConfirmation',
  promptSignature: 'signature',
  keyCard: 'keyCard',
} as const satisfies Partial<Record<keyof Configuration, keyof Prompts>>

/** Option of the payment, configuration of the terminal, and the resulting prompt. */
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

describe('prompts of a payment', () => {
  test.each(Object.entries(flags) as [keyof typeof flags, keyof Prompts][])(
    '%s of a payment overrides the configuration of the terminal, and is off by default',
    (flag, prompt) => {
      for (const [option, configured, prompted] of decisions)
        expect(resolvePrompts({ [flag]: option }, { [flag]: configured }, dollars)).toEqual({
          ...noPrompts,
          [prompt]: prompted,
        })
    },
  )

  test('promptTip of a payment overrides the configuration of the terminal, and is off by default', () => {
    const tipAmounts = ['1', '2', '3']
    for (const [option, configured, prompted] of decisions)
      expect(
        resolvePrompts(
          { promptTip: option, tipAmounts },
          { promptTip: configured, tipAmounts: ['4', '5', '6'] },
          dollars,
        ).tipAmounts,
      ).toEqual(prompted ? tipAmounts : null)
  })

  test('tipAmounts without promptTip prompt for no tip', () => {
    const promptTip = true
    expect(resolvePrompts({}, { promptTip, tipAmounts: ['4', '5', '6'] }, dollars).tipAmounts).toEqual(['4', '5', '6'])
    expect(resolvePrompts({ tipAmounts: ['1', '2', '3'] }, {}, dollars).tipAmounts).toBeNull()
    // Fewer than three amounts are ignored.
    expect(
      resolvePrompts({ tipAmounts: ['1', '2'] }, { promptTip, tipAmounts: ['4', '5', '6'] }, dollars).tipAmounts,
    ).toEqual(['4', '5', '6'])
    expect(resolvePrompts({}, { promptTip, tipAmounts: null }, dollars).tipAmounts).toBeNull()
  })
})

test('a payment without tipAtSale and a credit prompt for no tip', () => {
  const tips = { promptTip: true, tipAmounts: ['1', '2', '3'] }
  expect(resolvePrompts(tips, tips, { ...dollars, tipAtSale: false }).tipAmounts).toBeNull()
  expect(resolvePrompts(tips, tips, { ...dollars, type: 'credit' }).tipAmounts).toBeNull()
})

test('configured tip amounts with too many decimals are left out, and fewer than three amounts prompt for no tip', () => {
  const yen = { ...dollars, currency: 392 }
  const configured = (...tipAmounts: string[]) => resolvePrompts({}, { promptTip: true, tipAmounts }, yen).tipAmounts
  expect(configured('100', '150.5', '200', '300')).toEqual(['100', '200', '300'])
  expect(configured('100', '150.5', '200')).toBeNull()
})

/** The errors of tip amounts; null for none. */
const check = (currency: number, ...tipAmounts: string[]) => {
  try {
    checkTipAmounts({ id: '12345678', tipAmounts }, currency)
  } catch (thrown) {
    return (thrown as ApiError).items
  }
  return null
}

test('tip amounts with more decimals than the currency are rejected with amount_precision_invalid for the first', () => {
  expect(check(392, '100', '200.5', '0.5')).toMatchObject([
    { type: 'amount_precision_invalid', field: 'payment.terminal.tipAmounts[1]' },
  ])
  expect(check(392, '100', '200', '300')).toBeNull()
  expect(check(840, '1.25', '2.5', '3')).toBeNull()
})
