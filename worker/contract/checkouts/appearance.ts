import * as v from 'valibot'
import { NETWORK_NAMES } from '../card/networks.ts'
import { extension, formatted, patterned } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { httpsOrLocalUrl, isHttpsOrLocal } from '../schema/urls.ts'
import { CONTRASTS, FONT_FAMILIES, parseFontUrl, RADIUS, SPACING_NAMES, TEXT_SIZE } from '../theme/brand.ts'
import { parseColor } from '../theme/color.ts'
import { readCssColor } from '../theme/cssColor.ts'

const oneOf = (allowed: readonly string[]) => formatted(allowed.join(', '), (value) => allowed.includes(value))

const color = () => v.optional(formatted('CSS color', (value) => parseColor(value, readCssColor) !== null))
const iconTheme = () => v.optional(oneOf(['light', 'dark']))
const inputVariant = () => v.optional(oneOf(['outlined', 'filled', 'standard']))

/** Characters that statements print everywhere, and the asterisk between a company and a product. */
const descriptorPattern = /^(?:[0-9.,&*/#+-][0-9 .,&*/#+-]*)?[A-Za-z](?:[A-Za-z0-9 .,&*/#+-]*[A-Za-z0-9.,&*/#+-])?$/

const fontUrl = () =>
  formatted('https URL of a .woff2 file, of ASCII characters', (value) => {
    const url = value.length <= 2048 ? parseFontUrl(value) : null
    return url !== null && isHttpsOrLocal(url)
  })

/** Members that only a checkout has. The key's mode decides whether a URL may be http on localhost. */
const brand = () => ({
  fontFamily: v.optional(extension(v.picklist(FONT_FAMILIES))),
  fontUrl: v.optional(extension(fontUrl())),
  textSize: v.optional(extension(int32(TEXT_SIZE.min, TEXT_SIZE.max))),
  radius: v.optional(extension(int32(RADIUS.min, RADIUS.max))),
  spacing: v.optional(extension(v.picklist(SPACING_NAMES))),
  contrast: v.optional(extension(v.picklist(CONTRASTS))),
  faviconUrl: v.optional(extension(httpsOrLocalUrl())),
  acceptedNetworks: v.optional(
    extension(v.pipe(v.array(v.picklist(NETWORK_NAMES)), v.minLength(1), v.maxLength(NETWORK_NAMES.length))),
  ),
  statementDescriptor: v.optional(extension(patterned(descriptorPattern, 5, 22))),
})

/**
 * The appearance of checkout and card form: 37 optional members, all strings, in the order of the interface; and the brand of a checkout. None is free CSS:
 * each is a colour, a number, a name or a checked URL.
 */
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
    ...brand(),
  })
export type Appearance = v.InferOutput<ReturnType<typeof appearance>>

export type BrandMember = keyof ReturnType<typeof brand>
export const BRAND_MEMBERS = Object.keys(brand()) as BrandMember[]
