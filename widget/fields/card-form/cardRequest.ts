import type { FieldError, FieldName } from '#contract/card/framePort'
import { CARD_FIELDS } from '../../card/fieldKinds.ts'

/** The text of each field as typed. */
export type CardValues = Partial<Record<FieldName, string>>

/** Errors of card fields in the API's response. */
export type CardFieldErrors = Partial<Record<string, FieldError>>

/** The API's name of each field, in requests and in error paths. */
const MEMBERS: Record<FieldName, string> = {
  number: 'accountNumber',
  expiry: 'expires',
  code: 'verificationValue',
  name: 'nameOnCard',
  postalCode: 'postalCode',
}
const NAMES = Object.keys(MEMBERS) as FieldName[]

/**
 * Converts a card to the API's format, without empty fields.
 *
 * @param preferredNetwork the shopper's choice for a co-badged card; an empty string for none
 */
export const toCardRequest = (card: CardValues, preferredNetwork: string) => ({
  creditCard: Object.fromEntries(
    NAMES.map((name) => [MEMBERS[name], CARD_FIELDS[name].toApi(card[name] ?? '')]).filter(([, value]) => value !== ''),
  ) as Record<string, string>,
  preferredNetwork: preferredNetwork || undefined,
})

type ErrorItem = { type?: unknown; message?: { field?: unknown } }

/** Maps API error items to card fields, at any path of the card in the request. */
export const toCardFieldErrors = (errors: unknown): CardFieldErrors => {
  const items: ErrorItem[] = Array.isArray(errors) ? errors : []
  return Object.fromEntries(
    items.flatMap(({ type, message }) => {
      const name = NAMES.find((name) => String(message?.field).endsWith(`creditCard.${MEMBERS[name]}`))
      return name ? [[name, type === 'expiry_past' ? 'past' : 'wrong']] : []
    }),
  )
}
