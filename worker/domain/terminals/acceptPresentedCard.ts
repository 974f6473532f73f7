import { fromBase64 } from '#contract/encoding/bytes'
import { deviceLimits } from '#contract/terminals/device'
import type { DeviceError, EntryMode, Prompts } from '#contract/terminals/device'
import type { Card as CardInstrument } from '../../processors/processor.ts'
import type { TransactionStore } from '../../store/transactions/transactionStore.ts'
import type { DeviceCard } from '../../vault/cards/encryptedCards.ts'
import type { TerminalVault } from '../../vault/terminalVault.ts'
import type { Clock } from '../clock.ts'
import { money } from '../money.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { duplicateSince } from '../transactions/initiate/createPending.ts'
import type { PendingWithInstrument, PendingTransaction } from '../transactions/initiate/createPending.ts'
import { cardColumns, cardInstrument, toPresentedCard } from '../transactions/sources/card.ts'

/** The shopper's input at a device: the card, and the responses to the prompts. */
export interface ShopperInput {
  readonly card: DeviceCard
  /** Decimal text; null for no tip. */
  readonly tipAmount: string | null
  readonly amountConfirmed: boolean
  /** A PNG image in base64. */
  readonly signature: string | null
}

const entryByMode: Readonly<Record<EntryMode, CardInstrument['entry']>> = {
  icc: 'chip',
  tapped: 'contactless',
  keyed: 'manual',
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const isSmallPng = (image: string): boolean => {
  const bytes = fromBase64(image)
  return (
    bytes !== null &&
    bytes.length <= deviceLimits.signatureBytes &&
    pngSignature.every((byte, at) => bytes[at] === byte)
  )
}

/** The first error of input that does not match the prompts; null for none. */
export const shopperInputError = (
  { card, tipAmount, amountConfirmed, signature }: ShopperInput,
  prompts: Prompts,
): DeviceError | null => {
  if (card.entryMode === 'keyed' && !prompts.keyCard) return 'entry_mode_invalid'
  if (tipAmount !== null && !prompts.tipAmounts?.includes(tipAmount)) return 'tip_invalid'
  if (prompts.amountConfirmation && !amountConfirmed) return 'amount_not_confirmed'
  // Missing is valid: a device without a touch screen sends no signature.
  if (signature !== null && !(prompts.signature && isSmallPng(signature))) return 'signature_invalid'
  return null
}

type Needs = Parameters<typeof cardColumns>[1] &
  Parameters<typeof duplicateSince>[0] & {
    readonly clock: Clock
    readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
    readonly terminalVault: Pick<TerminalVault, 'sealSignature'>
    readonly transactions: Pick<TransactionStore, 'attachCard'>
  }

/**
 * Stores the sealed card of a pending payment in one batch with the signature, and returns the payment with the card in clear. Null if the
 * payment is no longer pending.
 */
export const acceptPresentedCard = async (
  pending: PendingTransaction,
  { card, tipAmount, signature }: ShopperInput,
  needs: Needs,
): Promise<PendingWithInstrument | null> => {
  const { clock, limits, terminalVault, transactions } = needs
  const presented = toPresentedCard(card, 'manual')
  const [columns, sealedSignature] = await Promise.all([
    cardColumns(presented, needs),
    signature === null ? null : terminalVault.sealSignature(pending.id, signature),
  ])
  const at = clock.now()
  const attached = await transactions.attachCard({
    id: pending.id,
    columns,
    signature: sealedSignature,
    at,
    due: at + limits.abandonAfterMs,
    duplicateSince: duplicateSince(needs),
  })
  if (attached === null) return null
  const tip = tipAmount === null ? 0n : money(tipAmount, pending.amount.currency).minor
  return {
    ...pending,
    amount: { ...pending.amount, minor: pending.amount.minor + tip },
    tip,
    columns: { ...pending.columns, ...columns },
    duplicateOf: attached.duplicateOf,
    open: cardInstrument(presented, entryByMode[card.entryMode], presented.cvv),
  }
}
