import * as v from 'valibot'
import { currencyCode, notFreeText, secret, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { record, strictObject } from '../schema/objects.ts'
import { publicOrigin } from '../schema/publicUrl.ts'

/** Kinds of settings, by which forms and schemas are drawn. */
export const settingKinds = ['text', 'host', 'secret', 'choice', 'flag', 'integer', 'currencies', 'methods'] as const

/** Payment methods of a processor. */
export const processorMethods = ['card', 'check', 'cash'] as const

const maxTextLength = 500
const maxSecretLength = 4096
const maxSettingNameLength = 64

/** A setting of a processor's definition, as its schema needs it. */
export interface SettingShape {
  readonly name: string
  readonly kind: (typeof settingKinds)[number]
  readonly choices?: readonly string[]
}

const distinct = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(item),
    v.minLength(1),
    v.transform((values) => [...new Set(values)]),
  )

const valueSchema = ({ kind, choices = [] }: SettingShape): v.GenericSchema => {
  switch (kind) {
    case 'text':
      return text(1, maxTextLength)
    case 'host':
      return publicOrigin()
    case 'secret':
      return secret(text(1, maxSecretLength))
    case 'choice':
      return v.picklist(choices)
    case 'flag':
      return v.boolean()
    case 'integer':
      return int32(0)
    case 'currencies':
      return distinct(currencyCode())
    case 'methods':
      return distinct(v.picklist(processorMethods))
  }
}

/** The settings of a processor in a request: all are optional, and null clears one. Other names are refused. Secrets become a Secret. */
export const settingsOf = (settings: readonly SettingShape[]) =>
  strictObject(
    Object.fromEntries(settings.map((setting) => [setting.name, v.optional(v.nullable(valueSchema(setting)))])),
  )

const valueJsonSchema = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    { type: 'null' },
  ],
}

/** The value of any setting. The definition of the processor has its schema. */
export const anySetting = () => v.pipe(v.unknown(), v.metadata({ jsonSchema: valueJsonSchema }))

/** Settings by name, before the definition of their processor validates them. */
export const anySettings = () =>
  record(v.pipe(v.string(), v.maxLength(maxSettingNameLength)), notFreeText(anySetting()))
