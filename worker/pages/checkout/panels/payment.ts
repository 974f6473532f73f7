import { NETWORKS } from '#contract/card/networks'
import type { CheckoutView } from '#contract/checkouts/view'
import type { HtmlValue } from '../../html.ts'
import { type Drawing, money } from '../viewModel.ts'
import { fill } from '../fill.ts'

export type Receipt = NonNullable<CheckoutView['receipt']>

const networks: Readonly<Record<string, { readonly title: string }>> = NETWORKS

/** A network as it spells itself; null for one that we do not know. */
export const networkTitle = (network: string): string | null => networks[network]?.title ?? null

/** Whether nothing was charged, since a subscription begins later. */
export const onlyAgreed = ({ amount }: Receipt): boolean => Number(amount) === 0

/** A network's name, or that it was a bank account, and the last digits. */
const paidWith = ({ network, last4 }: Receipt, { texts: { methods }, ink }: Drawing): HtmlValue => [
  network === 'ach' ? methods.bank : (networkTitle(network) ?? methods.card),
  last4 && [' ', ink.code(`•••• ${last4}`)],
]

/** The facts of a payment: of each a label and its lines. What is not known is left out. */
export const paymentFacts = (
  receipt: Receipt,
  drawing: Drawing,
): (readonly [label: string, lines: readonly HtmlValue[]])[] => {
  const { texts, formats, ink } = drawing
  const { date, transaction, authorization, paidWith: by, shipTo } = texts.receipt
  const facts = [
    [date, [formats.moment(receipt.at)]],
    [by, [paidWith(receipt, drawing)]],
    [transaction, [ink.code(receipt.transactionId)]],
    [authorization, receipt.authCode ? [ink.code(receipt.authCode)] : []],
    [shipTo, receipt.shipTo ? formats.address(receipt.shipTo).map((line) => ink.words(line)) : []],
  ] as const
  return facts.filter(([, lines]) => lines.length > 0)
}

/** What was paid, and what comes next: a sentence each. */
export const paymentSentences = (receipt: Receipt, drawing: Drawing): HtmlValue[] => {
  const { view, texts, formats, ink } = drawing
  const { paid, nextPayment, clearing } = texts.receipt
  const { amount, next, network } = receipt
  const charged = !onlyAgreed(receipt)
  return [
    charged ? fill(paid, { amount: money(drawing, amount), merchant: ink.words(view.merchant.name) }) : null,
    charged && network === 'ach' ? clearing : null,
    next === null ? null : fill(nextPayment, { date: formats.date(next) }),
  ].filter((sentence) => sentence !== null)
}
