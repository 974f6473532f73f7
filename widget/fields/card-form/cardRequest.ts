import type { FieldError, FieldName } from '#contract/card/framePort'
import { FIELDS } from '../../card/fieldKinds.ts'

/** The text of every field as the shopper left it. */
export type CardTexts = Partial<Record<FieldName, string>>

/** What the API found wrong with a card. */
export type Blame = Partial<Record<string, FieldError>>

/** The API's name of each field, in the request and in the paths of its errors. */
const MEMBERS: Record<FieldName, string> = {
  number: 'accountNumber',
  expiry: 'expires',
  code: 'verificationValue',
  name: 'nameOnCard',
  postalCode: 'postalCode',
}
const NAMES = Object.keys(MEMBERS) as FieldName[]

/**
 * A card as the API takes it, without what is empty.
 *
 * @param preferredNetwork of a co-badged card the one that the shopper chose; an empty text for none
 */
export const wireCard = (card: CardTexts, preferredNetwork: string) => ({
  creditCard: Object.fromEntries(
    NAMES.map((name) => [MEMBERS[name], FIELDS[name].wire(card[name] ?? '')]).filter(([, value]) => value !== ''),
  ) as Record<string, string>,
  preferredNetwork: preferredNetwork || undefined,
})

type ErrorItem = { type?: unknown; message?: { field?: unknown } }

/** The fields that errors of the API are about, wherever in the request the card stood. */
export const blamed = (errors: unknown): Blame => {
  const items: ErrorItem[] = Array.isArray(errors) ? errors : []
  return Object.fromEntries(
    items.flatMap(({ type, message }) => {
      const name = NAMES.find((name) => String(message?.field).endsWith(`creditCard.${MEMBERS[name]}`))
      return name ? [[name, type === 'expiry_past' ? 'past' : 'wrong']] : []
    }),
  )
}
