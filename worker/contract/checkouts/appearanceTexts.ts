import type { Appearance } from './appearance.ts'
import type { MemberTexts } from '../schema/memberTexts.ts'

const onPhones = (member: keyof Appearance): string =>
  `Replaces \`${member}\` in the layout of one column, below 768 px. Absent: the same.`

const texts: Readonly<Record<keyof Appearance, string>> = {
  invoiceBackgroundColor: 'Background of the invoice panel.',
  invoiceButtonBackgroundColor: 'Background of buttons in the invoice panel.',
  invoiceTextColor: 'Text in the invoice panel.',
  invoiceAccentColor: 'The total, links and focus rings in the invoice panel.',
  invoiceBorderColor: 'Lines between items and totals.',
  invoiceButtonTextColor: 'Text of buttons in the invoice panel.',
  invoiceIconTheme: 'Icons in the invoice panel: `light` on dark backgrounds, `dark` on light ones.',
  formBackgroundColor: 'Background of the form panel.',
  formTextColor: 'Text in the form panel.',
  formTitleColor: 'Titles of sections in the form panel. Absent: as the text.',
  formLabelColor: 'Labels of fields. Absent: as the text.',
  formAccentColor: 'Focus rings, checkboxes, radio buttons, links and the mark of the selected tab.',
  formBorderColor: 'Borders of fields, and lines between groups.',
  formButtonBackgroundColor: 'Background of the pay button.',
  formButtonTextColor: 'Text of the pay button.',
  formInputTextColor: 'Text in fields.',
  formInputBackgroundColor: 'Background of fields.',
  formIconTheme: 'Icons in the form panel: `light` on dark backgrounds, `dark` on light ones.',
  alertColor: 'Errors: text, icon and border of an invalid field.',
  successColor: 'Success: the mark and text of a payment that was made.',
  inputVariant: 'Shape of fields: `outlined` with a border, `filled` with a background, `standard` with a line below.',
  inputColor: 'Caret and border of the focused field. Absent: the accent.',
  tabBackgroundSelected: 'Background of the selected tab of the payment methods.',
  tabBackgroundDefault: 'Background of the other tabs of the payment methods.',
  mobileBackgroundColor: onPhones('formBackgroundColor'),
  mobileTextColor: onPhones('formTextColor'),
  mobileTitleColor: onPhones('formTitleColor'),
  mobileLabelColor: onPhones('formLabelColor'),
  mobileAccentColor: onPhones('formAccentColor'),
  mobileInputBorderColor: onPhones('formBorderColor'),
  mobileInputTextColor: onPhones('formInputTextColor'),
  mobileInputBackgroundColor: onPhones('formInputBackgroundColor'),
  mobileButtonBackgroundColor: onPhones('formButtonBackgroundColor'),
  mobileButtonTextColor: onPhones('formButtonTextColor'),
  mobileIconTheme: onPhones('formIconTheme'),
  invoiceMobileBackgroundColor: onPhones('invoiceBackgroundColor'),
  invoiceMobileTextColor: onPhones('invoiceTextColor'),
  fontFamily: 'System font of the page, also until `fontUrl` has loaded. Absent: `system`.',
  fontUrl:
    'A woff2 file on your host, which must send `Access-Control-Allow-Origin`; with a test key also http on localhost. The page’s policy allows fonts of that origin only. Until it has loaded, and if it fails, the page shows `fontFamily`.',
  textSize: 'Text size in percent of the shopper’s browser setting. Absent: 100.',
  radius: 'Corners of fields and buttons in pixels: 0 is square, 24 a pill. Absent: 10.',
  spacing: 'Height of controls and space between groups. Absent: `normal`.',
  contrast:
    'Minimum contrast of derived text: `standard` is 4.5:1, `high` is 7:1 (WCAG 2.2 AA and AAA). Absent: `standard`.',
  faviconUrl: 'Icon of the browser tab; with a test key also http on localhost. Absent: the account’s `logoUrl`.',
  acceptedNetworks:
    'Networks whose cards are accepted, shown at the card form. While a card of another network is typed, the form shows an error. The gateway returns 400 `network_not_accepted` for it before anything is charged. Saved cards of other networks are not offered. Absent: all that your processor accepts.',
  statementDescriptor:
    'Text on the shopper’s statement: 5 to 22 letters, digits, spaces and `.,&*/#+-`, with at least one letter. The page and the receipt show it, and the payment carries it to processors that support it. Absent, and for a subscription: the processor’s own text, which is not shown.',
}

/** Texts of the appearance. */
export const appearanceTexts: MemberTexts = { Appearance: texts }
