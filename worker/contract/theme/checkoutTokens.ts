import type { Appearance, BrandMember } from '../checkouts/appearance.ts'
import type { InputVariant } from './appearance.ts'

/** The members of an appearance that set colours and the shape of fields. */
export type Member = Exclude<keyof Appearance, BrandMember>

/** The sources of a colour of the checkout, and its minimum contrast. */
export interface TokenRule {
  /** The members that set it, most specific first. Without any of them it is derived. */
  readonly from: readonly Member[]
  /** Its background: the first of these tokens that the merchant set, else the first. */
  readonly on?: readonly string[]
  /** Minimum contrast to its background (WCAG 2.2): 4.5 for text, 3 for edges and icons (1.4.3 and 1.4.11). */
  readonly least?: number
}

/**
 * The CSS custom properties of the form panel (`--surface` and so on, on `.form`), with their sources. They include those of the card
 * form's fields, so fields look the same in both. Backgrounds come before the colours on them.
 */
export const FORM_RULES = {
  /** The panel's background; may be translucent. */
  surface: { from: ['formBackgroundColor'] },
  /** The background of a field. */
  field: { from: ['formInputBackgroundColor'] },
  /** The background of the pay button. */
  button: { from: ['formButtonBackgroundColor'] },
  /** The background of a tab that is not selected. */
  tab: { from: ['tabBackgroundDefault'] },
  /** The background of the tab that is selected. */
  'tab-selected': { from: ['tabBackgroundSelected'] },
  /** Text. */
  text: { from: ['formTextColor'], on: ['surface'], least: 4.5 },
  /** Titles of sections. */
  title: { from: ['formTitleColor', 'formTextColor'], on: ['surface'], least: 4.5 },
  /** Labels of fields. */
  label: { from: ['formLabelColor', 'formTextColor'], on: ['surface'], least: 4.5 },
  /** Secondary text: help, "optional". */
  muted: { from: [], on: ['surface'], least: 4.5 },
  /** Errors: text, icon, border of an invalid field. */
  alert: { from: ['alertColor'], on: ['surface'], least: 4.5 },
  /** Success: mark and text. */
  success: { from: ['successColor'], on: ['surface'], least: 4.5 },
  /** Focus rings, checkboxes, radio buttons, links. */
  accent: { from: ['formAccentColor'], on: ['surface'], least: 4.5 },
  /** The border of a field. */
  edge: { from: ['formBorderColor'], on: ['surface'], least: 3 },
  /** The border of a field on hover. */
  'edge-hover': { from: ['formBorderColor'], on: ['surface'], least: 3 },
  /** Hairlines between groups; decoration. */
  rule: { from: ['formBorderColor'] },
  /** Text in a field. */
  typed: { from: ['formInputTextColor'], on: ['field', 'surface'], least: 4.5 },
  /** Placeholders and read-only values. */
  hint: { from: [], on: ['field', 'surface'], least: 4.5 },
  /** Icons and brand marks in fields. */
  icon: { from: ['formIconTheme'], on: ['field', 'surface'], least: 3 },
  /** Icons on the panel itself. */
  'surface-icon': { from: ['formIconTheme'], on: ['surface'], least: 3 },
  /** The caret in a field. */
  caret: { from: ['inputColor'], on: ['field', 'surface'], least: 3 },
  /** The border of the focused field. */
  'caret-edge': { from: ['inputColor', 'formAccentColor'], on: ['surface'], least: 3 },
  /** The pay button's text. */
  'button-text': { from: ['formButtonTextColor'], on: ['button'], least: 4.5 },
  /** The pay button's background on hover. */
  'button-hover': { from: [] },
  /** The background of the disabled pay button. */
  'button-disabled': { from: [] },
  /** The text of the disabled pay button. */
  'button-disabled-text': { from: [], on: ['button-disabled'], least: 4.5 },
  /** The text of a tab that is not selected. */
  'tab-text': { from: [], on: ['tab'], least: 4.5 },
  /** The text of the selected tab. */
  'tab-selected-text': { from: [], on: ['tab-selected'], least: 4.5 },
  /** The mark of the selected tab. */
  'tab-mark': { from: ['formAccentColor'], on: ['tab-selected'], least: 3 },
  /** The icon of a tab that is not selected. */
  'tab-icon': { from: ['formIconTheme'], on: ['tab'], least: 3 },
  /** The icon of the selected tab. */
  'tab-selected-icon': { from: ['formIconTheme'], on: ['tab-selected'], least: 3 },
} as const satisfies Record<string, TokenRule>

/** The CSS custom properties of the invoice panel, on `.invoice`. Equal names have the same meaning as in the form panel. */
export const INVOICE_RULES = {
  /** The panel's background; may be translucent. */
  surface: { from: ['invoiceBackgroundColor'] },
  /** The background of a button (details, print). */
  button: { from: ['invoiceButtonBackgroundColor'] },
  /** Text. */
  text: { from: ['invoiceTextColor'], on: ['surface'], least: 4.5 },
  /** Secondary text: descriptions, dates. */
  muted: { from: [], on: ['surface'], least: 4.5 },
  /** The total, links, focus rings. */
  accent: { from: ['invoiceAccentColor'], on: ['surface'], least: 4.5 },
  /** Hairlines between lines and totals; decoration. */
  rule: { from: ['invoiceBorderColor'] },
  /** Icons. */
  icon: { from: ['invoiceIconTheme'], on: ['surface'], least: 3 },
  /** A button's text. */
  'button-text': { from: ['invoiceButtonTextColor'], on: ['button'], least: 4.5 },
  /** A button's background on hover. */
  'button-hover': { from: [] },
} as const satisfies Record<string, TokenRule>

export type FormToken = keyof typeof FORM_RULES
export type InvoiceToken = keyof typeof INVOICE_RULES

export const FORM_TOKENS = Object.keys(FORM_RULES) as FormToken[]
export const INVOICE_TOKENS = Object.keys(INVOICE_RULES) as InvoiceToken[]
/** On `:root`: the opaque canvas behind the panels. */
export const PAGE_TOKENS = ['page'] as const

/** The member that overrides another in the one-column layout. */
export const MOBILE_MEMBERS: Readonly<Partial<Record<Member, Member>>> = {
  formBackgroundColor: 'mobileBackgroundColor',
  formTextColor: 'mobileTextColor',
  formTitleColor: 'mobileTitleColor',
  formLabelColor: 'mobileLabelColor',
  formAccentColor: 'mobileAccentColor',
  formBorderColor: 'mobileInputBorderColor',
  formInputTextColor: 'mobileInputTextColor',
  formInputBackgroundColor: 'mobileInputBackgroundColor',
  formButtonBackgroundColor: 'mobileButtonBackgroundColor',
  formButtonTextColor: 'mobileButtonTextColor',
  formIconTheme: 'mobileIconTheme',
  invoiceBackgroundColor: 'invoiceMobileBackgroundColor',
  invoiceTextColor: 'invoiceMobileTextColor',
}

/** The backgrounds of a token. An underlined field (`standard`) has no background, so its content is on the panel. */
export const backgroundTokens = ({ on = [] }: TokenRule, variant: InputVariant): readonly string[] =>
  variant === 'standard' ? on.filter((token) => token !== 'field') : on
