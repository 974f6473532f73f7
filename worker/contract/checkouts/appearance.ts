import * as v from 'valibot'
import { formatted } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { parseColor } from '../theme/color.ts'
import { readCssColor } from '../theme/cssColor.ts'

const oneOf = (allowed: readonly string[]) => formatted(allowed.join(', '), (value) => allowed.includes(value))

const color = () => v.optional(formatted('CSS color', (value) => parseColor(value, readCssColor) !== null))
const iconTheme = () => v.optional(oneOf(['light', 'dark']))
const inputVariant = () => v.optional(oneOf(['outlined', 'filled', 'standard']))

/** The appearance of checkout and card form: 37 optional members, all strings, in the order of the interface. */
export const appearance = () =>
  object({
    invoiceBackgroundColor: color(),
    invoiceButtonBackgroundColor: color(),
    invoiceTextColor: color(),
    invoiceAccentColor: color(),
    invoiceBorderColor: color(),
    invoiceButtonTextColor: color(),
    formBackgroundColor: color(),
    formTextColor: color(),
    formAccentColor: color(),
    formBorderColor: color(),
    formButtonBackgroundColor: color(),
    formButtonTextColor: color(),
    alertColor: color(),
    inputVariant: inputVariant(),
    inputColor: color(),
    successColor: color(),
    mobileBackgroundColor: color(),
    invoiceMobileBackgroundColor: color(),
    invoiceIconTheme: iconTheme(),
    invoiceMobileTextColor: color(),
    mobileTextColor: color(),
    mobileButtonBackgroundColor: color(),
    mobileButtonTextColor: color(),
    mobileIconTheme: iconTheme(),
    formIconTheme: iconTheme(),
    formInputTextColor: color(),
    formInputBackgroundColor: color(),
    mobileInputTextColor: color(),
    mobileInputBackgroundColor: color(),
    mobileInputBorderColor: color(),
    mobileAccentColor: color(),
    formTitleColor: color(),
    formLabelColor: color(),
    mobileTitleColor: color(),
    mobileLabelColor: color(),
    tabBackgroundSelected: color(),
    tabBackgroundDefault: color(),
  })
export type Appearance = v.InferOutput<ReturnType<typeof appearance>>
