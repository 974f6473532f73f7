import { NETWORKS } from '#contract/card/networks'
import type { CheckoutView } from '#contract/checkouts/view'
import type { HtmlValue } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { statementSentence } from './statement.ts'

export type Receipt = NonNullable<CheckoutView['receipt']>

const networks: Readonly<Record<string, { readonly title: string }>> = NETWORKS

/** A network's display name; null if unknown. */
export const networkTitle = (network: string): string | null => networks[network]?.title ?? null

/** Whether nothing was charged yet, since the subscription begins later. */
export const isChargedLater = ({ amount }: Receipt): boolean => Number(amount) === 0

/** Network or "bank account", and for the shopper the last four digits. */
const paidWith = ({ network, personal }: Receipt, { texts: { methods }, bidi }: ViewModel): HtmlValue => [
  network === 'ach' ? methods.bank : (networkTitle(network) ?? methods.card),
  personal?.last4 ? [' ', bidi.code(`•••• ${personal.last4}`)] : null,
]

/** The details of a payment: label and lines of each. Unknown details are left out. */
export const paymentFacts = (
  receipt: Receipt,
  model: ViewModel,
): (readonly [label: string, lines: readonly HtmlValue[]])[] => {
  const { texts, formats, bidi } = model
  const { date, transaction, authorization, paidWith: by, shipTo } = texts.receipt
  const facts = [
    [date, [formats.moment(receipt.at)]],
    [by, [paidWith(receipt, model)]],
    [transaction, [bidi.code(receipt.transactionId)]],
    [authorization, receipt.authCode ? [bidi.code(receipt.authCode)] : []],
    [shipTo, receipt.personal?.shipTo ? formats.address(receipt.personal.shipTo).map((line) => bidi.words(line)) : []],
  ] as const
  return facts.filter(([, lines]) => lines.length > 0)
}

/** Sentences about the payment and the next one. */
export const paymentSentences = (receipt: Receipt, model: ViewModel): HtmlValue[] => {
  const { view, texts, formats, bidi } = model
  const { paid, nextPayment, clearing } = texts.receipt
  const { amount, next, network } = receipt
  const charged = !isChargedLater(receipt)
  return [
    charged ? fill(paid, { amount: money(model, amount), merchant: bidi.words(view.merchant.name) }) : null,
    charged && network === 'ach' ? clearing : null,
    charged ? statementSentence(model) : null,
    next === null ? null : fill(charged ? nextPayment : texts.terms.first, { date: formats.date(next) }),
  ].filter((sentence) => sentence !== null)
}
