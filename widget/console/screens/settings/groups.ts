import type { Mode } from '../../api/session.ts'
import type { KindName } from './kinds.ts'
import type { settingsTexts } from './texts.ts'

export type FieldName = keyof typeof settingsTexts.fields

export type Field = {
  readonly name: FieldName
  readonly kind: KindName
  /** The only mode in which the setting has an effect. */
  readonly mode?: Mode
}

/** Settings that are saved together. */
export type Group = {
  readonly name: Exclude<keyof typeof settingsTexts.groups, 'limits'>
  /** Whether both modes share the settings. Others are those of the current mode. */
  readonly isShared: boolean
  readonly fields: readonly Field[]
}

export const groups: readonly Group[] = [
  {
    name: 'business',
    isShared: true,
    fields: [
      { name: 'name', kind: 'text' },
      { name: 'supportEmail', kind: 'optional' },
      { name: 'supportUrl', kind: 'optional' },
      { name: 'logoUrl', kind: 'optional' },
      { name: 'timeZone', kind: 'zone' },
      { name: 'processingCountry', kind: 'text' },
    ],
  },
  {
    name: 'payments',
    isShared: false,
    fields: [
      { name: 'defaultCurrency', kind: 'currency' },
      { name: 'enabledCurrencies', kind: 'currencies' },
      { name: 'duplicateWindowSeconds', kind: 'number' },
      { name: 'tipAtSale', kind: 'switch' },
      { name: 'unreferencedCredits', kind: 'switch' },
    ],
  },
  {
    name: 'checks',
    isShared: false,
    fields: [
      { name: 'cvvReject', kind: 'cvv' },
      { name: 'storedCvvReject', kind: 'cvv' },
      { name: 'avsReject', kind: 'avs' },
      { name: 'storedCvvRequired', kind: 'switch' },
    ],
  },
  {
    name: 'pages',
    isShared: false,
    fields: [
      { name: 'allowedOrigins', kind: 'lines' },
      { name: 'legalTexts', kind: 'legal' },
    ],
  },
  { name: 'subscriptions', isShared: false, fields: [{ name: 'subscriptionRetryDays', kind: 'numbers' }] },
  {
    name: 'requests',
    isShared: false,
    fields: [
      { name: 'unknownMembers', kind: 'choice' },
      { name: 'cardNumbersInText', kind: 'choice' },
      { name: 'encryptedCardMaxAgeSeconds', kind: 'number' },
      { name: 'strictTestPans', kind: 'switch', mode: 'test' },
    ],
  },
]

/** The fields of a group in a mode. */
export const fieldsIn = ({ fields }: Group, mode: Mode): readonly Field[] =>
  fields.filter((field) => field.mode === undefined || field.mode === mode)
