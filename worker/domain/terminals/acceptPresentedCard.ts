import { fromBase64 } from '#contract/bytes'
import { deviceLimits } from '#contract/device'
import type { DeviceError, EntryMode, Prompts } from '#contract/device'
import type { Card as CardInstrument } from '../../processors/processor.ts'
import type { AccountServices } from '../../app/compose.ts'
import type { DeviceCard } from '../../vault/encryptedCards.ts'
import { money } from '../money.ts'
import { duplicateSince } from '../transactions/createPending.ts'
import type { PendingWithInstrument, PendingTransaction } from '../transactions/createPending.ts'
import { cardColumns, cardInstrument, presentedCard } from '../transactions/sources/card.ts'

/** What a shopper did at a reader. */
export interface Answers {
  readonly card: DeviceCard
  /** Decimal text; null for no tip. */
  readonly tipAmount: string | null
  readonly amountConfirmed: boolean
  /** A PNG image in base64. */
  readonly signature: string | null
}

const entries: Readonly<Record<EntryMode, CardInstrument['entry']>> = {
  icc: 'chip',
  tapped: 'contactless',
  keyed: 'manual',
}

const pngBegins = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const isSmallPng = (image: string): boolean => {
  const bytes = fromBase64(image)
  return (
    bytes !== null && bytes.length <= deviceLimits.signatureBytes && pngBegins.every((byte, at) => bytes[at] === byte)
  )
}

/** What is wrong with what a reader sent, of a payment that asked for something else; null where nothing is. */
export const faultOf = (
  { card, tipAmount, amountConfirmed, signature }: Answers,
  prompts: Prompts,
): DeviceError | null => {
  if (card.entryMode === 'keyed' && !prompts.keyCard) return 'entry_mode_invalid'
  if (tipAmount !== null && !prompts.tipAmounts?.includes(tipAmount)) return 'tip_invalid'
  if (prompts.amountConfirmation && !amountConfirmed) return 'amount_not_confirmed'
  // A reader without a screen to draw on sends none.
  if (signature !== null && !(prompts.signature && isSmallPng(signature))) return 'signature_invalid'
  return null
}

/**
 * Writes the card of a payment down that waited at a reader, sealed, in one batch with the signature: from here on it is a payment like any
 * other, whose card lies open. Null where it waits no longer.
 */
export const acceptPresentedCard = async (
  row: PendingTransaction,
  { card, tipAmount, signature }: Answers,
  services: AccountServices,
): Promise<PendingWithInstrument | null> => {
  const { clock, limits, readerVault, transactions } = services
  const presented = presentedCard(card, 'manual')
  const [columns, sealedSignature] = await Promise.all([
    cardColumns(presented, services),
    signature === null ? null : readerVault.sealSignature(row.id, signature),
  ])
  const at = clock.now()
  const written = await transactions.attachCard({
    id: row.id,
    columns,
    signature: sealedSignature,
    at,
    due: at + limits.abandonAfterMs,
    duplicateSince: duplicateSince(services),
  })
  if (written === null) return null
  const tip = tipAmount === null ? 0n : money(tipAmount, row.asked.currency).minor
  return {
    ...row,
    asked: { ...row.asked, minor: row.asked.minor + tip },
    tip,
    columns: { ...row.columns, ...columns },
    duplicateOf: written.duplicateOf,
    open: cardInstrument(presented, entries[card.entryMode], presented.cvv),
  }
}
